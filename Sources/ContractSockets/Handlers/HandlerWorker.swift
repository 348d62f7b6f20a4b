internal import ContractHTTP
internal import ContractLoop

/// A task that runs handlers, one after another.
///
/// A task cannot be cancelled for one handler only: once it has been cancelled, a worker ends with its handler.
final class HandlerWorker:
  // SAFETY: touched on the loop's thread alone, like its queue. Writers, which any thread may call, compare the thread first.
  @unchecked Sendable
{
  /// Memory of larger bodies is not kept.
  private static let largestMemory = 1 << 14

  private let queue: HandlerQueue
  private let loop: ContractLoop

  // SAFETY: without run-time checks of exclusive access: one thread touches these.

  /// The connection whose handler runs, with a reference that was the queue's, so that it is not counted once more.
  @exclusivity(unchecked) private var current: Unmanaged<Connection>?
  /// The number of its request among those of the connection.
  @exclusivity(unchecked) private var serial = 0
  /// The number of its request among those of this worker.
  @exclusivity(unchecked) private var ticket = 0
  /// A body of the response, to be pulled when the handler has returned.
  @exclusivity(unchecked) private var stream: HTTPBodyStream?
  /// Memory of an earlier body.
  @exclusivity(unchecked) private var memory: [UInt8] = []
  /// The requests that are left in this turn of the loop.
  @exclusivity(unchecked) private var left = HandlerQueue.maxRequestsPerTurn
  private var task: Task<Void, Never>?
  private var identity: LoopPulse.TaskIdentity?
  /// The loop knows which handler this worker's task stands for.
  @exclusivity(unchecked) private var isNamed = false
  @exclusivity(unchecked) private var isCancelled = false
  @exclusivity(unchecked) private var parked: UnsafeContinuation<Void, Never>?

  init(_ queue: HandlerQueue) {
    self.queue = queue
    self.loop = queue.loop
  }

  /// Starts the task, which begins at once. Detached, because it may be started while another handler runs, whose
  /// task-local values are not for it.
  func start() {
    let task = Task.immediateDetached(executorPreference: loop) {
      self.identity = .current
      await self.serve(self.queue.place)
    }
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

  /// The handler has suspended, or may do so unseen: the loop should know later work of this task as the handler's.
  func handlerHasSuspended() {
    guard let connection = current?.takeUnretainedValue() else { return }
    if let identity, let tag = connection.terms?.tag { isNamed = loop.pulse.name(identity, tag: tag) }
    connection.handlerHasSuspended()
  }

  private func forgetName() {
    isNamed = false
    if let identity { loop.pulse.forget(identity) }
  }

  // MARK: Requests

  /// A worker's next action.
  private enum Step {
    case handle(RunningRequest)
    case park
    case end
  }

  private func serve(_ place: HandlerPlace) async {
    while true {
      switch next(place) {
      case .handle(let request):
        await request.port.respond(
          to: request.head, content: request.content, from: request.peer,
          through: ResponseWriter(self, ticket: ticket))
        if stream != nil, let stream = stream.take() {
          await current?.takeUnretainedValue().pull(stream, for: serial)
        }
        guard finish(place) else { return }
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
  private func next(_ place: HandlerPlace) -> Step {
    guard place.loop.isCurrent else { return .end }
    while !isCancelled, let taken = place.queue.take() {
      let request = taken._withUnsafeGuaranteedRef { connection in
        serial = connection.serial
        return connection.startHandler(self, place)
      }
      if let request {
        ticket &+= 1
        current = taken
        if !place.queue.serves(self) { handlerHasSuspended() }
        return .handle(request)
      }
      taken.release()
    }
    left = HandlerQueue.maxRequestsPerTurn
    return !isCancelled && place.queue.park(self) ? .park : .end
  }

  /// Ends a request; false when this is the worker's last.
  private func finish(_ place: HandlerPlace) -> Bool {
    if isNamed { forgetName() }
    let isHere = place.loop.isCurrent
    if let current {
      if isHere { current._withUnsafeGuaranteedRef { $0.leave(self, for: serial) } }
      self.current = nil
      current.release()
    }
    left -= 1
    return isHere
  }

  // MARK: Writers

  /// True for the request that this worker handles, on the loop's thread.
  @inline(__always)
  private func handles(_ ticket: Int) -> Bool { loop.isCurrent && ticket == self.ticket && current != nil }

  func deliver(_ response: HTTPResponse, for ticket: Int) {
    guard handles(ticket), let current else { return }
    // A second response does not replace the body of the first.
    if let body = current._withUnsafeGuaranteedRef({ $0.deliver(response, for: serial) }) { stream = body }
  }

  func awaitsResponse(for ticket: Int) -> Bool {
    guard handles(ticket), let current else { return false }
    return current._withUnsafeGuaranteedRef { $0.waits(for: serial) }
  }

  func takeMemory(for ticket: Int) -> [UInt8] {
    guard handles(ticket) else { return [] }
    var taken: [UInt8] = []
    swap(&taken, &memory)
    return taken
  }

  func keepMemory(_ memory: consuming [UInt8], for ticket: Int) {
    if handles(ticket), memory.capacity <= Self.largestMemory { self.memory = memory }
  }
}

/// A request with everything that its handler takes.
struct RunningRequest {
  let port: any ResponderPort
  let head: RequestHead
  let content: IncomingContent
  let peer: PeerAddress
}
