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

  // SAFETY: without run-time checks of exclusive access: one thread touches these.

  /// The connection whose handler runs, with a reference that was the queue's, so that it is not counted once more.
  @exclusivity(unchecked) private var current: Unmanaged<Connection>?
  /// Its request.
  @exclusivity(unchecked) private var request: AnyObject?
  /// The requests that are left in this turn of the loop.
  @exclusivity(unchecked) private var left = HandlerQueue.maxRequestsPerTurn
  private var task: Task<Void, Never>?
  private var identity: LoopPulse.TaskIdentity?
  /// The loop knows which handler this worker's task stands for.
  // SAFETY: without run-time checks of exclusive access: one thread touches it.
  @exclusivity(unchecked) private var isNamed = false
  @exclusivity(unchecked) private var isCancelled = false
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
    guard let connection = current?.takeUnretainedValue() else { return }
    if let identity, let route = connection.accepted?.route { isNamed = queue.loop.pulse.name(identity, tag: route) }
    connection.handlerHasSuspended()
  }

  private func forgetName() {
    isNamed = false
    if let identity { queue.loop.pulse.forget(identity) }
  }

  private func run() async {
    let slot = RequestSlot()
    identity = .current
    await RequestSlot.$bound.withValue(slot) { await serve(slot, queue.place) }
  }

  /// What a worker does next.
  private enum Step {
    case handle(RequestHandler)
    case park
    case end
  }

  private func serve(_ slot: RequestSlot, _ place: HandlerPlace) async {
    slot.answers(to: self)
    let holds = slot.holds
    while true {
      switch next(slot, place) {
      case .handle(let handler):
        await handler(slot)
        if let stream = slot.takeStream() { await current?.takeUnretainedValue().pull(stream, for: slot.serial) }
        guard finish(slot, place, holds) else { return }
        if left == 0 {
          left = HandlerQueue.maxRequestsPerTurn
          await Task.yield()
        }
      case .park:
        // Resumed once: by `wake`, of the queue that holds it from here on.
        await withUnsafeContinuation { parked = $0 }
      case .end:
        return
      }
    }
  }

  /// Takes the request that waits longest, unless the loop has stopped while this worker was away.
  private func next(_ slot: RequestSlot, _ place: HandlerPlace) -> Step {
    guard place.loop.isCurrent else { return .end }
    while !isCancelled, let taken = place.queue.take() {
      if let handler = taken._withUnsafeGuaranteedRef({ begin($0, slot, place) }) {
        current = taken
        if !place.queue.serves(self) { handlerHasSuspended() }
        return .handle(handler)
      }
      taken.release()
    }
    left = HandlerQueue.maxRequestsPerTurn
    return !isCancelled && place.queue.park(self) ? .park : .end
  }

  /// Puts the request of a connection into the slot; nil when nobody waits for its answer any more.
  @inline(__always)
  private func begin(_ connection: Connection, _ slot: RequestSlot, _ place: HandlerPlace) -> RequestHandler? {
    guard let call = connection.startHandler(self, place) else { return nil }
    slot.set(call.request, serial: connection.serial)
    request = call.request
    return call.handler
  }

  /// Ends a request; false when this is the worker's last.
  private func finish(_ slot: RequestSlot, _ place: HandlerPlace, _ holds: UInt) -> Bool {
    if isNamed { forgetName() }
    let isHere = place.loop.isCurrent
    if let current {
      if isHere {
        // Nobody else will answer: what the slot takes from other tasks goes nowhere.
        if current._withUnsafeGuaranteedRef({ $0.waits(for: slot.serial) }) { slot.deliver(answerTo: MissingAnswer()) }
        current._withUnsafeGuaranteedRef { $0.leave(self) }
      }
      self.current = nil
      current.release()
    }
    // A task that the handler has started has the slot, and keeps what is in it.
    guard slot.holds == holds else {
      slot.keep()
      request = nil
      return false
    }
    slot.clear()
    request = nil
    left -= 1
    return isHere
  }
}

extension HandlerWorker: ResponseSink {
  func deliver(_ response: HTTPResponse, for serial: Int) -> HTTPBodyStream? {
    guard let current else { return nil }
    return current._withUnsafeGuaranteedRef { $0.deliver(response, for: serial) }
  }

  func answer(to error: any Error, of request: AnyObject) -> HTTPResponse {
    queue.place.responder.answer(to: error, of: request)
  }
}
