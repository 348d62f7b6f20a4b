public import Contract

/// One finished span of a client: a call, or one attempt of it.
public struct ClientSpan: Sendable {
  /// What a span is about.
  public enum Kind: String, Sendable, Hashable {
    /// A call with all its attempts.
    case call
    /// One attempt, whose context the server was told.
    case attempt
  }

  /// What the span is about.
  public let kind: Kind
  /// Its place in the trace.
  public let context: TraceContext
  /// The operation's id.
  public let name: String
  /// The template of the path.
  public let route: String
  /// The method.
  public let method: HTTPMethod
  /// The number of the attempt, or for a call of all its attempts.
  public let attempt: Int
  /// The status of the response; nil without one.
  public let status: HTTPStatus?
  /// The error in place of a response.
  public let error: (any Error)?
  /// When it began, in milliseconds since 1970-01-01T00:00:00Z.
  public let start: Int64
  /// How long it took, a streamed call's to the head of the response.
  public let duration: Duration
}

/// Takes finished spans.
public protocol ClientSpanSink: Sendable {
  /// Takes a span that is recorded. It runs inside the call and must not block.
  func ended(_ span: ClientSpan)
}

/// Gives every call a place in a distributed trace (W3C Trace Context), and tells servers with `traceparent`.
///
/// A call that a handler of this package's server makes continues the trace of the request that it answers; any other one
/// begins a trace. Each attempt is a span of its own below that of the call. A call that has a `traceparent` already
/// continues that one. The fields do not go along with a redirect to another origin.
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
    let (start, wall) = (clock.now(), Int64(clock.wall() * 1000))
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
        method: request.method, attempt: call.attempt, status: status, error: failure, start: wall,
        duration: .nanoseconds(clock.now() - start)))
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
  /// Gives every call a place in a distributed trace (W3C Trace Context) and sends `traceparent` and `tracestate`.
  ///
  /// A call that a handler makes continues the trace of the request that it answers, when the server's middleware keeps
  /// one (`Tracing`); any other begins a trace. Each attempt is a span below that of its call.
  ///
  /// - Parameters:
  ///   - share: how many of the traces that begin here are recorded, from 0 to 1.
  ///   - sink: gets the recorded spans; without one the fields are sent and that is all.
  public func tracing(share: Double = 1, to sink: (any ClientSpanSink)? = nil) -> APIClient {
    middleware(ClientTracing(share: share, sink: sink, kind: .call))
      .attemptMiddleware(ClientTracing(share: share, sink: sink, kind: .attempt))
  }

  /// Sends a name for each call in `X-Request-ID`, or another field, unless the call has one.
  ///
  /// A call that a handler makes has the name of the request that it answers (``/Contract/ForwardedContext``), any other
  /// ``ClientCall/id``. All attempts have the same.
  public func requestID(_ field: HTTPFieldName = .requestID) -> APIClient {
    middleware(ClientRequestID(field: field))
  }

  /// Sends the trace and the name of the request that a handler is answering with the calls it makes; see
  /// ``/Contract/ForwardedContext``.
  public func forwardingContext(sendsRequestID: Bool = true) -> APIClient {
    middleware(ForwardedContext(sendsRequestID: sendsRequestID))
  }
}
