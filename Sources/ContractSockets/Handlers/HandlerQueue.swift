internal import ContractLoop

/// The requests of one loop that are complete and wait for their handlers, and the workers that run these.
///
/// A task for each request would cost more than most handlers do. So a worker, which is a task of the loop, takes one
/// request after another as long as handlers return without suspending; one that suspends keeps its worker, and another
/// worker goes on with the rest.
final class HandlerQueue: LoopStopHandler,
  // SAFETY: touched on the loop's thread alone. Workers return to the loop before they touch it; after the loop has
  // stopped they find it not current and end.
  @unchecked Sendable
{
  /// Workers that are kept for later; more of them end when they have nothing to do.
  private static let maxIdleWorkers = 64
  /// Requests that a worker takes in one turn of the loop.
  static let maxRequestsPerTurn = 256

  /// Places at the front of the queue that are left empty before it moves up.
  private static let maxServed = 1024

  let loop: ContractLoop

  // SAFETY: without run-time checks of exclusive access: one thread touches these, and their changes call nothing back.
  /// Each with a reference of its own, which whoever takes it out gets.
  @exclusivity(unchecked) private var waiting: [Unmanaged<Connection>] = []
  @exclusivity(unchecked) private var next = 0
  @exclusivity(unchecked) private var idle: [HandlerWorker] = []
  /// The worker that takes requests in this turn of the loop.
  @exclusivity(unchecked) private var serving: HandlerWorker?
  /// Made once, so that queueing it allocates nothing.
  private var check: @Sendable () -> Void = {}
  /// Sends what handlers have answered that have run right behind each other.
  private var sendAnswers: () -> Void = {}
  private let responder: any HTTPResponder

  init(_ loop: ContractLoop, _ responder: any HTTPResponder) {
    self.loop = loop
    self.responder = responder
  }

  /// What the workers of this queue use.
  var place: HandlerPlace {
    HandlerPlace(queue: self, loop: loop, pulse: loop.pulse, responder: responder)
  }

  /// Begins to serve; called on the loop before the first request.
  ///
  /// - Parameter sendAnswers: called when a worker has taken all that waited, or has suspended.
  func open(_ sendAnswers: @escaping () -> Void) {
    self.sendAnswers = sendAnswers
    check = { [unowned self] in checkServed() }
    loop.addStopHandler(self)
  }

  /// Adds a connection whose request is complete.
  func add(_ connection: Connection) {
    assert(serving != nil || !isWaitedFor, "requests wait and nobody has been asked to take them")
    waiting.append(.passRetained(connection))
    if serving == nil { serve() }
  }

  /// True when a handler runs next that has its request.
  var isWaitedFor: Bool { next < waiting.count }

  /// The connection whose handler is to run next.
  ///
  /// - Returns: the connection with a reference that the caller has to release.
  func take() -> Unmanaged<Connection>? {
    guard next < waiting.count else {
      if next > 0 { waiting.removeAll(keepingCapacity: true) }
      next = 0
      return nil
    }
    next += 1
    let connection = waiting[next - 1]
    // Under load there is always somebody waiting; those who have been served leave all the same.
    if next >= Self.maxServed && next * 2 >= waiting.count {
      waiting.removeFirst(next)
      next = 0
    }
    return connection
  }

  /// Keeps a worker that has nothing to do; false when there are enough of them.
  func park(_ worker: HandlerWorker) -> Bool {
    guard idle.count < Self.maxIdleWorkers else { return false }
    idle.append(worker)
    return true
  }

  private func serve() {
    let parked = idle.popLast()
    let worker = parked ?? HandlerWorker(self)
    serving = worker
    if parked == nil {
      worker.start()
      sendAnswers()
      // The first handlers have run inside, whatever comes next.
      loop.pulse.runNothing()
    } else {
      worker.wake()
    }
    loop.execute(check)
  }

  /// A worker takes requests: the serving one, or one whose handler had suspended and has come back.
  func serves(_ worker: HandlerWorker) -> Bool {
    if serving === worker { return true }
    if serving != nil { return false }
    serving = worker
    loop.execute(check)
    return true
  }

  /// Runs behind the worker's stint. A handler that has suspended is timed from here on, most never are; when there are
  /// requests left, they need another worker.
  private func checkServed() {
    // First, because a connection whose answer has left may bring its next request, and has not sent what it answers
    // itself: a worker that began now would take others' requests and write behind it.
    sendAnswers()
    let worker = serving
    serving = nil
    worker?.handlerHasSuspended()
    if next < waiting.count { serve() }
  }

  func loopStops(_ loop: ContractLoop) {
    let workers = idle
    idle = []
    while let connection = take() { connection.release() }
    for worker in workers { worker.wake() }
  }
}

/// What the workers of a queue use for every request, handed from function to function: each reference that is read from an
/// object instead is counted.
struct HandlerPlace {
  let queue: HandlerQueue
  let loop: ContractLoop
  let pulse: LoopPulse
  let responder: any HTTPResponder
}
