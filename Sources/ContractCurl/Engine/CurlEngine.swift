internal import CCurl
internal import ContractHTTP
package import ContractLoop

/// libcurl's multi interface on one loop: transfers, the sockets and the clock they need, and their ends.
///
/// The engine knows nothing of contracts. Its state belongs to the loop's thread; ``perform(_:)`` is for everyone.
/// User code never runs inside a libcurl callback, and nobody is resumed there: callbacks move bytes and take notes,
/// ``settle()`` acts on the notes afterwards.
package final class CurlEngine:
  // SAFETY: `loop` and `options` are immutable; everything else is touched on the loop's thread alone, and by
  // `deinit` after the end of it.
  @unchecked Sendable
{
  /// Handles that wait for reuse, at most.
  static let maxIdleHandles = 64
  /// From so many on, one of them is set up anew instead of making another.
  static let maxIdleShapes = 8

  package let loop: ContractLoop
  let options: CurlOptions

  // MARK: Loop thread only

  // SAFETY of what is not checked for exclusive access here: the loop's thread alone touches these properties, and
  // nothing calls back while one of them is being changed.

  let multi: UnsafeMutableRawPointer
  /// By descriptor.
  @exclusivity(unchecked) var sockets: [CurlSocket?] = []
  /// Sockets that epoll has no room for, and the timer that looks after them.
  @exclusivity(unchecked) var unwatched: [CurlSocket] = []
  @exclusivity(unchecked) var unwatchedTimer: TimerToken?
  /// Sockets of which libcurl has to hear at the end of the turn that they cannot be watched.
  @exclusivity(unchecked) var broken: [CurlSocket] = []
  /// Sockets of which libcurl wants to hear nothing now, each at its own `restingIndex`.
  @exclusivity(unchecked) var resting: [CurlSocket] = []
  /// Sockets of connections by port.
  @exclusivity(unchecked) var ports = SocketPorts()
  /// Transfers that wait for a socket that is not there.
  @exclusivity(unchecked) var stranded: [Transfer] = []
  /// The last transfer on each TLS session that carries one at a time.
  @exclusivity(unchecked) var sessions: [UnsafeMutableRawPointer: Transfer] = [:]
  @exclusivity(unchecked) var clock: TimerToken?
  /// False when libcurl has taken back its wish while `clock` is still armed.
  @exclusivity(unchecked) var isClockWanted = false
  /// Armed for the earliest deadline, or for one of a transfer that has ended before.
  @exclusivity(unchecked) var deadlineTimer: TimerToken?
  @exclusivity(unchecked) var nextDeadline = LoopInstant.distantFuture
  /// libcurl asked to be called at once; it must not be called back from inside its own call.
  @exclusivity(unchecked) var isClockDue = false
  /// The transfers that are with libcurl, each at its own `index`.
  @exclusivity(unchecked) private(set) var running: [Transfer] = []
  @exclusivity(unchecked) private var idleHandles: [CurlHandle] = []
  /// Uploads whose stream may go on.
  @exclusivity(unchecked) var thirsty: [TransferUpload] = []
  /// Transfers have been given to libcurl that it has not been called for.
  @exclusivity(unchecked) private var hasStarted = false
  /// Transfers with a head or content that somebody waits for.
  @exclusivity(unchecked) var arrived: [Transfer] = []
  /// Transfers of which there is something new to report.
  @exclusivity(unchecked) var advanced: [ProgressSink] = []
  /// Connections whose bytes are not libcurl's to move.
  @exclusivity(unchecked) var tunnels: [ObjectIdentifier: CurlTunnel] = [:]
  @exclusivity(unchecked) private(set) var isStopped = false
  /// Who has to forget this engine when its loop stops; nil on a loop of the transport's own.
  weak var registry: CurlEngines?

  /// An engine for `loop`, or nil when memory is short.
  init?(loop: ContractLoop, options: CurlOptions) {
    _ = CurlLibrary.current
    guard let multi = curl_multi_init() else { return nil }
    self.loop = loop
    self.options = options
    self.multi = multi
    // These fail only for options that this libcurl does not know, and all of them are older than its oldest release
    // that is supported.
    _ = contract_curl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, options.configuration.maxConnections)
    _ = contract_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, options.configuration.maxConnectionsPerHost)
    _ = contract_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, options.configuration.maxConnections)
    contract_curl_multi_set_streams(multi, max(1, options.configuration.maxConcurrentStreams))
    // SAFETY: callbacks come only from calls that this engine makes, the last of them in `stop`.
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = contract_curl_multi_set_watcher(multi, onSocket, onClock, context)
  }

  deinit {
    assert(isStopped, "an engine is stopped before it is let go")
  }

  // MARK: For everyone

  /// Sends a request and waits until its transfer has an outcome, or with a receiver the head of the response. On the engine's own
  /// loop nothing crosses a thread; from elsewhere the task itself crosses to the loop and back, so that it never waits
  /// for something that another thread has begun.
  ///
  /// Every asynchronous function that goes on after an `await` costs two looks for the executor, each with a lock: what
  /// is here stays in as few as possible, and the outcome comes beside the continuation, not through generic code.
  package nonisolated(nonsending) func perform(_ transfer: Transfer) async {
    transfer.feeding = feed(transfer)
    guard loop.isCurrent else { return await performElsewhere(transfer) }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { start(transfer, for: $0) }
    } onCancel: {
      loop.execute { self.end(transfer, .cancelled) }
    }
  }

  /// For a task on another loop, or on none.
  private nonisolated(nonsending) func performElsewhere(_ transfer: Transfer) async {
    await withTaskCancellationHandler {
      await withTaskExecutorPreference(loop) { await withUnsafeContinuation { start(transfer, for: $0) } }
    } onCancel: {
      loop.execute { self.end(transfer, .cancelled) }
    }
  }

  private func start(_ transfer: Transfer, for continuation: UnsafeContinuation<Void, Never>) {
    transfer.attach(continuation)
    // The handler of a task that was cancelled before has only queued the end of this transfer.
    if Task.isCancelled, transfer.failure == nil { transfer.failure = .cancelled }
    // A loop that has stopped leaves its tasks to the global pool and touches nothing of ours any more.
    if loop.isCurrent { start(transfer) } else { transfer.finish(.failure(.engineStopped)) }
  }

  // MARK: Transfers

  private func start(_ transfer: Transfer) {
    // Cancelled, or failed by its own stream, before it began.
    if transfer.isFinished { return }
    if let failure = transfer.failure { return transfer.finish(.failure(failure)) }
    if isStopped { return transfer.finish(.failure(.engineStopped)) }
    do throws(TransferFailure) {
      let shape = transfer.shape(options)
      let (handle, fits) = try takeHandle(fitting: shape)
      try handle.prepare(for: transfer, shape, fits: fits, on: self)
      let result = curl_multi_add_handle(multi, handle.easy)
      guard result == CURLM_OK else {
        handle.release()
        throw TransferFailure(multi: result)
      }
      transfer.index = running.count
      running.append(transfer)
      transfer.phase = .running(handle)
    } catch {
      return transfer.finish(.failure(error))
    }
    transfer.reportBeginning()
    watchDeadline(of: transfer)
    // Requests of one turn leave together: libcurl is called once, and the server wakes once.
    if hasStarted { return }
    hasStarted = true
    loop.atTurnEnd(self)
  }

  /// Ends a transfer from our side; does nothing when it has ended already.
  func end(_ transfer: Transfer, _ failure: TransferFailure) {
    switch transfer.phase {
    case .finished:
      return
    case .waiting:
      if transfer.failure == nil { transfer.failure = failure }
    case .running(let handle):
      release(transfer, handle)
      transfer.finish(.failure(transfer.failure ?? failure))
      settle()
    }
  }

  /// Takes a transfer away from libcurl; an unfinished one loses its connection.
  func release(_ transfer: Transfer, _ handle: CurlHandle) {
    detach(transfer)
    transfer.upgrade?.stop()
    putBack(handle)
  }

  /// Takes a transfer away whose connection stays.
  func detach(_ transfer: Transfer) {
    transfer.stopClocks()
    forgetConnection(of: transfer)
    let last = running.removeLast()
    if last !== transfer {
      running[transfer.index] = last
      last.index = transfer.index
    }
  }

  /// Takes a handle away from libcurl, and keeps it for another transfer.
  func putBack(_ handle: CurlHandle) {
    _ = curl_multi_remove_handle(multi, handle.easy)
    handle.release()
    if idleHandles.count < Self.maxIdleHandles, !isStopped, !handle.mayHaveMoved { idleHandles.append(handle) }
  }

  /// A handle that is set up for such a transfer, which is said, else a new one while few are idle, else any.
  private func takeHandle(
    fitting shape: CurlHandle.Shape
  ) throws(TransferFailure) -> (handle: CurlHandle, fits: Bool) {
    // The last one nearly always does.
    var index = idleHandles.count - 1
    while index >= 0 {
      if idleHandles[index].fits(shape) {
        if index < idleHandles.count - 1 { idleHandles.swapAt(index, idleHandles.count - 1) }
        return (idleHandles.removeLast(), true)
      }
      index -= 1
    }
    if idleHandles.count >= Self.maxIdleShapes { return (idleHandles.removeFirst(), false) }
    guard let handle = CurlHandle() else { throw .outOfMemory }
    return (handle, false)
  }

  // MARK: After every call into libcurl

  /// Acts on what callbacks have noted: the clock that is due, transfers that are done, streams that may go on.
  func settle() {
    var rounds = 0
    repeat {
      if isClockDue {
        isClockDue = false
        var stillRunning: Int32 = 0
        _ = curl_multi_socket_action(multi, contract_curl_socket_timeout, 0, &stillRunning)
      }
      finishDone()
      endStranded()
      rounds += 1
    } while isClockDue && rounds < 8
    deliverResponses()
    // The loop's other work gets its turn before libcurl's next immediate one.
    if isClockDue { setClock(milliseconds: 0) }
    wakeStreams()
    reportProgress()
  }

  private func reportProgress() {
    guard !advanced.isEmpty else { return }
    let sinks = advanced
    advanced = []
    for sink in sinks { sink.report() }
  }

  private func finishDone() {
    var result = CURLE_OK
    while let easy = contract_curl_multi_next_finished(multi, &result) {
      guard let handle = CurlHandle.of(easy), let transfer = handle.transfer else { continue }
      handle.ended(result)
      if transfer.mustRestart, transfer.failure == nil {
        release(transfer, handle)
        if transfer.rewind() { start(transfer) }
        continue
      }
      if result == CURLE_OK, transfer.request.isUpgrade, transfer.failure == nil {
        beginUpgrade(of: transfer, handle)
        continue
      }
      // What has arrived counts before what came of it in the end.
      if transfer.receiver != nil { _ = transfer.deliver(of: handle) }
      let outcome = transfer.outcome(result, of: handle)
      // The last state is reported before the call returns.
      reportProgress()
      release(transfer, handle)
      transfer.finish(outcome)
    }
  }

  // MARK: The end

  /// Ends every transfer and closes every connection. On the loop's thread.
  func stop() {
    guard !isStopped else { return }
    isStopped = true
    for transfer in running {
      guard case .running(let handle) = transfer.phase else { continue }
      release(transfer, handle)
      transfer.finish(.failure(.engineStopped))
    }
    for tunnel in tunnels.values { tunnel.end(.engineStopped) }
    idleHandles = []
    // Closes the idle connections, which calls back to forget their sockets.
    _ = curl_multi_cleanup(multi)
    if let clock { loop.cancel(clock) }
    clock = nil
    isClockWanted = false
    forgetDeadlines()
    for socket in sockets { socket?.forget() }
    sockets = []
    unwatched = []
    broken = []
    resting = []
    ports = SocketPorts()
    stranded = []
    if let unwatchedTimer { loop.cancel(unwatchedTimer) }
    unwatchedTimer = nil
    loop.removeStopHandler(self)
  }
}

extension CurlEngine: LoopStopHandler, LoopTurnHandler {
  package func turnEnds(on loop: ContractLoop) {
    hasStarted = false
    if isStopped { return }
    reportBroken()
    settle()
  }

  package func loopStops(_ loop: ContractLoop) {
    stop()
    registry?.forget(self)
  }
}
