internal import CCurl
internal import ContractHTTP
internal import ContractLoop

/// One request and its response, from submission to the one moment it ends.
///
/// The callbacks of libcurl end here. They only move bytes and note failures; whoever waits is resumed later, by the
/// engine.
package final class Transfer:
  // SAFETY: made by the caller, whose task then crosses to the engine's loop; from there on only the loop touches it.
  @unchecked Sendable
{
  /// What the waiting task gets.
  package typealias Outcome = Result<TransferResponse, TransferFailure>

  enum Phase {
    /// Not yet with libcurl.
    case waiting
    /// With libcurl, through this handle.
    case running(CurlHandle)
    /// The outcome has been given.
    case finished
  }

  let request: TransferRequest
  package let engine: CurlEngine
  let upload: TransferUpload?
  /// Where content goes that is pulled; nil when the whole response is waited for.
  let receiver: ResponseReceiver?

  // SAFETY of what is not checked for exclusive access here: one thread touches it, and nothing calls back while it is
  // being changed.

  @exclusivity(unchecked) var phase = Phase.waiting
  /// The place among the engine's running transfers.
  @exclusivity(unchecked) var index = 0
  /// Decided on our side; it wins over libcurl's result, which is then only "aborted".
  @exclusivity(unchecked) var failure: TransferFailure?
  /// True when the connection that libcurl had for it was none to send it on: it is given to libcurl once more.
  @exclusivity(unchecked) var mustRestart = false
  /// True when libcurl must not put it on a connection that others use.
  @exclusivity(unchecked) var isLimitedToHTTP1 = false
  /// True once the request was being sent, so that the server may have seen it.
  @exclusivity(unchecked) private(set) var hasBegun = false
  /// What its connection speaks, from the beginning of the request on.
  @exclusivity(unchecked) var speaksHTTP2 = false { didSet { parser.isHTTP2 = speaksHTTP2 } }
  /// The last socket that libcurl has watched for it.
  @exclusivity(unchecked) var socket: CurlSocket?
  /// The TLS session that it has to itself.
  @exclusivity(unchecked) var session: UnsafeMutableRawPointer?
  /// True while its deadline counts.
  @exclusivity(unchecked) var hasDeadline = false
  /// Looks after content that is pulled, from the head on.
  @exclusivity(unchecked) private var silence: SilenceWatch?
  /// What asks the server for another protocol, once the connection is there.
  @exclusivity(unchecked) var upgrade: UpgradeExchange?
  /// Pulls the stream of the request's content, which may go on when the response has begun.
  @exclusivity(unchecked) var feeding: Task<Void, Never>?

  @exclusivity(unchecked) private(set) var parser: ResponseHeadParser
  @exclusivity(unchecked) private var content: ResponseContent
  @exclusivity(unchecked) private var receivedBytes = 0
  /// How much of the response's head was there when the request last began to be sent; -1 before that.
  @exclusivity(unchecked) private var countAtBeginning = -1
  @exclusivity(unchecked) private var continuation: UnsafeContinuation<Void, Never>?
  /// What came of it, once the continuation has been resumed.
  @exclusivity(unchecked) private var outcome = Outcome.failure(.engineStopped)
  /// True until what has arrived is taken.
  @exclusivity(unchecked) var isReceivingPaused = false
  /// True while the engine knows that something is to be delivered.
  @exclusivity(unchecked) private var hasArrived = false
  /// True once the head has been given to who waits, who must not be given anything else then.
  @exclusivity(unchecked) private var isHeadGiven = false

  package init(_ request: consuming TransferRequest, on engine: CurlEngine, receiver: ResponseReceiver? = nil) {
    self.request = consume request
    self.engine = engine
    self.receiver = receiver
    self.parser = ResponseHeadParser(maxBytes: engine.options.configuration.maxResponseHeadBytes)
    self.content = ResponseContent(self.request.limits, isPulled: receiver != nil)
    switch self.request.content {
    case .none:
      upload = nil
    case .bytes(let bytes):
      // What libcurl has a copy of, it does not say how much it has sent of.
      let isPulled = bytes.count > CurlHandle.maxCopiedContent || self.request.progress != nil
      upload = isPulled ? TransferUpload(bytes: bytes, for: engine, progress: self.request.progress) : nil
    case .stream(let stream):
      upload = TransferUpload(streamOf: stream.length, for: engine, progress: self.request.progress)
    }
  }

  /// Names who waits. Called once, before the transfer starts.
  func attach(_ continuation: UnsafeContinuation<Void, Never>) {
    self.continuation = continuation
  }

  /// Tells who hears of progress how much there is to send.
  func reportBeginning() {
    request.progress?.begin(totalBytesToSend: upload.map(\.length) ?? 0, on: engine)
  }

  // MARK: Callbacks

  /// libcurl has a connection and is about to write the request to it; false aborts, because the request may be sent once
  /// and has been.
  func mayBegin() -> Bool {
    // After a refusal that it answers with another request, such as 417, libcurl begins again as well.
    if request.mayRepeat || parser.byteCount != countAtBeginning { return true }
    return abort(TransferFailure(.connectionLost, Self.lostKeptConnection))
  }

  /// The request is being sent.
  func begins() {
    countAtBeginning = parser.byteCount
    hasBegun = true
  }

  /// Makes it what it was before it was given to libcurl, which has sent nothing of it since it last began.
  ///
  /// - Returns: false when it has an outcome instead.
  func rewind() -> Bool {
    mustRestart = false
    phase = .waiting
    guard upload?.seek(to: 0) != false else {
      finish(.failure(TransferFailure(.connectionLost, "the content of the request cannot be sent again")))
      return false
    }
    parser = ResponseHeadParser(maxBytes: engine.options.configuration.maxResponseHeadBytes)
    content = ResponseContent(request.limits, isPulled: receiver != nil)
    receivedBytes = 0
    countAtBeginning = -1
    hasArrived = false
    return true
  }

  /// A head line or trailer; false aborts.
  func receiveHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    do throws(TransferFailure) {
      guard let head = try parser.parse(line) else { return true }
      let hasContent = head.status.allowsContent && request.method != .head
      try content.begin(head, hasContent: hasContent, isDecoding: request.decodesContent)
      // libcurl answers a refused expectation with the request once more, and does not hand over its content then.
      let mayRepeat = head.status == .expectationFailed && request.fields.contains(.expect)
      if receiver != nil, !mayRepeat { arrive() }
      request.progress?.expects(hasContent ? (head.isChunked ? nil : head.contentLength) : 0, on: engine)
      return true
    } catch {
      return abort(error)
    }
  }

  /// What becomes of a piece of content.
  enum Reception {
    case taken
    /// libcurl keeps it, and reads no more until it is told to go on.
    case postponed
    case aborted
  }

  /// A piece of content.
  func receiveContent(_ piece: UnsafeBufferPointer<UInt8>) -> Reception {
    guard parser.isComplete else {
      _ = abort(TransferFailure(.malformedResponse, "content arrived before the response head was complete"))
      return .aborted
    }
    if receiver != nil, content.count >= ResponseReceiver.highWater, !piece.isEmpty {
      isReceivingPaused = true
      return .postponed
    }
    parser.hasContent = true
    receivedBytes += piece.count
    do throws(TransferFailure) {
      try content.append(piece)
      if receiver != nil { arrive() }
      request.progress?.received(receivedBytes, on: engine)
      return .taken
    } catch {
      _ = abort(error)
      return .aborted
    }
  }

  /// Refuses a head whose first field line begins with white space.
  func refuseFoldedLine() -> Reception {
    _ = abort(.foldedFirstLine)
    return .aborted
  }

  private func abort(_ failure: TransferFailure) -> Bool {
    if self.failure == nil { self.failure = failure }
    return false
  }

  // MARK: Content that is pulled

  private func arrive() {
    if hasArrived { return }
    hasArrived = true
    engine.arrived.append(self)
  }

  /// Gives the head to who waits, and content to who pulls it. Never called inside a libcurl callback.
  ///
  /// - Returns: true when the transfer should pause.
  func deliver(of handle: CurlHandle) -> Bool {
    hasArrived = false
    guard let receiver, failure == nil, let head = parser.head else { return false }
    if !isHeadGiven {
      var response = content.head(head)
      response.arrival = handle.arrival(parser.version)
      giveHead(response)
    }
    return receiver.deliver(content.takeBytes())
  }

  private func giveHead(_ response: TransferResponse) {
    if isHeadGiven { return }
    isHeadGiven = true
    stopClocks()
    if let receiver, case .running = phase, let limit = receiver.idleTimeout.limit(for: response.fields) {
      silence = SilenceWatch(self, receiver, limit: limit)
    }
    outcome = .success(response)
    resumeWaiter()
  }

  private func finishReceiving(_ outcome: Outcome, _ receiver: ResponseReceiver) {
    switch outcome {
    case .success(let response):
      var head = response
      head.content = []
      giveHead(head)
      _ = receiver.deliver(response.content)
      receiver.end(.success(()))
    case .failure(let failure):
      if isHeadGiven { return receiver.end(.failure(failure)) }
      isHeadGiven = true
      self.outcome = outcome
      resumeWaiter()
    }
  }

  // MARK: The end

  /// The time for the whole call is over.
  func timeIsOver() {
    hasDeadline = false
    if upgrade?.finishEarly() == true { return engine.settle() }
    // Nothing of the request has been sent before the connection is up.
    var code = TransferFailure.Code.connectTimeout
    if case .running(let handle) = phase, upgrade != nil || handle.isConnected || hasBegun { code = .timeout }
    engine.end(self, TransferFailure(code, "no complete response within \(request.timeout.text)"))
  }

  /// Nothing of its time counts any more.
  func stopClocks() {
    hasDeadline = false
    silence?.stop()
    silence = nil
  }

  /// What came of the transfer when libcurl is done with it.
  func outcome(_ result: CURLcode, of handle: CurlHandle) -> Outcome {
    if let failure { return .failure(failure) }
    guard result == CURLE_OK || isAnsweredEarly(result) else {
      return .failure(failure(result, of: handle))
    }
    guard let head = parser.head else {
      return .failure(TransferFailure(.connectionLost, "the connection was closed inside the response head"))
    }
    do throws(TransferFailure) {
      var response = try content.finish(head)
      response.arrival = handle.arrival(parser.version)
      return .success(response)
    } catch {
      return .failure(error)
    }
  }

  /// A server may answer and close while the request's content is still being sent; the complete answer counts.
  private func isAnsweredEarly(_ result: CURLcode) -> Bool {
    guard result == CURLE_SEND_ERROR || result == CURLE_RECV_ERROR, let head = parser.head else { return false }
    return head.contentLength == receivedBytes
  }

  /// True once the outcome has been given.
  var isFinished: Bool {
    if case .finished = phase { true } else { false }
  }

  /// Gives the outcome to who waits. Only the first call counts. Never called inside a libcurl callback.
  func finish(_ outcome: consuming Outcome) {
    if case .finished = phase { return }
    phase = .finished
    feeding?.cancel()
    feeding = nil
    upgrade = nil
    upload?.releaseFeeder(wantsMore: false)
    if let receiver { return finishReceiving(outcome, receiver) }
    self.outcome = consume outcome
    resumeWaiter()
  }

  /// What came of it, for who has waited. It is handed over once.
  package func takeOutcome() -> Outcome { exchange(&outcome, with: .failure(.engineStopped)) }

  private func resumeWaiter() {
    let waiting = continuation
    continuation = nil
    waiting?.resume()
  }
}
