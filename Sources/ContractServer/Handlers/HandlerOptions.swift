public import Contract

/// The options of a server for running handlers and for detecting those that block a loop.
///
/// ```swift
/// var handlers = HandlerOptions()
/// handlers.maxBlockingThreads = 16
/// handlers.onStall = { stall in log.warning("\(stall)") }
/// let server = Server(port: 8080, handlers: handlers) { ReportRoutes(database).blocking() }
/// ```
public struct HandlerOptions: Sendable {
  /// The executor of handlers whose routes set none. Default: the loop of their connection.
  public var execution = HandlerExecution.loop
  /// The maximum number of threads for handlers of `.blocking` routes. Default: 64. Threads are created on demand and end after
  /// 10 idle seconds.
  public var maxBlockingThreads = 64
  /// The maximum number of requests of `.blocking` routes that wait for a thread. Default: 1000. Exceeding it: 503 with
  /// `Retry-After: 1`.
  public var maxBlockingQueue = 1000
  /// The time after which a handler that blocks its loop is reported; nil disables reports. Default: 100 milliseconds. It
  /// excludes time in which the thread is ready but gets no processor. A handler that takes 1.5 times as long is always
  /// detected, and so is an iteration in which several handlers together take twice as long.
  public var stallThreshold: Duration? = .milliseconds(100)
  /// Called with each stall when it is detected and when it ends, on a separate thread. Default: writes a line to standard
  /// error.
  public var onStall: (@Sendable (LoopStall) -> Void)?

  /// Creates the default options.
  public init() {}
}

/// A blocked loop of a server. All its connections wait.
public struct LoopStall: Sendable, CustomStringConvertible {
  /// The thread's name, such as `contract-0`.
  public let loop: String
  /// The operation whose handler has blocked the loop for the threshold. Nil if the cause is not one handler, but a
  /// task that a handler started, middleware, the engine, or several short handlers.
  public let operation: APIOperation?
  /// The duration of the stall so far, or in total.
  public let duration: Duration
  /// False when the stall is detected, true when it has ended.
  public let isOver: Bool

  /// The stall, the loop, and the remedy.
  public var description: String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
    let cause = operation.map { "the handler of \($0)" } ?? "unknown code"
    if isOver { return "\(loop) continues after \(cause) blocked it for \(milliseconds) ms" }
    let remedy = operation == nil ? "" : "; run the route with .on(.blocking) or .on(.concurrent)"
    return "\(loop) has been blocked for \(milliseconds) ms by \(cause)\(remedy)"
  }
}
