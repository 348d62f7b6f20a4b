internal import ContractCoding
internal import ContractHTTP

/// The body of a declared stream: a few events or lines with values generated from the schema of one element.
struct MockStream {
  /// The number of events or lines.
  static let count = 3
  /// The maximum number of nested alternatives of an event.
  private static let maxDepth = 4

  private let checker: ValueChecker
  private var generator: ValueGenerator

  init(_ checker: ValueChecker, _ generator: ValueGenerator) {
    self.checker = checker
    self.generator = generator
  }

  /// Returns the body; nil if no value of an element was found.
  ///
  /// - Parameters:
  ///   - item: the schema of one element.
  ///   - type: the media type: `text/event-stream`, or a type of JSON values in lines.
  mutating func bytes(of item: OpenAPINode, as type: String) -> [UInt8]? {
    let kinds = Self.hasEvents(type) ? kinds(of: item) : nil
    var text = ""
    for number in 0..<Self.count {
      if let kinds {
        guard let event = event(item, kinds[number % kinds.count], number + 1) else { return nil }
        text += event
      } else {
        guard let value = generator.example(of: item) else { return nil }
        text += Self.line(value, as: type)
      }
    }
    return Array(text.utf8)
  }

  /// Returns true for a stream of events.
  static func hasEvents(_ type: String) -> Bool { MediaType(type)?.subtype == "event-stream" }

  /// Returns true for a stream of JSON values in lines or records.
  static func hasLines(_ type: String) -> Bool {
    let subtype = MediaType(type)?.subtype ?? ""
    return ["jsonl", "ndjson", "json-seq"].contains { subtype.ends(withBytes: $0) }
  }

  /// Returns a value as a line, or as a record of a JSON text sequence (RFC 7464).
  static func line(_ value: JSONValue, as type: String) -> String {
    "\(MediaType(type)?.subtype.ends(withBytes: "json-seq") == true ? "\u{1E}" : "")\(value)\n"
  }

  // MARK: - Events

  /// Returns the rules of each alternative of an event. The stream has events of different alternatives.
  private func kinds(of item: OpenAPINode) -> [ObjectRules] {
    kinds(of: SchemaRules([item], checker.references, checker.version), depth: 0)
  }

  private func kinds(of rules: SchemaRules, depth: Int) -> [ObjectRules] {
    guard depth < Self.maxDepth, let group = rules.groups.first, !group.branches.isEmpty else { return [rules.objects] }
    return group.branches.prefix(Self.count).flatMap {
      kinds(of: rules.choosing($0, checker.references, checker.version), depth: depth + 1)
    }
  }

  /// Returns an event (WHATWG HTML §9.2). The schema describes the fields of the event as members of an object; a schema
  /// without `data` describes the data itself.
  private mutating func event(_ item: OpenAPINode, _ fields: ObjectRules, _ number: Int) -> String? {
    var text = "id: \(number)\n"
    guard let data = fields["data"] else {
      return generator.example(of: item).map { text + "data: \($0)\n\n" }
    }
    let kinds = SchemaRules(fields["event"] ?? [], checker.references, checker.version).choices?.compactMap(\.string)
    if let content = SchemaRules(data, checker.references, checker.version).strings.content.first {
      // The value is generated from the first content schema, and these schemas are in the order of the kinds. If the
      // value has no tag, the event therefore has the first kind.
      guard let value = generator.example(of: content["anyOf"]?[0] ?? content) else { return nil }
      if let kind = Self.kind(of: value, kinds ?? []) { text += "event: \(kind)\n" }
      text += "data: \(value)\n"
    } else {
      if let kind = kinds?.first { text += "event: \(kind)\n" }
      guard let words = generator.example(of: Self.whole(data)) else { return nil }
      for line in (words.string ?? "\(words)").split(atByte: "\n", keepsEmpty: true) { text += "data: \(line)\n" }
    }
    return text + "\n"
  }

  /// Returns one schema for schemas that apply together.
  private static func whole(_ schemas: [OpenAPINode]) -> OpenAPINode {
    guard schemas.count != 1 else { return schemas[0] }
    return OpenAPINode(["allOf": .array(schemas.map(\.value))], at: "\(schemas.first?.pointer ?? "")~")
  }

  /// Returns the kind that a member of the value names, or else the first kind; nil without kinds.
  private static func kind(of value: JSONValue, _ kinds: [String]) -> String? {
    let names = (value.object ?? JSONObject()).compactMap(\.value.string)
    return names.first { kinds.contains($0) } ?? kinds.first
  }
}
