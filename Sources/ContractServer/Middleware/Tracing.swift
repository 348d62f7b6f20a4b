public import Contract

/// Keeps every request's place in a distributed trace (W3C Trace Context).
///
/// A valid `traceparent` is continued with a span of the server's own, anything else begins a new trace; a malformed
/// `tracestate` is dropped. Handlers find the context as `Exchange.current?.trace`, logs have the trace's id, and
/// ``/Contract/ForwardedContext`` sends it on with calls that a handler makes. The answer carries `traceresponse`, so that
/// a caller without tracing can name the trace.
///
/// ```swift
/// Server(port: 8080, middleware: [Tracing { span in exporter.add(span) }]) { … }
/// ```
public struct Tracing: ServerMiddleware {
  /// One finished request.
  public struct Span: Sendable {
    /// The request's place in its trace.
    public let context: TraceContext
    /// The operation's id, or the method alone where nothing is served.
    public let name: String
    /// The route's template; nil where nothing is served.
    public let route: String?
    /// The status of the answer.
    public let status: Int
    /// When it began, in milliseconds since 1970-01-01T00:00:00Z.
    public let start: Int64
    /// How long it took to the answer's head; nothing for what the server has refused before any middleware saw it.
    public let duration: Duration
  }

  private let share: Double
  private let trustsCallers: Bool
  private let onEnd: @Sendable (Span) -> Void
  private let time: TimeSource

  /// Keeps traces.
  ///
  /// - Parameters:
  ///   - trustsCallers: false begins a new trace with every request, for servers that are open to everybody.
  ///   - share: how many of the traces that begin here are recorded, from 0 to 1.
  ///   - onEnd: gets every recorded request when it has been answered; it runs on a loop and must not block.
  public init(
    trustsCallers: Bool = true, share: Double = 1,
    onEnd: @escaping @Sendable (Span) -> Void = { _ in }
  ) {
    self.init(trustsCallers: trustsCallers, share: share, time: .system, onEnd: onEnd)
  }

  package init(
    trustsCallers: Bool = true, share: Double = 1, time: TimeSource,
    onEnd: @escaping @Sendable (Span) -> Void
  ) {
    self.share = share
    self.trustsCallers = trustsCallers
    self.onEnd = onEnd
    self.time = time
  }

  /// Continues or begins a trace.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let context = context(request.fields)
    exchange.trace = context
    let start = Start(wall: time.wall(), steady: time.steady())
    exchange[Start.self] = start
    var status = 500
    defer {
      // The server has answered in the meantime, and that was told.
      if !exchange.isRefused { end(exchange, context, start, status: status) }
    }
    var response = try await next(request)
    status = response.status.code
    mark(&response, context)
    return response
  }

  /// Continues or begins the trace of a request that the server refuses by itself.
  public func willRefuse(in exchange: Exchange) {
    guard let head = exchange.head, exchange.trace == nil else { return }
    exchange.trace = context(head.fields)
    exchange[Start.self] = Start(wall: time.wall(), steady: time.steady())
  }

  /// Names the trace of an answer of the server's own, and tells of its end. What is no request belongs to no trace.
  public func refuse(_ response: inout HTTPResponse, in exchange: Exchange) {
    guard let context = exchange.trace, let start = exchange[Start.self] else { return }
    mark(&response, context)
    end(exchange, context, start, status: response.status.code)
  }

  private struct Start: Sendable {
    let wall: Int64
    let steady: Int64
  }

  private func end(_ exchange: Exchange, _ context: TraceContext, _ start: Start, status: Int) {
    guard context.isSampled else { return }
    onEnd(
      Span(
        context: context, name: exchange.operation?.id ?? exchange.head?.method.rawValue ?? "request",
        route: exchange.route, status: status, start: start.wall, duration: .nanoseconds(time.steady() - start.steady)))
  }

  private func context(_ fields: HTTPFields) -> TraceContext {
    if trustsCallers {
      let parents = fields.values("traceparent").map(\.rawValue)
      let states = fields.values("tracestate").map(\.rawValue)
      if let context = TraceContext(continuing: parents, tracestate: states) { return context }
    }
    return TraceContext(isSampled: Double.random(in: 0..<1) < share)
  }

  private func mark(_ response: inout HTTPResponse, _ context: TraceContext) {
    response.fields["traceresponse"] = HTTPFieldValue(unchecked: context.traceparent)
  }
}
