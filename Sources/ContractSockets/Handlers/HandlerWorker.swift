internal import ContractHTTP
internal import ContractLoop

/// A task that runs handlers, one after another.
///
/// A task cannot be cancelled for one handler only: a cancelled worker ends with its handler.
final class HandlerWorker:
  // SAFETY: only the loop's thread accesses a worker, as for its queue.
  @unchecked Sendable
{
  private let queue: HandlerQueue
  private let loop: ContractLoop

  /// The connection whose handler runs.
  private var current: Connection?
  /// The number of requests that may still be handled in this iteration of the loop.
  private var left = HandlerQueue.maxRequestsPerTurn
  private var task: Task<Void, Never>?
  private var identity: LoopActivity.TaskIdentity?
  /// True when the loop knows which handler this worker's task runs.
  private var isNamed = false
  private var isCancelled = false
  private var parked: UnsafeContinuation<Void, Never>?

  init(_ queue: HandlerQueue) {
    self.queue = queue
    self.loop = queue.loop
  }

  /// Creates the task, which begins in a separate job of the loop; once the loop has stopped, it begins elsewhere and ends.
  /// Detached, because another handler may be running, whose task-local values must not be inherited.
  func start() {
    task = Task.detached(executorPreference: loop) {
      self.identity = .current
      await self.serve()
    }
  }

  /// Continues with the waiting requests.
  func wake() {
    let continuation = parked
    parked = nil
    continuation?.resume()
  }

  /// Cancels the running handler.
  func cancel() {
    isCancelled = true
    task?.cancel()
  }

  /// Starts the timeout of a handler that has suspended, and names its later jobs for reports of blocked loops.
  func handlerHasSuspended() {
    guard let current else { return }
    if let identity { isNamed = loop.activity.name(identity, tag: current.request.tag) }
    current.handlerHasSuspended()
  }

  private func forgetName() {
    isNamed = false
    if let identity { loop.activity.forget(identity) }
  }

  // MARK: Requests

  /// Runs handlers until the worker ends.
  private func serve() async {
    while loop.isCurrent {
      guard let connection = next() else {
        left = HandlerQueue.maxRequestsPerTurn
        guard !isCancelled, queue.park(self) else { return }
        // `wake` of the queue, which holds the worker, resumes the continuation once.
        await withUnsafeContinuation { parked = $0 }
        continue
      }
      let serial = connection.request.serial
      if let request = connection.request.admitted {
        let response = await request.respond(to: connection.takeBody())
        if response.status == .switchingProtocols, let upgrade = response.arrival?.connection as? any ConnectionUpgrade
        {
          begin(upgrade, after: response, on: connection, serial)
        } else if let stream = deliver(consume response, to: connection, for: serial) {
          await connection.send(stream, for: serial, of: connection.request.admitted)
        }
      }
      guard finish(connection) else { return }
      if left == 0 {
        left = HandlerQueue.maxRequestsPerTurn
        await Task.yield()
      }
    }
  }

  /// Returns the connection whose handler runs next.
  private func next() -> Connection? {
    while !isCancelled, let connection = queue.take() {
      guard connection.startHandler(self, loop.activity) else { continue }
      current = connection
      if !queue.serves(self) { handlerHasSuspended() }
      return connection
    }
    return nil
  }

  /// Sends a response and keeps the memory of its body. Returns a stream to be sent.
  private func deliver(
    _ response: consuming HTTPResponse, to connection: Connection, for serial: Int
  ) -> ByteStream? {
    guard loop.isCurrent else { return nil }
    let stream = connection.deliver(response, for: serial)
    var body = HTTPBody.empty
    swap(&body, &response.body)
    if case .bytes(let bytes) = consume body { connection.server.memory.keepBody(bytes) }
    return stream
  }

  /// Switches to another protocol, which runs in its own task.
  private func begin(
    _ upgrade: any ConnectionUpgrade, after response: HTTPResponse, on connection: Connection, _ serial: Int
  ) {
    guard loop.isCurrent, connection.switchProtocols(to: upgrade.protocolName, response, for: serial) else { return }
    UpgradedConnection.start(upgrade, on: connection, for: serial)
  }

  /// Ends a request. Returns false when the worker ends with it.
  private func finish(_ connection: Connection) -> Bool {
    guard loop.isCurrent else {
      // The loop has stopped but may not have closed the connection yet. Closing it cancels this worker.
      queue.keep(self)
      return false
    }
    if isNamed { forgetName() }
    current = nil
    left -= 1
    connection.request.leave(self)
    return true
  }
}
