internal import ContractHTTP
internal import ContractLoop

/// A task that runs handlers, one after another.
///
/// A task cannot be cancelled for one handler only: once it has been cancelled, a worker ends with its handler.
final class HandlerWorker:
  // SAFETY: touched on the loop's thread alone, like its queue.
  @unchecked Sendable
{
  private let queue: HandlerQueue
  /// The connection whose handler runs.
  // SAFETY: without run-time checks of exclusive access: one thread touches it; and without a reference of its own: while it
  // is set, `serve` has one.
  @exclusivity(unchecked) private(set) unowned(unsafe) var current: Connection?
  private var task: Task<Void, Never>?
  private var identity: LoopPulse.TaskIdentity?
  /// The loop knows which handler this worker's task stands for.
  // SAFETY: without run-time checks of exclusive access: one thread touches it.
  @exclusivity(unchecked) private var isNamed = false
  private var isCancelled = false
  // SAFETY: without run-time checks of exclusive access: one thread touches it.
  @exclusivity(unchecked) private var parked: UnsafeContinuation<Void, Never>?

  init(_ queue: HandlerQueue) {
    self.queue = queue
  }

  /// Starts the task, which begins at once. Detached, because it may be started while another handler runs, whose
  /// task-local values are not for it.
  func start() {
    let task = Task.immediateDetached(executorPreference: queue.loop) { await self.run() }
    if !isCancelled { self.task = task } else { task.cancel() }
  }

  /// Goes on with the requests that wait.
  func wake() {
    let continuation = parked
    parked = nil
    continuation?.resume()
  }

  /// Cancels the handler that runs.
  func cancel() {
    isCancelled = true
    task?.cancel()
  }

  /// The handler has suspended, or may do so unseen: what runs when it goes on should be known as its.
  func handlerHasSuspended() {
    guard let current else { return }
    if let identity, let route = current.accepted?.route { isNamed = queue.loop.pulse.name(identity, tag: route) }
    current.handlerHasSuspended()
  }

  private func forgetName() {
    isNamed = false
    if let identity { queue.loop.pulse.forget(identity) }
  }

  private func run() async {
    let slot = RequestSlot()
    identity = .current
    await RequestSlot.$bound.withValue(slot) { await serve(slot) }
  }

  private func serve(_ slot: RequestSlot) async {
    let queue = queue
    let loop = queue.loop
    let holds = slot.holds
    var left = HandlerQueue.maxRequestsPerTurn
    // A request that nobody holds any more, for the next one.
    var spent: AnyObject?
    while !isCancelled {
      if let connection = queue.take() {
        let serial = connection.serial
        guard var (handler, request) = connection.startHandler(self, reusing: spent) else { continue }
        spent = nil
        // The slot and this worker have no references of their own.
        defer { withExtendedLifetime(connection) {} }
        slot.set(request, connection, serial: serial)
        current = connection
        if !queue.serves(self) { handlerHasSuspended() }
        await handler(slot)
        if let stream = slot.takeStream() { await connection.pull(stream, for: serial) }
        if isNamed { forgetName() }
        current = nil
        // A task that the handler has started has the slot, and keeps what is in it.
        guard slot.holds == holds else {
          withExtendedLifetime(request) { slot.keep() }
          if loop.isCurrent { connection.leave(self) }
          return
        }
        slot.request = nil
        // The loop has stopped while the handler was away.
        guard loop.isCurrent else { return }
        connection.leave(self)
        if isKnownUniquelyReferenced(&request), connection.recycle(request) { spent = request }
        left -= 1
        guard left == 0 else { continue }
        left = HandlerQueue.maxRequestsPerTurn
        await Task.yield()
      } else {
        left = HandlerQueue.maxRequestsPerTurn
        spent = nil
        guard queue.park(self) else { return }
        // Resumed once: by `wake`, of the queue that holds it from here on.
        await withUnsafeContinuation { parked = $0 }
      }
      guard loop.isCurrent else { return }
    }
  }
}
