import Contract
import ContractHTTP

/// Who asks, as a program knows it that decides late.
enum Asker {
  @TaskLocal static var current: HTTPFieldValue = "nobody"
}

/// Says who asks in a field that the client has not known before.
struct AskerSigning: Middleware {
  func handle(
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    var request = request
    request.fields["X-User"] = Asker.current
    return try await next(request)
  }
}
