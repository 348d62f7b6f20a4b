public import Contract
internal import ContractLoop

/// A finished client span: a call, or one attempt of it.
public struct ClientSpan: Sendable {
  /// The scope of a span.
  public enum Kind: String, Sendable, Hashable {
    /// A call with all its attempts.
    case call
    /// One attempt, whose context was sent to the server.
    case attempt
  }

  /// The scope of the span.
  public let kind: Kind
  /// The span's trace context.
  public let context: TraceContext
  /// The operation's ID.
  public let name: String
  /// The path template.
  public let route: String
  /// The method.
  public let method: HTTPMethod
  /// The number of the attempt; for a call, the total number of attempts.
  public let attempt: Int
  /// The status of the response; nil if there is no response.
  public let status: HTTPStatus?
  /// The error; nil if there was a response.
  public let error: (any Error)?
  /// The start time in milliseconds since 1970-01-01T00:00:00Z.
  public let start: Int64
  /// The duration; for a streamed call, up to the response head.
  public let duration: Duration
}

/// A destination for finished spans.
public protocol ClientSpanSink: Sendable {
  /// Exports a sampled span. The function runs inside the call and must not block.
  func ended(_ span: ClientSpan)
}

/// Middleware that propagates a distributed trace in `traceparent` and `tracestate` (W3C Trace Context).
///
/// A call with a `traceparent` header continues that trace, a call made by a handler of this package's server continues
/// the trace of the handler's request, and any other call begins a trace. Each attempt is a child span of its call. The
/// headers are not sent with a redirect to another origin.
struct ClientTracing: ClientMiddleware {
  let share: Double
  let sink: (any ClientSpanSink)?
  let kind: ClientSpan.Kind

  func handle(
    _ request: HTTPRequest, in call: ClientCall, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let context = context(of: request, call)
    var request = request
    request.fields["traceparent"] = HTTPFieldValue(unchecked: context.traceparent)
    request.fields["tracestate"] = context.state.map(HTTPFieldValue.init(unchecked:))
    guard let sink, context.isSampled else { return try await next(request) }
    let clock = call.configuration.clock
    let (start, wall) = (clock.now(), clock.unixMilliseconds)
    // Middleware of the program may begin another attempt before this one ends.
    let attempt = call.attempt
    let result = await Result.catching { try await next(request) }
    var status: HTTPStatus?
    var failure: (any Error)?
    switch result {
    case .success(let response): status = response.status
    case .failure(let error): failure = error
    }
    sink.ended(
      ClientSpan(
        kind: kind, context: context, name: call.operation.id, route: call.operation.path.description,
        method: request.method, attempt: kind == .attempt ? attempt : call.attempt, status: status, error: failure,
        start: wall, duration: .nanoseconds(clock.now() - start)))
    return try result.get()
  }

  private func context(of request: HTTPRequest, _ call: ClientCall) -> TraceContext {
    let parents = request.fields.values("traceparent").map(\.rawValue)
    let states = request.fields.values("tracestate").map(\.rawValue)
    if let context = TraceContext(continuing: parents, tracestate: states) { return context }
    if let outer = Exchange.current?.trace,
      let context = TraceContext(continuing: [outer.traceparent], tracestate: outer.state.map { [$0] } ?? [])
    {
      return context
    }
    return TraceContext(isSampled: call.configuration.clock.random() < share)
  }
}

extension APIClient {
  /// Makes each call part of a distributed trace and sends `traceparent` and `tracestate` (W3C Trace Context).
  ///
  /// A call made by a handler continues the trace of the handler's request if the server uses the middleware `Tracing`;
  /// any other call begins a trace. Each attempt is a child span of its call.
  ///
  /// - Parameters:
  ///   - share: The fraction of new traces to sample, from 0 to 1.
  ///   - sink: The destination of sampled spans; nil only sends the headers.
  public func tracing(share: Double = 1, to sink: (any ClientSpanSink)? = nil) -> APIClient {
    middleware(ClientTracing(share: share, sink: sink, kind: .call))
      .attemptMiddleware(ClientTracing(share: share, sink: sink, kind: .attempt))
  }

  /// Sends an ID for each call in `X-Request-ID` or another header, unless the call already has that header.
  ///
  /// A call made by a handler sends the ID of the handler's request (``/Contract/ServerRequest/id``); any other call
  /// sends its own ``ClientCall/id``. All attempts of a call send the same ID.
  public func requestID(_ field: HTTPFieldName = .requestID) -> APIClient {
    middleware(ClientRequestID(field: field))
  }

  /// Sends the trace and request ID of the request that the current handler serves; see ``/Contract/ForwardedContext``.
  public func forwardingContext(sendsRequestID: Bool = true) -> APIClient {
    middleware(ForwardedContext(sendsRequestID: sendsRequestID))
  }
}
