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
      "{ " + members.map { "\(TypeScriptText.key($0.name)): \($0.value.inline(as: $0.name))" }.joined(separator: ", ")
        + " }"
    }
  }

  /// Returns the value of a member in one line.
  func inline(as name: String) -> String { inline + ending(as: name) }

  /// The names that every object has.
  private static let inherited: Set<String> = [
    "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
  ]

  /// Returns the end of the value of a member. TypeScript expects the type of an inherited member even in a table with any
  /// names, and otherwise reads the literals in its value as `string` and the arrays as lists of any length.
  private func ending(as name: String) -> String {
    guard Self.inherited.contains(name) else { return "" }
    // `as const` is allowed only after literals.
    if case .source(let text) = self, !text.utf8.starts(with: "\"".utf8) { return "" }
    return " as const"
  }

  /// Returns the value of a member, broken into lines if it does not fit after `column` bytes.
  func text(as name: String, column: Int, indentation: String = "") -> String {
    let ending = ending(as: name)
    return text(column: column + ending.utf8.count, indentation: indentation) + ending
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
        return start + value.text(as: name, column: start.utf8.count + 1, indentation: inner) + ","
      }
      return "{\n" + lines.joined(separator: "\n") + "\n\(indentation)}"
    }
  }
}
