/// Middleware that adds the trace and the id of the current request to outgoing calls.
///
/// ```swift
/// let upstream = APIClient(baseURL: "http://stock.internal").middleware(ForwardedContext())
/// ```
///
/// Outside a handler, and without tracing or request-id middleware on the server, calls are unchanged. Existing headers of a
/// call are kept. Add this middleware only to clients of services that may learn these ids, which reveal who calls whom.
public struct ForwardedContext: Middleware {
  private let sendsRequestID: Bool

  /// Creates middleware that sends `traceparent` and `tracestate`.
  ///
  /// - Parameter sendsRequestID: whether to send `X-Request-ID` as well. Default: true.
  public init(sendsRequestID: Bool = true) {
    self.sendsRequestID = sendsRequestID
  }

  /// Adds the headers and passes the request on.
  public func handle(
    _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard let exchange = Exchange.current else { return try await next(request) }
    var request = request
    if let trace = exchange.trace, !request.fields.contains("traceparent") {
      request.fields["traceparent"] = HTTPFieldValue(unchecked: trace.traceparent)
      if let state = trace.state { request.fields["tracestate"] = HTTPFieldValue(unchecked: state) }
    }
    if sendsRequestID, !request.fields.contains(.requestID), let id = HTTPFieldValue(exchange.id) {
      request.fields[.requestID] = id
    }
    return try await next(request)
  }
}
