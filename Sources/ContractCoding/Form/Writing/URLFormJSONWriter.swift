/// A writer of values as JSON, for nested objects in queries and forms.
struct URLFormJSONWriter {
  /// The path of the current value, for errors.
  private var path: [JSONPath]
  private let sortsKeys: Bool
  private(set) var bytes: [UInt8] = []

  init(path: [JSONPath], sortsKeys: Bool) {
    self.path = path
    self.sortsKeys = sortsKeys
  }

  mutating func write(_ value: URLFormValue) throws {
    switch value.kind {
    case .null: JSONText.appendNull(to: &bytes)
    case .bool(let value): JSONText.append(value, to: &bytes)
    case .text(let text): JSONText.append(text, to: &bytes)
    case .number(let text): try write(number: text)
    case .pending: bytes += Array("{}".utf8)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (position, element) in elements.enumerated() {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        path.append(.element(position))
        try write(element)
        path.removeLast()
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members): try write(members)
    }
  }

  private mutating func write(_ members: [(name: String, value: URLFormValue)]) throws {
    let members = sortsKeys ? members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } : members
    bytes.append(UInt8(ascii: "{"))
    for (position, (name, value)) in members.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      path.append(.name(name))
      JSONText.append(name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      try write(value)
      path.removeLast()
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(number text: String) throws {
    guard text.utf8.last.map({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) ?? false else {
      throw EncodingError.invalidValue(
        text, .init(codingPath: path, debugDescription: "JSON cannot represent the number \(text)."))
    }
    bytes += Array(text.utf8)
  }
}
