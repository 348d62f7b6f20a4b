internal import ContractCoding

/// JSON with one member on each line, for documents that people read and compare.
enum IndentedJSON {
  static func text(of value: JSONValue) -> String {
    var text = ""
    append(value, at: 0, to: &text)
    return text + "\n"
  }

  private static func append(_ value: JSONValue, at depth: Int, to text: inout String) {
    switch value {
    case .object(let object) where !object.isEmpty:
      list("{", object.map { ($0.name, $0.value) }, "}", at: depth, to: &text)
    case .array(let elements) where elements.contains(where: { $0.isContainer }):
      list("[", elements.map { (nil, $0) }, "]", at: depth, to: &text)
    case .array(let elements) where !elements.isEmpty:
      text += "[" + elements.map(\.description).joined(separator: ", ") + "]"
    default: text += value.description
    }
  }

  private static func list(
    _ open: String, _ members: [(String?, JSONValue)], _ close: String, at depth: Int, to text: inout String
  ) {
    let indentation = String(repeating: "  ", count: depth + 1)
    text += open
    for (index, (name, value)) in members.enumerated() {
      text += index == 0 ? "\n" : ",\n"
      text += indentation
      if let name { text += JSONValue.string(name).description + ": " }
      append(value, at: depth + 1, to: &text)
    }
    text += "\n" + String(repeating: "  ", count: depth) + close
  }
}

extension JSONValue {
  /// True for an object or array with elements.
  var isContainer: Bool {
    switch self {
    case .object(let object): !object.isEmpty
    case .array(let elements): !elements.isEmpty
    default: false
    }
  }
}
