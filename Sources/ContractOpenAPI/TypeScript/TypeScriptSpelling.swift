internal import ContractCoding
internal import ContractHTTP

/// The spelling of types.
struct TypeScriptSpelling {
  var options: TypeScriptOptions
  /// The identifiers of components, by their names in the document.
  var components: [String: String]
  /// True for types of values that callers write. In these, large integers may also be numbers.
  var isInput = false

  /// Returns a type as source text. Lines after the first are indented as in a declaration without indentation.
  func text(_ type: TypeScriptType) -> String {
    switch type {
    case .any: "JSONValue"
    case .never: "never"
    case .undefined: "undefined"
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .integer: integer
    case .string: "string"
    case .date: "Date"
    case .base64: "Uint8Array"
    case .binary: "Blob | Uint8Array"
    case .bytes: "Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>"
    case .lines(let element): "Iterable<\(text(element))> | AsyncIterable<\(text(element))> | Blob | Uint8Array"
    case .literal(let value, let isLarge): literal(value, isLarge: isLarge)
    case .open(let known):
      (known.map { literal($0, isLarge: false) } + ["(string & {})"]).joined(separator: " | ")
    case .unknownTag: "UnknownTag"
    case .component(let name): components[name] ?? "JSONValue"
    case .array(let element): enclosed(element) + "[]"
    case .tuple(let elements, let required, let rest):
      "["
        + (elements.enumerated().map { $0 < required ? text($1) : "(\(text($1)))?" }
        + (rest.map { ["...\(enclosed($0))[]"] } ?? [])).joined(separator: ", ") + "]"
    case .dictionary(let value): "{ [name: string]: \(text(value)) }"
    case .object(let members, let rest): object(members, rest)
    case .union(let parts): union(parts)
    case .intersection(let parts): parts.map { enclosed($0) }.joined(separator: " & ")
    }
  }

  private var integer: String {
    switch options.largeIntegers {
    case .bigint: isInput ? "number | bigint" : "bigint"
    case .string: isInput ? "number | string" : "string"
    case .number: "number"
    }
  }

  private func literal(_ value: JSONValue, isLarge: Bool) -> String {
    switch value {
    case .string(let string): TypeScriptText.literal(string)
    case .number(let digits) where isLarge: large(digits.integer(as: Int128.self).map { "\($0)" } ?? digits.description)
    case .null, .bool, .number: value.description
    case .array, .object: "JSONValue"
    }
  }

  private func large(_ digits: String) -> String {
    switch options.largeIntegers {
    case .bigint: digits + "n"
    case .string: TypeScriptText.literal(digits)
    case .number: digits
    }
  }

  /// Returns a type that can be followed by `[]` or `&`.
  private func enclosed(_ type: TypeScriptType) -> String {
    let text = text(type)
    switch type {
    case .union, .intersection, .open, .binary, .bytes, .lines: return "(\(text))"
    case .integer where isInput && options.largeIntegers != .number: return "(\(text))"
    default: return text
    }
  }

  /// Returns a union: in one line, or with one line for each alternative that is an object.
  private func union(_ parts: [TypeScriptType]) -> String {
    let texts = parts.map { part in
      if case .intersection = part { enclosed(part) } else { text(part) }
    }
    let inline = texts.joined(separator: " | ")
    if inline.utf8.count <= 100, !inline.utf8.contains(UInt8(ascii: "\n")) { return inline }
    return "\n" + texts.map { "  | " + Self.indented($0) }.joined(separator: "\n")
  }

  private func object(_ members: [TypeScriptMember], _ rest: TypeScriptType?) -> String {
    let lines = lines(of: members, rest)
    if lines.isEmpty { return "{ [name: string]: JSONValue }" }
    let isShort = members.allSatisfy(\.notes.isEmpty) && lines.allSatisfy { !$0.utf8.contains(UInt8(ascii: "\n")) }
    let inline = "{ " + lines.joined(separator: " ").dropLast() + " }"
    if isShort, inline.utf8.count <= 80 { return inline }
    return "{\n" + lines.map { "  " + Self.indented($0) }.joined(separator: "\n") + "\n}"
  }

  /// Returns the lines of an object type between its braces.
  func lines(of members: [TypeScriptMember], _ rest: TypeScriptType?) -> [String] {
    var lines: [String] = []
    for member in members {
      lines += TypeScriptText.comment(member.notes)
      let name = TypeScriptText.name(member.name) + (member.isOptional ? "?" : "")
      lines.append("\(member.isReadOnly ? "readonly " : "")\(name): \(text(member.type));")
    }
    if let rest {
      // Next to members, the index signature has the type `unknown`, because its type must include the types of all members.
      lines.append("[name: string]: \(members.isEmpty ? text(rest) : "unknown");")
    }
    return lines
  }

  /// Indents all lines but the first.
  static func indented(_ text: String) -> String {
    text.split(atByte: "\n", keepsEmpty: true).joined(separator: "\n  ")
  }
}
