public import Contract

/// How a server runs its handlers, and what it does about one that blocks a loop.
///
/// ```swift
/// var handlers = HandlerOptions()
/// handlers.maxBlockingThreads = 16
/// handlers.onStall = { stall in log.warning("\(stall)") }
/// let server = Server(port: 8080, handlers: handlers) { ReportRoutes(database).blocking() }
/// ```
public struct HandlerOptions: Sendable {
  /// Where handlers run whose routes say nothing else: on the loop of their connection.
  public var execution = HandlerExecution.loop
  /// The most threads for handlers of `.blocking` routes: 64. They are made when they are needed, and end after 10 seconds
  /// without work.
  public var maxBlockingThreads = 64
  /// How many requests of `.blocking` routes may wait for one of these threads: 1000. Past it: 503 with `Retry-After: 1`.
  public var maxBlockingQueue = 1000
  /// How long one handler may keep its loop before that is reported: 100 milliseconds; nil looks at no loop. The time counts
  /// in which the loop's thread uses a processor or waits by itself, and not the time in which the machine gives it none. One
  /// that takes one and a half times of it is always noticed, and so is a turn in which several take twice of it.
  public var stallThreshold: Duration? = .milliseconds(100)
  /// Learns of each stall when it is noticed and again when it is over, on a thread of its own. Writes a line to standard
  /// error unless given.
  public var onStall: (@Sendable (LoopStall) -> Void)?

  /// The defaults.
  public init() {}
}

/// A loop of a server that has not turned for too long: something blocks it, and every connection on it waits.
public struct LoopStall: Sendable, CustomStringConvertible {
  /// The thread's name, such as `contract-0`.
  public let loop: String
  /// The operation whose handler has kept the loop for the threshold; nil when that is not known: the task of a handler's
  /// own, middleware, the engine, or several short handlers.
  public let operation: APIOperation?
  /// How long the loop has not turned: so far, or in all.
  public let duration: Duration
  /// False when the stall is noticed, true when it has ended.
  public let isOver: Bool

  /// What happens, where, and what to do.
  public var description: String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
    let what = operation.map { "the handler of \($0)" } ?? "something"
    if isOver { return "\(loop) turns again after \(milliseconds) ms, in which \(what) had blocked it" }
    let remedy = operation == nil ? "" : "; if it has to, let its route run on(.blocking) or on(.concurrent)"
    return "\(loop) has not turned for \(milliseconds) ms: \(what) blocks it\(remedy)"
  }
}
