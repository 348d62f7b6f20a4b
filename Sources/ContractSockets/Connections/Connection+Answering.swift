internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

extension Connection {
  // MARK: Handlers

  /// Queues the request for a handler, which runs in this turn of the loop.
  func handle(_ content: consuming [UInt8]) {
    phase = .handling
    self.content = consume content
    server.handle(self)
  }

  /// The request and what answers it; nil when nobody waits for the answer any more.
  @inline(__always)
  func startHandler(_ worker: HandlerWorker, _ place: HandlerPlace) -> HandlerCall? {
    guard phase == .handling, let accepted, head != nil else { return nil }
    self.worker = worker
    lentHead = head.map { .passUnretained($0) }
    place.pulse.run(tag: accepted.route)
    // Moved, and not counted.
    var head: RequestHead?
    swap(&head, &self.head)
    var content: [UInt8] = []
    swap(&content, &self.content)
    return peer.unowned.withAddress { peer in
      guard let head = head.take() else { return nil }
      return place.responder.call(accepted, head, content: content, peer: peer)
    }
  }

  /// The head of the current request, for refusals.
  var currentHead: RequestHead? { head ?? lentHead?.takeUnretainedValue() }

  /// Nothing is left to be said about the current request.
  @inline(__always)
  func forgetRequest() {
    accepted = nil
    head = nil
    lentHead = nil
  }

  /// True when a request's handler has not answered yet, and somebody waits for its answer.
  @inline(__always)
  func waits(for serial: Int) -> Bool { phase == .handling && serial == self.serial }

  /// The handler has returned.
  func leave(_ worker: HandlerWorker) {
    guard self.worker === worker else { return }
    self.worker = nil
    lentHead = nil
  }

  /// Takes a handler's answer, unless it comes too late: after a timeout, after the client has gone, or after the
  /// loop has stopped. A stream is handed back to be pulled.
  func deliver(_ response: HTTPResponse, for serial: Int) -> HTTPBodyStream? {
    guard server.isCurrent, waits(for: serial) else { return nil }
    if queue.isEmpty, response.isShort, server.mayHoldAnswer() {
      hold(response)
      return nil
    }
    guard let stream = begin(response) else {
      pump()
      return nil
    }
    // The head leaves now: the stream may take its time, and what is written belongs to the connection at work.
    settle()
    return stream
  }

  /// Answers without a handler.
  func answer(_ response: HTTPResponse) {
    guard let stream = begin(response) else { return }
    let serial = serial
    let started = Task.immediateDetached(executorPreference: server.loop) { [self] in await pull(stream, for: serial) }
    if serial == self.serial && phase == .streaming { puller = started }
  }

  /// Answers what the engine itself refuses.
  func refuse(_ status: HTTPStatus, _ reason: String) {
    answer(refusal(status, reason))
  }

  private func refusal(_ status: HTTPStatus, _ reason: String) -> HTTPResponse {
    server.responder.refusal(status, reason, for: currentHead, accepted: accepted, peer: peer)
  }

  // MARK: Answers

  /// Writes the answer's head, and its content when that is in memory; a stream is handed back to be pulled.
  private func begin(_ response: HTTPResponse) -> HTTPBodyStream? {
    guard response.status.code >= 200 else {
      // An interim status is no answer; sent as one, it would take the next answer for its own.
      let refusal = refusal(500, "the handler's answer has an interim status")
      return begin(refusal.status.code >= 200 ? refusal : HTTPResponse(.internalServerError))
    }
    let plan = machine.beginResponse(response)
    if plan.framing.hasContent, case .bytes(let bytes) = response.body, bytes.count < EngineSettings.minUncopiedBytes {
      server.write(response, as: plan, then: bytes)
      endAnswer()
      return nil
    }
    server.write(response, as: plan)
    guard plan.framing.hasContent else {
      endAnswer()
      return nil
    }
    switch response.body {
    case .empty: break
    case .bytes(let bytes): send(bytes)
    case .stream(let stream):
      phase = .streaming
      streamFraming = plan.framing
      // The buffer is every connection's: nothing of this one may stay in it while the stream is away. The head leaves with
      // the first piece, or by itself when that takes its time.
      moveOutputToQueue(from: 0)
      server.loop.execute { [self] in settle() }
      return stream
    }
    endAnswer()
    return nil
  }

  /// Writes a short answer, which leaves together with others.
  private func hold(_ response: HTTPResponse) {
    let plan = machine.beginResponse(response)
    if plan.framing.hasContent, case .bytes(let bytes) = response.body {
      server.write(response, as: plan, then: bytes, behindHeld: true)
    } else {
      server.write(response, as: plan, behindHeld: true)
    }
    endAnswer()
    isHeld = true
    server.hold(self)
  }

  // SAFETY: the bytes are those that the loop took out of its output for this; what the socket does not take is copied.
  /// Sends an answer that was held, or keeps what the socket does not take.
  func sendHeld(_ bytes: UnsafeRawBufferPointer) {
    isHeld = false
    if phase == .closed { return }
    do {
      let sent = countSent(isDirect ? try SystemKernel().send(raw, bytes) : try kernel.send(raw, bytes))
      if sent == bytes.count { return }
      queue.append(Array(bytes[sent...]))
      try sendQueue()
    } catch {
      abort()
    }
  }

  private func endAnswer(isComplete: Bool = true) {
    guard phase != .closed else { return }
    worker = nil
    puller = nil
    forgetRequest()
    switch machine.endResponse(isComplete: isComplete) {
    case .receive: phase = .reading
    case .close: closeWhenSent()
    }
  }

  // MARK: Streams

  /// Sends the content piece by piece, as fast as the client takes it, and ends the answer.
  func pull(_ stream: HTTPBodyStream, for serial: Int) async {
    let isComplete: Bool
    do {
      isComplete = try await forward(stream, for: serial)
    } catch {
      isComplete = false
    }
    guard isStreaming(serial) else { return }
    if isComplete && streamFraming == .chunked { server.output += ResponseSerializer.lastChunk }
    // Without a length or chunks only a reset tells the client that content is missing.
    if !isComplete && streamFraming == .untilClose { return abort() }
    endAnswer(isComplete: isComplete)
    pump()
  }

  /// - Returns: true when the stream gave what it had announced.
  private func forward(_ stream: HTTPBodyStream, for serial: Int) async throws -> Bool {
    var left = stream.length
    while let piece = try await stream.next() {
      guard isStreaming(serial) else { return false }
      if let count = left {
        // More than was announced would be read as the next answer.
        guard piece.count <= count else { return false }
        left = count - piece.count
      }
      await write(piece)
      guard isStreaming(serial) else { return false }
    }
    return left == nil || left == 0
  }

  /// False when the connection has turned to something else, or was closed, while the stream was away.
  private func isStreaming(_ serial: Int) -> Bool {
    server.loop.isCurrent && serial == self.serial && phase == .streaming
  }

  private func write(_ piece: [UInt8]) async {
    if streamFraming == .chunked {
      ResponseSerializer.appendChunk(piece, to: &server.output)
    } else {
      server.output += piece
    }
    settle()
    if queue.count >= EngineSettings.highWatermark {
      await withCheckedContinuation { roomWaiter = $0 }
    } else {
      bytesSinceYield += piece.count
      if bytesSinceYield >= EngineSettings.maxBytesPerTurn {
        bytesSinceYield = 0
        await Task.yield()
      }
    }
  }

  // MARK: Sending

  /// Sends what was written in this turn, behind what waits already.
  func flush() {
    do {
      if queue.isEmpty {
        guard !server.output.isEmpty else { return }
        moveOutputToQueue(from: countSent(try server.send(raw, isDirect: isDirect, through: kernel)))
      } else {
        moveOutputToQueue(from: 0)
      }
      try sendQueue()
    } catch {
      return abort()
    }
    if phase == .streaming && queue.count < EngineSettings.highWatermark / 2 { resumeRoomWaiter() }
  }

  private func resumeRoomWaiter() {
    guard let waiter = roomWaiter else { return }
    roomWaiter = nil
    waiter.resume()
  }

  /// Sends content behind what was written, without copying it.
  private func send(_ content: [UInt8]) {
    do {
      guard queue.isEmpty else {
        moveOutputToQueue(from: 0)
        queue.append(content)
        return
      }
      let sent = countSent(try kernel.send(raw, server.output, then: content))
      let head = server.output.count
      moveOutputToQueue(from: min(sent, head))
      queue.append(content, from: max(0, sent - head))
      try sendQueue()
    } catch {
      abort()
    }
  }

  private func countSent(_ transfer: IOResult) -> Int {
    guard case .moved(let count) = transfer else { return 0 }
    timing.sent(count)
    return count
  }

  /// Sends what waits until the socket says that it takes no more: only then does epoll tell when it does again.
  private func sendQueue() throws(SystemError) {
    if queue.isEmpty { return }
    let waiting = queue.count
    if try queue.send(to: raw, through: kernel) { timing.sent(waiting - queue.count) }
  }

  private func moveOutputToQueue(from start: Int) {
    if start < server.output.count { queue.append(Array(server.output[start...])) }
    server.output.removeAll(keepingCapacity: server.output.capacity <= EngineSettings.maxKeptCapacity)
  }
}

extension HTTPResponse {
  /// Head and content leave in one call, and nothing has to be awaited.
  fileprivate var isShort: Bool {
    if status.code < 200 { return false }
    switch body {
    case .empty: return true
    case .bytes(let bytes): return bytes.count < EngineSettings.minUncopiedBytes
    case .stream: return false
    }
  }
}
