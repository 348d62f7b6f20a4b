internal import ContractCoding
internal import ContractHTTP

/// The body of a declared stream: a few events or lines with values generated from the schema of one element.
struct MockStream {
  /// The number of events or lines.
  static let count = 3

  private let document: OpenAPIDocument
  private var generator: ValueGenerator

  init(_ document: OpenAPIDocument, _ generator: ValueGenerator) {
    self.document = document
    self.generator = generator
  }

  /// Returns the body.
  ///
  /// - Parameters:
  ///   - item: the schema of one element.
  ///   - type: the media type: `text/event-stream`, or a type of JSON values in lines.
  mutating func bytes(of item: OpenAPINode, as type: String) -> [UInt8] {
    let hasEvents = MediaType(type)?.subtype == "event-stream"
    var text = ""
    for number in 1...Self.count { text += hasEvents ? event(item, number) : line(item) }
    return Array(text.utf8)
  }

  private mutating func line(_ item: OpenAPINode) -> String { generator.example(of: item).map { "\($0)\n" } ?? "" }

  /// Returns an event (WHATWG HTML §9.2). The schema describes the fields of the event as members of an object.
  private mutating func event(_ item: OpenAPINode, _ number: Int) -> String {
    let fields = ((try? document.resolve(item)) ?? item)["properties"]
    guard let data = fields?["data"] else { return "" }
    var text = "id: \(number)\n"
    if let content = data["contentSchema"] {
      // The value is generated from the first content schema, and these schemas are in the order of the kinds. If the
      // value has no tag, the event therefore has the first kind.
      guard let value = generator.example(of: content["anyOf"]?[0] ?? content) else { return "" }
      let kinds = fields?["event"]?["enum"]?.value.array?.compactMap(\.string) ?? []
      if let kind = Self.kind(of: value, kinds) { text += "event: \(kind)\n" }
      text += "data: \(value)\n"
    } else {
      let words = generator.example(of: data)?.string ?? ""
      for line in words.split(atByte: "\n", keepsEmpty: true) { text += "data: \(line)\n" }
    }
    return text + "\n"
  }

  /// Returns the kind that a member of the value names, or else the first kind; nil without kinds.
  private static func kind(of value: JSONValue, _ kinds: [String]) -> String? {
    let names = (value.object ?? JSONObject()).compactMap(\.value.string)
    return names.first { kinds.contains($0) } ?? kinds.first
  }
}
