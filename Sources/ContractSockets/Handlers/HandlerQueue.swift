internal import ContractHTTP
internal import ContractLoop

/// Complete requests of one loop that wait for their handlers, and the workers that run the handlers.
///
/// A task per request would cost more than most handlers do. A worker, which is a task of the loop, handles requests in
/// sequence while handlers return without suspending. If one suspends, another worker continues with the rest.
final class HandlerQueue: LoopStopHandler,
  // SAFETY: only the loop's thread accesses the queue. Workers return to the loop before accessing the queue; after the loop
  // has stopped, workers find that the loop is not current, and end. Then they access only `ended`, which has a lock.
  @unchecked Sendable
{
  /// The maximum number of idle workers. Further ones end.
  private static let maxIdleWorkers = 64
  /// The number of requests that a worker handles in one iteration of the loop.
  static let maxRequestsPerTurn = 256

  let loop: ContractLoop

  // SAFETY: only one thread accesses these properties, and no mutating access calls back, so run-time checks of exclusive
  // access are disabled.
  @exclusivity(unchecked) private var waiting = ConnectionQueue()
  @exclusivity(unchecked) private var workers = Workers()
  /// Workers that ended after the loop had stopped; nil once no connection refers to a worker.
  private let ended = Lock<[HandlerWorker]?>([])
  /// Calls ``checkServed()``. Created once, so that queueing it allocates nothing.
  private var check: @Sendable () -> Void = {}
  /// Sends the held responses.
  private var sendHeld: () -> Void = {}

  private struct Workers {
    var idle: [HandlerWorker] = []
    /// The worker that handles requests in this iteration of the loop.
    var serving: HandlerWorker?
  }

  init(_ loop: ContractLoop) {
    self.loop = loop
  }

  /// Begins to serve. Called on the loop before the first request.
  ///
  /// - Parameter sendHeld: called when a worker has started all waiting requests, or has suspended.
  func open(_ sendHeld: @escaping () -> Void) {
    self.sendHeld = sendHeld
    check = { [unowned self] in checkServed() }
    loop.addStopHandler(self)
  }

  /// Adds a connection with a complete request.
  func add(_ connection: Connection) {
    assert(workers.serving != nil || waiting.isEmpty, "requests wait without a worker")
    waiting.append(connection)
    if workers.serving == nil { serve() }
  }

  /// True when another handler with a complete request runs next.
  var hasWaiting: Bool { !waiting.isEmpty }

  /// Removes and returns the connection whose handler runs next.
  func take() -> Connection? { waiting.popFirst() }

  /// Keeps an idle worker. Returns false when there are enough.
  func park(_ worker: HandlerWorker) -> Bool {
    guard workers.idle.count < Self.maxIdleWorkers else { return false }
    workers.idle.append(worker)
    return true
  }

  /// Lets a worker take the waiting requests in a separate job of the loop.
  ///
  /// No handler runs within this call: the connection being processed may have bytes in the loop's buffers, and a handler may
  /// use other connections.
  private func serve() {
    let parked = workers.idle.popLast()
    let worker = parked ?? HandlerWorker(self)
    workers.serving = worker
    if parked == nil { worker.start() } else { worker.wake() }
    loop.execute(check)
  }

  /// Returns true when a worker takes requests: the serving one, or a worker whose handler had suspended and has now returned.
  func serves(_ worker: HandlerWorker) -> Bool {
    if workers.serving === worker { return true }
    if workers.serving != nil { return false }
    workers.serving = worker
    loop.execute(check)
    return true
  }

  /// Runs after the worker has returned to the loop. The timeout of a suspended handler starts here. Remaining requests
  /// need another worker.
  private func checkServed() {
    // Held responses are sent before another worker starts, because their connections then continue, and may write
    // output. A worker that had started earlier would write the responses of other connections after that output.
    sendHeld()
    let worker = workers.serving
    workers.serving = nil
    worker?.handlerHasSuspended()
    if hasWaiting { serve() }
  }

  /// Retains a worker that ends outside the loop until no connection refers to it. May be called on any thread.
  func keep(_ worker: HandlerWorker) {
    ended.withLock { _ = $0?.append(worker) }
  }

  /// Releases the kept workers. Called on the stopping loop after all connections have been closed.
  func connectionsEnded() {
    _ = ended.withLock { $0.take() }
  }

  func loopStops(_ loop: ContractLoop) {
    let idle = workers.idle
    workers.idle = []
    while take() != nil {}
    for worker in idle { worker.wake() }
  }
}

/// A ring buffer of connections.
private struct ConnectionQueue {
  private var entries = [Connection?](repeating: nil, count: 64)
  private var first = 0
  private var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ connection: Connection) {
    if count == entries.count { grow() }
    // The mask wraps the index, because the size is a power of two.
    entries[(first + count) & (entries.count - 1)] = connection
    count += 1
  }

  mutating func popFirst() -> Connection? {
    if count == 0 { return nil }
    var taken: Connection?
    swap(&taken, &entries[first])
    first = (first + 1) & (entries.count - 1)
    count -= 1
    return taken
  }

  private mutating func grow() {
    entries = Array(entries[first...] + entries[..<first]) + Array(repeating: nil, count: entries.count)
    first = 0
  }
}
