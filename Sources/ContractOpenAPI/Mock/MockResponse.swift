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
  ///
  /// - Parameter accepted: the media types that the client accepts.
  /// - Throws: ``MockObstacle`` if the body or a required header has no example and cannot be generated.
  func response(_ code: Int, accepting accepted: AcceptedMediaTypes) throws(MockObstacle) -> HTTPResponse {
    let status = HTTPStatus(code) ?? .ok
    var response = HTTPResponse(status)
    for header in declared.headers {
      guard let name = HTTPFieldName(header.name), name != .contentType, let text = try text(of: header) else {
        continue
      }
      if let text = HTTPFieldValue(text) { response.fields[name] = text }
    }
    guard status.allowsContent, let media = media(accepted) else { return response }
    let type = media.sentType(spelling)
    response.fields[.contentType] = HTTPFieldValue(type)
    response.body = .bytes(try bytes(of: media, type))
    return response
  }

  /// Returns the declared body with the highest weight; the default body if there are several, or if the client accepts
  /// none of them.
  private func media(_ accepted: AcceptedMediaTypes) -> OpenAPIMediaType? {
    guard let preferred = declared.content.preferred else { return nil }
    func weight(_ media: OpenAPIMediaType) -> Int {
      MediaType(media.sentType(spelling)).map { accepted.weight(of: $0) } ?? 0
    }
    var (best, most) = (preferred, weight(preferred))
    for media in declared.content where weight(media) > most { (best, most) = (media, weight(media)) }
    return best
  }

  private func text(of header: OpenAPIParameter) throws(MockObstacle) -> String? {
    let writing = ParameterSpelling(parameter: header, spelling: spelling)
    switch MockExample(of: header.node, in: document) {
    case .serialized(let text)?: return text
    case .value(let value)?: return writing.fieldValue(value)
    case nil:
      guard let schema = header.schema else { return nil }
      var generator = generator
      if let value = generator.example(of: schema) { return writing.fieldValue(value) }
      guard header.isRequired else { return nil }
      throw MockObstacle(
        "the header `\(header.name)` of the response \(declared.status)", generator.obstacle(to: schema))
    }
  }

  private var generator: ValueGenerator { ValueGenerator(spelling.checker, seed: seed, alphabet: .plain) }

  // MARK: - Body

  private func bytes(of media: OpenAPIMediaType, _ type: String) throws(MockObstacle) -> [UInt8] {
    switch MockExample(of: media.node, in: document) {
    case .serialized(let text)?: return Array(text.utf8)
    case .value(let value)?: return try bytes(of: value, media, type)
    case nil: break
    }
    var generator = generator
    if let item = media.itemSchema ?? Self.element(of: media, type, spelling) {
      var stream = MockStream(spelling.checker, generator)
      guard let bytes = stream.bytes(of: item, as: type) else { throw obstacle(type, generator.obstacle(to: item)) }
      return bytes
    }
    // Without a schema, every body is valid; an empty one is not JSON.
    guard let schema = media.schema else { return OperationBody.Format(type) == .json ? Array("{}".utf8) : [] }
    guard let value = generator.example(of: schema) else { throw obstacle(type, generator.obstacle(to: schema)) }
    return try bytes(of: value, media, type)
  }

  /// Returns the schema of a stream that describes one element, as documents before OpenAPI 3.2 do; nil for other bodies.
  private static func element(of media: OpenAPIMediaType, _ type: String, _ spelling: ValueSpelling) -> OpenAPINode? {
    let isStream = MockStream.hasEvents(type) || MockStream.hasLines(type)
    return isStream ? media.schema.flatMap { spelling.kind(of: [$0]) == .object ? $0 : nil } : nil
  }

  private func bytes(
    of value: JSONValue, _ media: OpenAPIMediaType, _ type: String
  ) throws(MockObstacle) -> [UInt8] {
    let format = OperationBody.Format(type)
    if format == .text || format == .binary, value.object != nil || value.array != nil, !Self.isYAML(type) {
      guard MockStream.hasLines(type), let lines = value.array else {
        throw obstacle(type, "the format of objects and arrays in this media type is unknown")
      }
      return lines.flatMap { MockStream.line($0, as: type).utf8 }
    }
    do throws(OperationRequestError) {
      return try OperationBody(.value(value), as: type).encoded(media, spelling).bytes
    } catch {
      throw obstacle(type, "\(error)")
    }
  }

  private func obstacle(_ type: String, _ reason: String) -> MockObstacle {
    MockObstacle("the \(type) body of the response \(declared.status)", reason)
  }

  /// Returns true for YAML, which includes JSON.
  private static func isYAML(_ type: String) -> Bool {
    let subtype = MediaType(type)?.subtype ?? ""
    return ["yaml", "x-yaml", "vnd.yaml"].contains(subtype) || subtype.ends(withBytes: "+yaml")
  }
}
