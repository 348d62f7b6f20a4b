internal import CCurl
internal import ContractHTTP
internal import ContractLoop

/// libcurl's multi interface on one loop: transfers, the sockets and the clock they need, and their ends.
///
/// The engine knows nothing of contracts. Its state belongs to the loop's thread; ``perform(_:)`` is for everyone.
/// User code never runs inside a libcurl callback, and nobody is resumed there: callbacks move bytes and take notes,
/// ``settle()`` acts on the notes afterwards.
final class CurlEngine:
  // SAFETY: `loop` and `options` are immutable; everything else is touched on the loop's thread alone, and by
  // `deinit` after the end of it.
  @unchecked Sendable
{
  /// Handles that wait for reuse, at most.
  static let maxIdleHandles = 64

  let loop: ContractLoop
  let options: CurlOptions

  // MARK: Loop thread only

  let multi: UnsafeMutableRawPointer
  var sockets: [curl_socket_t: CurlSocket] = [:]
  var clock: TimerToken?
  /// libcurl asked to be called at once; it must not be called back from inside its own call.
  var isClockDue = false
  private var running: [UnsafeMutableRawPointer: Transfer] = [:]
  private var idleHandles: [CurlHandle] = []
  /// Uploads whose stream may go on.
  var thirsty: [TransferUpload] = []
  private(set) var isStopped = false
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
    _ = contract_curl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, options.maxConnections)
    _ = contract_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, options.maxConnectionsPerHost)
    _ = contract_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, options.maxConnections)
    // SAFETY: callbacks come only from calls that this engine makes, the last of them in `stop`.
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = contract_curl_multi_set_watcher(multi, onSocket, onClock, context)
  }

  deinit {
    assert(isStopped, "an engine is stopped before it is let go")
  }

  // MARK: For everyone

  /// Sends a request and waits for its outcome. On the engine's own loop nothing crosses a thread; from elsewhere the
  /// task itself crosses to the loop and back, so that it never waits for something that another thread has begun.
  func perform(_ request: TransferRequest) async -> Transfer.Outcome {
    let transfer = Transfer(request, on: self)
    let feeding = feed(transfer)
    defer { feeding?.cancel() }
    return await withTaskCancellationHandler {
      if loop.isCurrent { return await run(transfer) }
      return await withTaskExecutorPreference(loop) { await run(transfer) }
    } onCancel: {
      loop.execute { self.end(transfer, .cancelled) }
    }
  }

  private func run(_ transfer: Transfer) async -> Transfer.Outcome {
    // A loop that has stopped leaves its tasks to the global pool and touches nothing of ours any more.
    guard loop.isCurrent else { return .failure(.engineStopped) }
    return await withUnsafeContinuation { continuation in
      transfer.attach(continuation)
      start(transfer)
    }
  }

  // MARK: Transfers

  private func start(_ transfer: Transfer) {
    // Cancelled, or failed by its own stream, before it began.
    if case .finished = transfer.phase { return }
    if let failure = transfer.failure { return transfer.finish(.failure(failure)) }
    if isStopped { return transfer.finish(.failure(.engineStopped)) }
    do throws(TransferFailure) {
      let handle = try takeHandle()
      try handle.prepare(for: transfer, options)
      let result = curl_multi_add_handle(multi, handle.easy)
      guard result == CURLM_OK else { throw TransferFailure(multi: result) }
      running[handle.easy] = transfer
      transfer.phase = .running(handle)
    } catch {
      return transfer.finish(.failure(error))
    }
    transfer.deadlineTimer = loop.schedule(at: transfer.request.deadline, transfer)
    settle()
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

  /// Lets a transfer go on that paused because its stream had nothing yet.
  func resume(_ transfer: Transfer) {
    guard case .running(let handle) = transfer.phase else { return }
    _ = curl_easy_pause(handle.easy, CURLPAUSE_CONT)
    settle()
  }

  /// Takes a transfer away from libcurl; an unfinished one loses its connection.
  private func release(_ transfer: Transfer, _ handle: CurlHandle) {
    if let timer = transfer.deadlineTimer { loop.cancel(timer) }
    transfer.deadlineTimer = nil
    _ = curl_multi_remove_handle(multi, handle.easy)
    running[handle.easy] = nil
    handle.reset()
    if idleHandles.count < Self.maxIdleHandles, !isStopped { idleHandles.append(handle) }
  }

  private func takeHandle() throws(TransferFailure) -> CurlHandle {
    if let handle = idleHandles.popLast() { return handle }
    guard let handle = CurlHandle() else { throw .outOfMemory }
    return handle
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
      rounds += 1
    } while isClockDue && rounds < 8
    // The loop's other work gets its turn before libcurl's next immediate one.
    if isClockDue { setClock(milliseconds: 0) }
    wakeStreams()
  }

  private func finishDone() {
    var result = CURLE_OK
    while let easy = contract_curl_multi_next_finished(multi, &result) {
      guard let transfer = running[easy], case .running(let handle) = transfer.phase else { continue }
      let outcome = transfer.outcome(result, of: handle)
      release(transfer, handle)
      transfer.finish(outcome)
    }
  }

  // MARK: The end

  /// Ends every transfer and closes every connection. On the loop's thread.
  func stop() {
    guard !isStopped else { return }
    isStopped = true
    for transfer in Array(running.values) {
      guard case .running(let handle) = transfer.phase else { continue }
      release(transfer, handle)
      transfer.finish(.failure(.engineStopped))
    }
    idleHandles = []
    // Closes the idle connections, which calls back to forget their sockets.
    _ = curl_multi_cleanup(multi)
    setClock(milliseconds: -1)
    for socket in sockets.values { socket.forget() }
    sockets = [:]
    loop.removeStopHandler(self)
  }
}

extension CurlEngine: LoopStopHandler {
  func loopStops(_ loop: ContractLoop) {
    stop()
    registry?.forget(self)
  }
}
