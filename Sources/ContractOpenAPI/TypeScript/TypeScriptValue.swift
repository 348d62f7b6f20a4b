/// An object literal or array in TypeScript source. It is broken into several lines if it is long.
indirect enum TypeScriptValue {
  /// Source text, such as a string literal.
  case source(String)
  case array([TypeScriptValue])
  case object([(name: String, value: TypeScriptValue)])

  /// Returns a string literal.
  static func string(_ string: String) -> TypeScriptValue { .source(TypeScriptText.literal(string)) }

  /// The maximum length of a line in bytes.
  private static let width = 110

  /// Returns the value in one line.
  var inline: String {
    switch self {
    case .source(let text): text
    case .array(let elements): "[" + elements.map(\.inline).joined(separator: ", ") + "]"
    case .object(let members) where members.isEmpty: "{}"
    case .object(let members):
      "{ " + members.map { "\(TypeScriptText.key($0.name)): \($0.value.inline)" }.joined(separator: ", ") + " }"
    }
  }

  /// Returns the value, broken into lines if it does not fit after `column` bytes.
  func text(column: Int, indentation: String = "") -> String {
    let inline = inline
    if column + inline.utf8.count <= Self.width { return inline }
    let inner = indentation + "  "
    switch self {
    case .source: return inline
    case .array(let elements):
      let lines = elements.map { inner + $0.text(column: inner.utf8.count + 1, indentation: inner) + "," }
      return "[\n" + lines.joined(separator: "\n") + "\n\(indentation)]"
    case .object(let members):
      let lines = members.map { name, value in
        let start = inner + TypeScriptText.key(name) + ": "
        return start + value.text(column: start.utf8.count + 1, indentation: inner) + ","
      }
      return "{\n" + lines.joined(separator: "\n") + "\n\(indentation)}"
    }
  }
}
