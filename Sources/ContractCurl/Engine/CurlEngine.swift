internal import CCurl
internal import ContractHTTP
package import ContractLoop

/// libcurl's multi interface on one loop: its transfers, and the sockets and timers that they need.
///
/// The state belongs to the loop's thread; only ``perform(_:)`` may be called from elsewhere. libcurl's callbacks move
/// bytes and record work, which ``settle()`` does after libcurl has returned, because user code and resumed tasks must
/// not run inside libcurl.
package final class CurlEngine:
  // SAFETY: `loop` and `options` are immutable. Only the loop's thread uses everything else, until it ends; then
  // `deinit` does.
  @unchecked Sendable
{
  package let loop: ContractLoop
  let options: CurlOptions

  // MARK: Loop thread only

  let multi: UnsafeMutableRawPointer
  private(set) lazy var sockets = CurlSockets(self)
  let transfers: RunningTransfers
  private var handles = HandlePool()
  private var timer = LibraryTimer()
  /// The work that callbacks have recorded.
  // SAFETY: only the loop's thread uses this value, and no mutating access calls back.
  @exclusivity(unchecked) var pending = PendingWork()
  /// The last transfer on each TLS session that carries one transfer at a time.
  var sessions: [UnsafeMutableRawPointer: Transfer] = [:]
  /// The transfers that may wait for a connection.
  var waiting = WaitingTransfers()
  /// The connections whose bytes libcurl does not move.
  var tunnels: [ObjectIdentifier: CurlTunnel] = [:]
  /// True if transfers were added to libcurl since it was last called.
  private var hasStarted = false
  private(set) var isStopped = false
  /// The owner that forgets this engine when its loop stops; nil on the transport's own loop.
  weak var registry: CurlEngines?

  /// Creates an engine for `loop`; nil if memory is short.
  init?(loop: ContractLoop, options: CurlOptions) {
    _ = CurlLibrary.current
    guard let multi = curl_multi_init() else { return nil }
    self.loop = loop
    self.options = options
    self.multi = multi
    transfers = RunningTransfers(on: loop)
    // These calls fail only for options unknown to libcurl, and all of the options are older than the oldest supported release.
    let configuration = options.configuration
    _ = contract_curl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.maxConnections)
    _ = contract_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.maxConnectionsPerHost)
    _ = contract_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, configuration.maxConnections)
    contract_curl_multi_set_streams(multi, max(1, configuration.maxConcurrentStreams))
    // Only calls by this engine cause callbacks. The last such call is in `stop`.
    _ = contract_curl_multi_set_watcher(multi, onSocket, onTimer, LibraryContext.pointer(to: self))
  }

  deinit {
    assert(isStopped, "an engine was released before it was stopped")
  }

  // MARK: Calls from any thread

  /// Sends a request and waits for the outcome of its transfer, or for the response head if it is streamed. On the
  /// engine's own loop no other thread is involved. Elsewhere the task itself moves to the loop and back, so that it
  /// never waits for work that another thread has begun.
  ///
  /// An asynchronous function that continues after an `await` costs two executor checks with a lock each. Therefore few
  /// functions wait, and the outcome is stored in the transfer instead of being passed through generic code.
  package nonisolated(nonsending) func perform(_ transfer: Transfer) async {
    transfer.feeding = feed(transfer)
    guard loop.isCurrent else { return await performElsewhere(transfer) }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { start(transfer, for: $0) }
    } onCancel: {
      loop.execute { self.end(transfer, .cancelled) }
    }
  }

  /// Performs a transfer for a task that runs on another loop, or outside of loops.
  private nonisolated(nonsending) func performElsewhere(_ transfer: Transfer) async {
    await withTaskCancellationHandler {
      await withTaskExecutorPreference(loop) { await withUnsafeContinuation { start(transfer, for: $0) } }
    } onCancel: {
      loop.execute { self.end(transfer, .cancelled) }
    }
  }

  private func start(_ transfer: Transfer, for continuation: UnsafeContinuation<Void, Never>) {
    transfer.attach(continuation)
    // If the task was cancelled earlier, its cancellation handler has only queued the end of the transfer, so the failure is
    // set here.
    if Task.isCancelled, transfer.failure == nil { transfer.failure = .cancelled }
    // A stopped loop leaves its tasks to the global pool, which must not touch the engine's state.
    if loop.isCurrent { start(transfer) } else { transfer.finish(.failure(.engineStopped)) }
  }

  // MARK: Transfers

  private func start(_ transfer: Transfer) {
    // The transfer may have been cancelled, or its request body may have failed, before the transfer began.
    if transfer.isFinished { return }
    if let failure = transfer.failure { return transfer.finish(.failure(failure)) }
    if isStopped { return transfer.finish(.failure(.engineStopped)) }
    do throws(TransferFailure) {
      let shape = transfer.shape(options)
      let handle = try handles.take(fitting: shape)
      try handle.prepare(for: transfer, shape, on: self)
      let result = curl_multi_add_handle(multi, handle.easy.pointer)
      guard result == CURLM_OK else {
        handle.release()
        throw TransferFailure(multi: result)
      }
      transfer.phase = .running(handle)
    } catch {
      return transfer.finish(.failure(error))
    }
    transfers.add(transfer)
    if mayLackConnection { waiting.add(transfer) }
    transfer.reportBeginning()
    // Requests of one loop iteration are sent together: libcurl is called once, and the server wakes once.
    if hasStarted { return }
    hasStarted = true
    loop.atTurnEnd(self)
  }

  /// Ends a transfer with a failure, unless the transfer has already ended.
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

  /// Removes a transfer from libcurl, which closes the connection of an unfinished transfer.
  func release(_ transfer: Transfer, _ handle: CurlHandle) {
    detach(transfer)
    transfer.upgrade?.stop()
    putBack(handle)
  }

  /// Removes a transfer whose connection remains open.
  func detach(_ transfer: Transfer) {
    transfer.stopTimeouts()
    forgetConnection(of: transfer)
    transfer.sending.endWaiting()
    transfers.remove(transfer)
    if let jar = options.cookieJar { jar.received(transfer.reception.parser.maxCookieCount) }
  }

  /// Removes a handle from libcurl, and keeps it for other transfers.
  func putBack(_ handle: CurlHandle) {
    _ = curl_multi_remove_handle(multi, handle.easy.pointer)
    handle.release()
    if isStopped { return }
    handles.putBack(handle)
    if !waiting.isEmpty, let origin = handle.origin { restartWaiting(for: origin) }
  }

  // MARK: Sockets and timers

  /// Tells libcurl that a socket is ready.
  func socketReady(_ descriptor: curl_socket_t, _ mask: Int32) {
    act(on: descriptor, mask)
    settle()
  }

  private func act(on descriptor: curl_socket_t, _ mask: Int32) {
    var stillRunning: Int32 = 0
    _ = curl_multi_socket_action(multi, descriptor, mask, &stillRunning)
  }

  fileprivate func setTimer(milliseconds: Int) {
    timer.set(milliseconds: milliseconds, on: loop, for: self)
  }

  // MARK: After every call into libcurl

  /// Does the work that callbacks have recorded: due timers, finished transfers, arrived responses, drained uploads.
  func settle() {
    var rounds = 0
    repeat {
      if timer.takeDue() { act(on: contract_curl_socket_timeout, 0) }
      finishDone()
      for transfer in pending.takeComplete() {
        guard case .running(let handle) = transfer.phase, transfer.isStuck(on: handle) else { continue }
        finish(transfer, CURLE_OK, handle)
      }
      for transfer in pending.takeStranded() {
        end(transfer, TransferFailure(.connectionLost, "the connection was lost while the request was being sent"))
      }
      rounds += 1
    } while timer.isDue && rounds < 8
    deliverResponses()
    // libcurl's next immediate timeout is left to the timer, so that other work of the loop runs first.
    if timer.isDue { timer.arm(milliseconds: 0, on: loop, for: self) }
    for upload in pending.takeDrained() { upload.releaseFeeder(wantsMore: true) }
    reportProgress()
  }

  private func reportProgress() {
    for sink in pending.takeProgress() { sink.report() }
  }

  private func finishDone() {
    var result = CURLE_OK
    while let easy = contract_curl_multi_next_finished(multi, &result) {
      guard let handle = CurlHandle.of(easy), let transfer = handle.transfer else { continue }
      handle.ended(result)
      if transfer.failure == nil, transfer.mustRestart(after: result, of: handle) {
        release(transfer, handle)
        if transfer.rewind() { start(transfer) }
        continue
      }
      if result == CURLE_OK, transfer.request.isUpgrade, transfer.failure == nil {
        beginUpgrade(of: transfer, handle)
        continue
      }
      finish(transfer, result, handle)
    }
  }

  /// Ends a transfer with its response, or with the failure for an error of libcurl.
  func finish(_ transfer: Transfer, _ result: CURLcode, _ handle: CurlHandle) {
    // A head that has arrived is delivered, even if the transfer failed afterwards.
    if transfer.receiver != nil { _ = transfer.deliver(of: handle) }
    let outcome = transfer.outcome(result, of: handle)
    // The last progress is reported before the call returns.
    reportProgress()
    release(transfer, handle)
    transfer.finish(outcome)
  }

  // MARK: Stopping

  /// Ends all transfers and closes all connections. Called on the loop's thread.
  func stop() {
    guard !isStopped else { return }
    isStopped = true
    for transfer in transfers.all {
      guard case .running(let handle) = transfer.phase else { continue }
      release(transfer, handle)
      transfer.finish(.failure(.engineStopped))
    }
    for tunnel in tunnels.values { tunnel.end(.engineStopped) }
    handles = HandlePool()
    // This call closes the idle connections, and libcurl calls back for each of their sockets. The sockets are therefore
    // forgotten only afterwards.
    _ = curl_multi_cleanup(multi)
    timer.cancel(on: loop)
    transfers.cancelDeadlines()
    sockets.forgetAll()
    pending = PendingWork()
    loop.removeStopHandler(self)
  }
}

extension CurlEngine: LoopStopHandler, LoopTurnHandler, LoopTimerHandler {
  package func turnEnds(on loop: ContractLoop) {
    hasStarted = false
    if isStopped { return }
    // Broken sockets are reported here, because libcurl must not be called from within its own calls.
    for socket in sockets.takeBroken() where !socket.wanted.isEmpty { act(on: socket.descriptor, CURL_CSELECT_ERR) }
    settle()
  }

  package func timerFired(_ token: TimerToken, on loop: ContractLoop) {
    if timer.fired() { settle() }
  }

  package func loopStops(_ loop: ContractLoop) {
    stop()
    registry?.forget(self)
  }
}

// libcurl calls this inside calls that the engine makes on the loop's thread.
private let onTimer: contract_curl_timer_function = { _, milliseconds, context in
  _ = LibraryContext.with(context, as: CurlEngine.self) { $0.setTimer(milliseconds: milliseconds) }
  return 0
}
