internal import CCurl
internal import ContractHTTP
internal import ContractLoop

/// A request and its response, from submission to its single outcome.
///
/// libcurl's callbacks end here. They only move bytes and record failures; the engine resumes the waiting task later.
package final class Transfer:
  // SAFETY: the caller creates the transfer, and the caller's task then moves to the engine's loop. After that, only
  // the loop uses the transfer.
  @unchecked Sendable
{
  /// The result for the waiting task.
  package typealias Outcome = Result<TransferResponse, TransferFailure>

  enum Phase {
    /// Not passed to libcurl yet.
    case waiting
    /// With libcurl, through this handle.
    case running(CurlHandle)
    /// The outcome is final.
    case finished
  }

  let request: TransferRequest
  package let engine: CurlEngine
  let upload: TransferUpload?
  /// The receiver of a streamed response body; nil if the caller waits for the whole response.
  let receiver: ResponseReceiver?

  var phase = Phase.waiting
  /// The index in the engine's running transfers.
  var index = 0
  /// A failure decided by the engine. It takes precedence over libcurl's result, which then only states that the
  /// transfer was aborted.
  var failure: TransferFailure?
  // SAFETY: only the loop's thread uses these properties, and no mutating access calls back into the transfer. Run-time
  // checks of exclusive access would take 3 % of a call's instructions.
  @exclusivity(unchecked) var sending = RequestSending()
  @exclusivity(unchecked) var reception: ResponseReception
  @exclusivity(unchecked) var deadline: TransferDeadline
  /// The task that waits for the outcome, or for the head of a streamed response.
  private var waiter: UnsafeContinuation<Void, Never>?
  // SAFETY: once the loop has resumed the task, only the task uses this property. `waiter` is a separate property, because the
  // loop still reads `waiter` then.
  /// The outcome for the waiting task: set by the loop before it resumes the task, and then used only by the task.
  private var delivered: Outcome?
  /// The idle timeout of a streamed response after its head.
  private var idleTimer: IdleTimer?
  /// The exchange that requests another protocol, once the connection is open.
  var upgrade: UpgradeExchange?
  /// The task that reads the stream of the request's body. It may continue after the response has begun.
  var feeding: Task<Void, Never>?

  package init(_ request: consuming TransferRequest, on engine: CurlEngine, receiver: ResponseReceiver? = nil) {
    self.request = consume request
    deadline = TransferDeadline(self.request.deadline)
    self.engine = engine
    self.receiver = receiver
    reception = ResponseReception(
      self.request.limits, maxHeadBytes: engine.options.configuration.maxResponseHeadBytes, isStreamed: receiver != nil)
    switch self.request.content {
    case .none:
      upload = nil
    case .bytes(let bytes):
      // The body is pulled if progress is requested, because libcurl does not report the progress of a body that it has copied.
      let isPulled = bytes.count > CurlHandle.maxCopiedContent || self.request.progress != nil
      upload = isPulled ? TransferUpload(bytes: bytes, for: engine, progress: self.request.progress) : nil
    case .stream(let stream):
      upload = TransferUpload(stream, for: engine, progress: self.request.progress)
    }
  }

  // MARK: Receiving, inside libcurl

  /// True once the final head is complete.
  var isHeadComplete: Bool { reception.parser.isComplete }

  /// Receives a line of a head or a trailer; returns false to abort.
  func receiveHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    do throws(TransferFailure) {
      guard let head = try reception.receiveHeadLine(line, for: request) else { return true }
      // The request may be sent again, and then another head follows.
      if head.status != .expectationFailed || !isExpectationRefused {
        if receiver != nil { arrive() }
        noteCompletion()
      }
      if let progress = request.progress {
        let hasContent = head.status.allowsContent && request.method != .head
        progress.expects(hasContent ? head.contentLength : 0, on: engine)
      }
      return true
    } catch {
      return abort(error)
    }
  }

  /// The result of receiving a chunk of a body.
  enum ChunkResult {
    case accepted
    /// libcurl keeps the chunk and stops reading until it is resumed.
    case postponed
    case aborted
  }

  /// Receives a chunk of the body.
  func receiveContent(_ chunk: UnsafeBufferPointer<UInt8>) -> ChunkResult {
    guard isHeadComplete else {
      _ = abort(TransferFailure(.malformedResponse, "the response body began before its head was complete"))
      return .aborted
    }
    if receiver != nil, reception.content.count >= ResponseReceiver.highWater, !chunk.isEmpty {
      reception.isPaused = true
      return .postponed
    }
    do throws(TransferFailure) {
      try reception.receiveContent(chunk)
      noteCompletion()
      if receiver != nil { arrive() }
      request.progress?.received(reception.receivedBytes, on: engine)
      return .accepted
    } catch {
      _ = abort(error)
      return .aborted
    }
  }

  /// Records a failure for a callback that aborts the transfer; returns false.
  func abort(_ failure: TransferFailure) -> Bool {
    if self.failure == nil { self.failure = failure }
    return false
  }

  private func arrive() {
    if reception.isPending { return }
    reception.isPending = true
    engine.pending.arrived.append(self)
  }

  // MARK: Streamed responses

  /// Passes the head to the waiting task and the body to its reader. Never called inside libcurl.
  ///
  /// - Returns: True if the transfer should pause.
  func deliver(of handle: CurlHandle) -> Bool {
    reception.isPending = false
    guard let receiver, keepsContent, let head = reception.head else { return false }
    if isWaitedFor {
      var response = reception.content.head(head)
      response.arrival = handle.easy.arrival(reception.parser.version, after: sending.earlierTime)
      deliverHead(response, receiver)
    }
    return receiver.deliver(reception.takeBytes())
  }

  private func deliverHead(_ response: TransferResponse, _ receiver: ResponseReceiver) {
    guard isWaitedFor else { return }
    stopTimeouts()
    if case .running = phase, let limit = receiver.idleTimeout.limit(for: response.fields) {
      idleTimer = IdleTimer(self, receiver, limit: limit)
    }
    resume(with: .success(response))
  }

  private func finishReceiving(_ outcome: Outcome, _ receiver: ResponseReceiver) {
    switch outcome {
    case .success(let response):
      var head = response
      head.content = []
      deliverHead(head, receiver)
      _ = receiver.deliver(response.content)
      receiver.end(.success(()), contentDigest: reception.contentDigest)
    case .failure(let failure):
      if isWaitedFor { return resume(with: outcome) }
      receiver.end(.failure(failure))
    }
  }

  // MARK: Timeouts

  /// Ends the transfer because its deadline has passed, or moves the deadline.
  func timeOut() {
    if request.waitsForUpload, let upload,
      deadline.move(by: request.timeout, with: upload, isWaitable: !isHeadComplete)
    {
      return
    }
    deadline.isActive = false
    if upgrade?.finishEarly() == true || finishComplete() { return engine.settle() }
    // Before the connection is open, no part of the request is sent, and the code is `connectTimeout`.
    var code = TransferFailure.Code.connectTimeout
    if case .running(let handle) = phase, upgrade != nil || handle.easy.isConnected || sending.hasBegun {
      code = .timeout
    }
    engine.end(self, TransferFailure(code, "no complete response within \(request.timeout.text)"))
  }

  /// Stops the deadline and the idle timeout.
  func stopTimeouts() {
    deadline.isActive = false
    idleTimer?.stop()
    idleTimer = nil
  }

  // MARK: The outcome

  /// Ends a transfer whose streamed response is not read to its end. May be called from any thread.
  package func cancel(_ failure: TransferFailure = .cancelled) {
    if receiver == nil { return }
    engine.loop.execute { self.engine.end(self, failure) }
  }

  /// True once the outcome is final.
  var isFinished: Bool {
    if case .finished = phase { true } else { false }
  }

  /// Ends the transfer with an outcome; later calls have no effect. Never called inside libcurl.
  func finish(_ outcome: consuming Outcome) {
    if case .finished = phase { return }
    phase = .finished
    feeding?.cancel()
    feeding = nil
    upgrade = nil
    upload?.releaseFeeder(wantsMore: false)
    if let receiver { return finishReceiving(outcome, receiver) }
    resume(with: outcome)
  }

  /// Sets the task that waits for the outcome. Called once, before the transfer starts.
  func attach(_ continuation: UnsafeContinuation<Void, Never>) {
    waiter = continuation
  }

  /// Returns the outcome to the task that waited for it. Called once.
  package func takeOutcome() -> Outcome {
    delivered.take() ?? .failure(.engineStopped)
  }

  private var isWaitedFor: Bool { waiter != nil }

  private func resume(with outcome: consuming Outcome) {
    guard let continuation = waiter.take() else { return }
    delivered = outcome
    continuation.resume()
  }
}
