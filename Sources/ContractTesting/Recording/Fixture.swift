internal import ContractClient

/// One recorded exchange.
struct Fixture: Sendable {
  var request: HTTPRequest
  var response: HTTPResponse
  /// The masking applied to the exchange.
  var masking = Masking.standard

  /// The request body. Fixtures hold no streams.
  var requestContent: [UInt8] { request.body.heldBytes }

  /// Headers that depend on the connection, not on the exchange.
  private static let connectionFields: Set<HTTPFieldName> = [
    .connection, .contentLength, .transferEncoding, .date, "Keep-Alive",
  ]

  /// Creates a fixture without secrets or connection headers.
  ///
  /// - Parameters:
  ///   - known: The secrets that the request may contain.
  ///   - secrets: The secrets in `known` and in the response.
  init(
    _ request: HTTPRequest, content: [UInt8], _ response: HTTPResponse, _ masking: Masking,
    known: FixtureSecrets, secrets: FixtureSecrets
  ) {
    self.masking = masking
    self.request = Self.kept(request, content: content, masking, known)
    let removal = SecretRemoval(secrets, masking.replacement)
    self.request.fields = Self.kept(request.fields, removal, masking.applied(to: .requests))
    self.request.fields.updateDigests(of: content, replacedBy: self.request.body.heldBytes)
    self.response = HTTPResponse(response.status)
    let masking = masking.applied(to: .responses)
    self.response.fields = Self.kept(response.fields, removal, masking)
    // A response to HEAD keeps its `Content-Length`, which is the length of the content that GET would return (RFC 9110 §8.6).
    if request.method == .head { self.response.fields[.contentLength] = response.fields[.contentLength] }
    let received = response.body.heldBytes
    let kept = removal.removed(fromContent: masking.masked(received, response.fields), response.fields)
    self.response.body = Self.body(kept)
    self.response.fields.updateDigests(of: received, replacedBy: kept)
  }

  /// Returns a request with target and body as stored in a fixture.
  ///
  /// - Parameter secrets: The values to remove in addition to masking.
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
        // A masked body is stored uncompressed.
        if masking.masksAnything, line.name == .contentEncoding { return nil }
        return HTTPField(line.name, HTTPFieldValue(removal.removed(from: line.value.rawValue)) ?? "")
      })
  }
}
