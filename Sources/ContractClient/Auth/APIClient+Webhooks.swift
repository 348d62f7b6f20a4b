public import Contract
internal import ContractCoding
internal import ContractLoop

extension APIClient {
  /// Signs the body of each request as a webhook.
  ///
  /// All attempts of a call share one `webhook-id`, and each has its own timestamp. To choose the id, set the header.
  /// Attempt middleware that changes bodies must be added before this modifier. Middleware that is added later runs after
  /// the request is signed.
  ///
  /// A call with a streamed body throws ``ClientError`` with the code `invalidInput`, because the signature precedes
  /// the body.
  public func signingWebhooks(_ signature: WebhookSignature) -> APIClient {
    attemptMiddleware(WebhookSigning(signature: signature))
  }
}

/// Middleware that signs each attempt of a call.
private struct WebhookSigning: ClientMiddleware {
  let signature: WebhookSignature

  func handle(
    _ request: HTTPRequest, in call: ClientCall, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let body: [UInt8]
    switch request.body {
    case .empty: body = []
    case .bytes(let bytes): body = bytes
    case .stream:
      throw ClientError(
        .invalidInput, stage: .encode, "a streamed body cannot be signed; pass its bytes instead",
        operation: call.operation)
    }
    var request = request
    await signature.sign(&request.fields, body, id: call.id, at: Int64(call.configuration.clock.unixSeconds))
    return try await next(request)
  }
}
