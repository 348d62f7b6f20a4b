import Contract
import ContractHTTP

/// The caller, for a program that identifies the user only during a call.
enum Asker {
  @TaskLocal static var current: HTTPFieldValue = "nobody"
}

/// Sends the caller in a header that the client does not know.
struct AskerSigning: Middleware {
  func handle(
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    var request = request
    request.fields["X-User"] = Asker.current
    return try await next(request)
  }
}
