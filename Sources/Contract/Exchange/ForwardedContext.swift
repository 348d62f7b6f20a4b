/// Sends the trace and the id of the request that a handler is answering with the calls that it makes.
///
/// ```swift
/// let upstream = APIClient(baseURL: "http://stock.internal").middleware(ForwardedContext())
/// ```
///
/// Outside a handler, and on a server whose middleware keeps neither, calls are as they were. Fields that a call has
/// already stay. Add it only to clients of services that may know these names: they say who talks to whom.
public struct ForwardedContext: Middleware {
  private let sendsRequestID: Bool

  /// Sends `traceparent` and `tracestate`.
  ///
  /// - Parameter sendsRequestID: sends `X-Request-ID` as well.
  public init(sendsRequestID: Bool = true) {
    self.sendsRequestID = sendsRequestID
  }

  /// Adds the fields and passes the request on.
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
