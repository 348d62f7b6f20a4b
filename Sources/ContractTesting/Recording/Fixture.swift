internal import ContractClient

/// One recorded exchange.
struct Fixture: Sendable {
  var request: HTTPRequest
  var response: HTTPResponse
  /// How the exchange was masked.
  var masking = Masking.standard

  /// The request's content; fixtures hold no streams.
  var requestContent: [UInt8] { request.body.heldBytes }

  /// Fields that the connection makes, and that say nothing about the exchange.
  private static let connectionFields: Set<HTTPFieldName> = [
    .connection, .contentLength, .transferEncoding, .date, "Keep-Alive",
  ]

  /// An exchange as it is kept: without secrets, and without what its connection has added.
  ///
  /// - Parameters:
  ///   - known: secrets that the request may hold.
  ///   - secrets: the same, and those that came with the response.
  init(
    _ request: HTTPRequest, content: [UInt8], _ response: HTTPResponse, _ masking: Masking,
    known: FixtureSecrets, secrets: FixtureSecrets
  ) {
    self.masking = masking
    self.request = Self.kept(request, content: content, masking, known)
    let removal = SecretRemoval(secrets, masking.replacement)
    self.request.fields = Self.kept(request.fields, removal, masking.applied(to: .requests))
    self.response = HTTPResponse(response.status)
    let masking = masking.applied(to: .responses)
    self.response.fields = Self.kept(response.fields, removal, masking)
    // Without content the length says what GET would bring (RFC 9110 §8.6), not how this answer came.
    if request.method == .head { self.response.fields[.contentLength] = response.fields[.contentLength] }
    let answer = masking.masked(response.body.heldBytes, response.fields)
    self.response.body = Self.body(removal.removed(fromContent: answer, response.fields))
  }

  /// A request with the target and the content that it has in a fixture.
  ///
  /// - Parameter secrets: what else is removed beside what is masked.
  static func kept(
    _ request: HTTPRequest, content: [UInt8], _ masking: Masking, _ secrets: FixtureSecrets
  ) -> HTTPRequest {
    let masking = masking.applied(to: .requests)
    let removal = SecretRemoval(secrets, masking.replacement)
    var kept = request
    kept.target = removal.removed(fromTarget: masking.masked(target: request.target))
    kept.body = body(removal.removed(fromContent: masking.masked(content, request.fields), request.fields))
    return kept
  }

  init(request: HTTPRequest, response: HTTPResponse, masking: Masking) {
    self.request = request
    self.response = response
    self.masking = masking
  }

  private static func body(_ bytes: [UInt8]) -> HTTPBody { bytes.isEmpty ? .empty : .bytes(bytes) }

  private static func kept(_ fields: HTTPFields, _ removal: SecretRemoval, _ masking: Masking) -> HTTPFields {
    HTTPFields(
      masking.masked(fields).lines.compactMap { line in
        guard !connectionFields.contains(line.name) else { return nil }
        // Masked content is no longer compressed.
        if masking.masksAnything, line.name == .contentEncoding { return nil }
        return HTTPField(line.name, HTTPFieldValue(removal.removed(from: line.value.rawValue)) ?? "")
      })
  }
}

extension HTTPBody {
  /// Content that is in memory.
  var heldBytes: [UInt8] {
    if case .bytes(let bytes) = self { bytes } else { [] }
  }
}
