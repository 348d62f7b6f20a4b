import ContractCoding
import ContractTestSupport

/// A JSON text that can be changed at random and written in any style.
indirect enum SchemaTree {
  case scalar(String)
  case array([SchemaTree])
  case object([(name: String, value: SchemaTree)])

  init(_ node: JSONDocument.Node) {
    switch node.kind {
    case .null: self = .scalar("null")
    case .bool: self = .scalar(node.bool == true ? "true" : "false")
    case .number: self = .scalar(node.numberText ?? "0")
    case .string:
      let text = try? JSONWriter.bytes(of: node.string ?? "")
      self = .scalar(String(decoding: text ?? [], as: UTF8.self))
    case .array: self = .array(node.elements.map { SchemaTree($0) })
    case .object: self = .object(node.members.map { ($0.name, SchemaTree($0.value)) })
    }
  }

  private static let others = [
    "null", "true", "0", "-1", "1.5", "1e2", "\"\"", "\"x\"", "\"done\"", "[]", "{}", "[1]", "[null]", "{\"a\":1}",
    "123456789012345678901234567890", "\"\\u0041\"", "1e999", "{\"circle\":{\"radius\":1},\"nothing\":{}}", "[[]]",
  ]

  /// Makes a random change, here or in a nested value.
  mutating func mutate(_ generator: inout Randomness.Generator) {
    if Int.random(in: 0..<6, using: &generator) == 0 {
      self = .scalar(Self.others.randomElement(using: &generator) ?? "0")
      return
    }
    switch self {
    case .scalar: self = .scalar(Self.others.randomElement(using: &generator) ?? "0")
    case .array(var elements):
      guard let index = elements.indices.randomElement(using: &generator) else { break }
      elements[index].mutate(&generator)
      self = .array(elements)
    case .object(var members):
      guard let index = members.indices.randomElement(using: &generator) else { break }
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: members.remove(at: index)
      case 1:
        members.insert((members[index].name, .scalar("1")), at: Int.random(in: 0...members.count, using: &generator))
      case 2: members.insert(("unknown", .scalar("{\"a\":[1,\"\\\\\",{}]}")), at: index)
      case 3: members.shuffle(using: &generator)
      default: members[index].value.mutate(&generator)
      }
      self = .object(members)
    }
  }

  /// The text, with occasional white space and escaped names.
  func text(_ generator: inout Randomness.Generator) -> String {
    let space = { (generator: inout Randomness.Generator) in
      Int.random(in: 0..<8, using: &generator) == 0
        ? ["\n", "  ", "\t", "\r\n "].randomElement(using: &generator) ?? "" : ""
    }
    var text = space(&generator)
    switch self {
    case .scalar(let scalar): text += scalar
    case .array(let elements):
      text += "[" + elements.map { $0.text(&generator) }.joined(separator: ",") + space(&generator) + "]"
    case .object(let members):
      let texts = members.map { member in
        space(&generator) + Self.quoted(member.name, &generator) + space(&generator) + ":"
          + member.value.text(&generator)
      }
      text += "{" + texts.joined(separator: ",") + space(&generator) + "}"
    }
    return text + space(&generator)
  }

  private static func quoted(_ name: String, _ generator: inout Randomness.Generator) -> String {
    guard Int.random(in: 0..<10, using: &generator) == 0, let first = name.utf8.first else { return "\"\(name)\"" }
    let hex = String(first, radix: 16)
    return "\"\\u00\(hex.count < 2 ? "0" : "")\(hex)\(name.dropFirst())\""
  }
}
