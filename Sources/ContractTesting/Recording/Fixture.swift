internal import ContractClient

/// One recorded exchange.
struct Fixture: Sendable {
  var request: HTTPRequest
  var response: HTTPResponse

  /// The request's content; fixtures hold no streams.
  var requestContent: [UInt8] { request.body.heldBytes }

  /// Fields that the connection makes, and that say nothing about the exchange.
  private static let connectionFields: Set<HTTPFieldName> = [
    .connection, .contentLength, .transferEncoding, .date, "Keep-Alive",
  ]

  /// An exchange as it is kept: without secrets, and without what its connection has added.
  init(_ request: HTTPRequest, content: [UInt8], _ response: HTTPResponse, _ masking: Masking) {
    // A replay knows the request alone, and has to come to the same one.
    let known = FixtureSecrets(request, nil, masking)
    let secrets = FixtureSecrets(request, response, masking)
    var request = request
    request.body = Self.body(known.removed(from: masking.masked(content, request.fields)))
    request.target = known.removed(from: masking.masked(target: request.target))
    request.fields = Self.kept(request.fields, secrets, masking)
    var kept = HTTPResponse(response.status)
    kept.body = Self.body(secrets.removed(from: masking.masked(response.body.heldBytes, response.fields)))
    kept.fields = Self.kept(response.fields, secrets, masking)
    self.request = request
    self.response = kept
  }

  init(request: HTTPRequest, response: HTTPResponse) {
    self.request = request
    self.response = response
  }

  private static func body(_ bytes: [UInt8]) -> HTTPBody { bytes.isEmpty ? .empty : .bytes(bytes) }

  private static func kept(_ fields: HTTPFields, _ secrets: FixtureSecrets, _ masking: Masking) -> HTTPFields {
    HTTPFields(
      masking.masked(fields).lines.compactMap { line in
        guard !connectionFields.contains(line.name) else { return nil }
        // Masked content is no longer compressed.
        if masking.masksAnything, line.name == .contentEncoding { return nil }
        return HTTPField(line.name, HTTPFieldValue(secrets.removed(from: line.value.rawValue)) ?? "")
      })
  }
}

extension HTTPBody {
  /// Content that is in memory.
  var heldBytes: [UInt8] {
    if case .bytes(let bytes) = self { bytes } else { [] }
  }
}
