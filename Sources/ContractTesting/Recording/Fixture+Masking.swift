internal import ContractClient

// "masking": "none"
// "masking": {"replacement","requests":{"fields","names","shownFields","shownNames"},"responses":{…}}; absent for the
// standard masking

extension Fixture {
  /// Writes the masking of the exchange, unless it is the standard masking.
  func writeMasking(to writer: inout JSONWriter) {
    guard masking.masksAnything else { return writer.member("masking", "none") }
    let standard = Masking.standard
    guard
      masking.replacement != standard.replacement || masking.requests != standard.requests
        || masking.responses != standard.responses
    else { return }
    writer.key("masking")
    writer.beginObject()
    writer.member("replacement", masking.replacement)
    Self.write(masking.requests, as: "requests", to: &writer)
    Self.write(masking.responses, as: "responses", to: &writer)
    writer.endObject()
  }

  private static func write(_ rules: MaskingRules, as name: String, to writer: inout JSONWriter) {
    let lists = [
      ("fields", rules.maskedFields.map(\.rawName)), ("names", Array(rules.maskedNames)),
      ("shownFields", rules.shownFields.map(\.rawName)), ("shownNames", Array(rules.shownNames)),
    ].filter { !$0.1.isEmpty }
    if lists.isEmpty { return }
    writer.key(name)
    writer.beginObject()
    for (name, texts) in lists {
      writer.key(name)
      writer.write(texts.sorted())
    }
    writer.endObject()
  }

  /// Reads the masking of a fixture.
  static func masking(_ root: JSONDocument.Node, _ path: String) throws(FixtureError) -> Masking {
    guard let node = root.member("masking") else { return .standard }
    if node.string == "none" { return .none }
    guard node.kind == .object, let replacement = node.member("replacement")?.string else {
      throw FixtureError(path, "has a `masking` that is neither \"none\" nor an object with a `replacement`")
    }
    try node.checkMembers(of: "masking", among: ["replacement", "requests", "responses"], path)
    return Masking(
      replacement: replacement, requests: try rules(node, "requests", path),
      responses: try rules(node, "responses", path))
  }

  private static func rules(
    _ masking: JSONDocument.Node, _ messages: String, _ path: String
  ) throws(FixtureError) -> MaskingRules {
    var rules = MaskingRules()
    guard let node = masking.member(messages) else { return rules }
    let parent = "masking.\(messages)"
    try node.checkMembers(of: parent, among: ["fields", "names", "shownFields", "shownNames"], path)
    func fields(_ name: String) throws(FixtureError) -> Set<HTTPFieldName> {
      var fields: Set<HTTPFieldName> = []
      for text in try node.strings(name, of: parent, path) {
        guard let field = HTTPFieldName(text) else {
          throw FixtureError(path, "has an invalid header name `\(text)` in `masking`")
        }
        fields.insert(field)
      }
      return fields
    }
    rules.mask(fields: try fields("fields"), names: Set(try node.strings("names", of: parent, path)))
    rules.show(fields: try fields("shownFields"), names: Set(try node.strings("shownNames", of: parent, path)))
    return rules
  }
}
