internal import Contract

/// Names calls in a field.
struct ClientRequestID: ClientMiddleware {
  let field: HTTPFieldName

  func handle(
    _ request: HTTPRequest, in call: ClientCall, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard !request.fields.contains(field) else { return try await next(request) }
    var request = request
    request.fields[field] = Exchange.current.flatMap { HTTPFieldValue($0.id) } ?? HTTPFieldValue(call.id)
    return try await next(request)
  }
}
