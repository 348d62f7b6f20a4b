public import Contract
package import ContractLoop

/// Middleware that assigns every request its position in a distributed trace (W3C Trace Context).
///
/// A valid `traceparent` is continued with a new span; otherwise a new trace begins. A malformed `tracestate` is
/// dropped. Handlers read the context from `Exchange.current?.trace`, logs contain the trace id, and
/// ``/Contract/ForwardedContext`` propagates it to the calls that a handler makes. The response carries
/// `traceresponse`, from which a caller without tracing learns the trace id.
///
/// ```swift
/// Server(port: 8080, middleware: [Tracing { span in exporter.add(span) }]) { … }
/// ```
public struct Tracing: ServerMiddleware {
  /// A completed request.
  public struct Span: Sendable {
    /// The position of the request in its trace.
    public let context: TraceContext
    /// The operation's id, or the method if no route matches.
    public let name: String
    /// The path template of the route; nil without a matching route.
    public let route: String?
    /// The status of the response.
    public let status: Int
    /// The start in milliseconds since 1970-01-01T00:00:00Z.
    public let start: Int64
    /// The time until the response's head; almost zero if the server refused the request before any middleware ran.
    public let duration: Duration
  }

  private let share: Double
  private let trustsCallers: Bool
  private let onEnd: @Sendable (Span) -> Void
  private let time: TimeSource

  /// Creates tracing middleware.
  ///
  /// - Parameters:
  ///   - trustsCallers: false begins a new trace with every request, for public servers. Default: true.
  ///   - share: the share of new traces that are recorded, from 0 to 1. Default: 1.
  ///   - onEnd: called with every recorded request after its response; it runs on a loop and must not block.
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
    let start = Start(wall: time.unixMilliseconds, steady: time.now())
    exchange[Start.self] = start
    var status = 500
    defer {
      // The server has responded on its own and reported that response.
      if !exchange.isRefused {
        // The request is reported now. Without its start, `refuse` does not report it again if outer middleware times out.
        exchange[Start.self] = nil
        end(exchange, context, start, status: status)
      }
    }
    var response = try await next(request)
    status = response.status.code
    mark(&response, context)
    return response
  }

  /// Continues or begins the trace of a request that the server itself refuses.
  public func willRefuse(in exchange: Exchange) {
    guard let head = exchange.head, exchange.trace == nil else { return }
    exchange.trace = context(head.fields)
    exchange[Start.self] = Start(wall: time.unixMilliseconds, steady: time.now())
  }

  /// Adds the trace to a response that the server itself created, and reports the request. A malformed request has no
  /// trace.
  public func refuse(_ response: inout HTTPResponse, in exchange: Exchange) {
    guard let context = exchange.trace else { return }
    mark(&response, context)
    if let start = exchange[Start.self] { end(exchange, context, start, status: response.status.code) }
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
        route: exchange.route, status: status, start: start.wall, duration: .nanoseconds(time.now() - start.steady)))
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
