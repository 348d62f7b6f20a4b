internal import ContractCoding
internal import ContractHTTP

/// A declared response, filled with the document's examples or with generated values.
struct MockResponse {
  private let declared: OpenAPIResponse
  private let document: OpenAPIDocument
  private let spelling: ValueSpelling
  private let seed: UInt64

  init(_ declared: OpenAPIResponse, _ document: OpenAPIDocument, seed: UInt64) {
    self.declared = declared
    self.document = document
    self.seed = seed
    spelling = ValueSpelling(checker: ValueChecker(document, sent: .response))
  }

  /// Returns the response with a status that the declaration covers.
  func response(_ code: Int) -> HTTPResponse {
    let status = HTTPStatus(code) ?? .ok
    var response = HTTPResponse(status)
    for header in declared.headers {
      guard let name = HTTPFieldName(header.name), name != .contentType, let value = value(of: header) else { continue }
      let text = ParameterSpelling(parameter: header, spelling: spelling).fieldValue(value)
      if let text = HTTPFieldValue(text) { response.fields[name] = text }
    }
    guard status.allowsContent, let media = declared.content.preferred else { return response }
    let type = media.sentType(spelling)
    response.fields[.contentType] = HTTPFieldValue(type)
    response.body = .bytes(bytes(of: media, type))
    return response
  }

  private func value(of header: OpenAPIParameter) -> JSONValue? {
    if let example = example(in: header.node) { return example }
    var generator = ValueGenerator(spelling.checker, seed: seed, alphabet: .plain)
    return header.schema.flatMap { generator.example(of: $0) }
  }

  private func bytes(of media: OpenAPIMediaType, _ type: String) -> [UInt8] {
    var generator = ValueGenerator(spelling.checker, seed: seed, alphabet: .plain)
    let example = example(in: media.node)
    if example == nil, let item = media.itemSchema {
      var stream = MockStream(document, generator)
      return stream.bytes(of: item, as: type)
    }
    guard let value = example ?? media.schema.flatMap({ generator.example(of: $0) }) else { return [] }
    let body = OperationBody(.value(value), as: type)
    // If the media type cannot represent the value, the body is empty.
    return (try? body.encoded(media, spelling).bytes) ?? []
  }

  /// Returns the example of a header or media type; nil if there is none.
  private func example(in node: OpenAPINode) -> JSONValue? {
    if let example = node.value["example"] { return example }
    for (_, example) in node["examples"]?.members ?? [] {
      if let resolved = try? document.resolve(example), let value = resolved.value["value"] { return value }
    }
    return nil
  }
}
