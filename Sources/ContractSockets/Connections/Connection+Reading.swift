internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// Reading requests.
extension Connection {
  /// True when the connection exchanges bytes with the system's kernel directly. Calls then need no dynamic dispatch.
  @inline(__always)
  var isDirect: Bool { server.usesSystemKernel && !isEncrypted }

  /// Reads once into the loop's buffer.
  ///
  /// - Returns: the number of bytes, 0 at the end of the stream; nil when nothing was received, or the connection failed and is
  ///   closed.
  @inline(__always)
  func readOnce() -> Int? {
    let result: IOResult
    do {
      let room = UnsafeMutableRawBufferPointer(server.input)
      result =
        isDirect ? try SystemKernel().receive(socket.raw, into: room) : try kernel.receive(socket.raw, into: room)
    } catch {
      abort()
      return nil
    }
    guard case .moved(let count) = result else {
      waitToRead()
      return nil
    }
    // A short read has emptied the socket, and later bytes cause a new edge. There are two exceptions: the reported
    // edge may include the end of the stream, and one read of an encrypted socket returns only one TLS record.
    if count < server.input.count && !socket.hasPeerFinished && !isEncrypted { socket.isReadable = false }
    return count
  }

  /// Reads once and processes the bytes. Returns false when nothing was received.
  func receive() -> Bool {
    guard let count = readOnce() else { return false }
    if count == 0 {
      endOfInput()
      return false
    }
    timing.received(count)
    if state == .lingering { return isWithinLinger }
    // SAFETY: the buffer belongs to the loop, lives as long as the server and is overwritten only by the next call of this
    // function, which `pump` makes after this one has returned.
    let bytes = UnsafeBufferPointer(rebasing: server.input[..<count]).span
    let position = process(bytes, from: 0)
    if position < count && state != .closed && state != .closing {
      pending.replace(with: bytes.extracting(position..<count).withUnsafeBufferPointer { Array($0) })
    }
    return true
  }

  private var isWithinLinger: Bool {
    if timing.lingerBytes <= EngineSettings.maxLingerBytes { return true }
    abort()
    return false
  }

  private func endOfInput() {
    socket.isReadable = false
    socket.input = .ended
    if state == .lingering { return close() }
    if isInputAwaited { return endOfAwaitedInput() }
    execute(http.machine.endOfInput(), hasMoreInput: false)
  }

  /// Processes bytes that were received before the response to an earlier request.
  func processPending() {
    let bytes = pending.bytes
    let position = process(bytes.span, from: pending.offset)
    if state == .closed || state == .closing { pending.removeAll() } else { pending.advance(to: position) }
  }

  /// Processes `bytes` until they are used up, a response is due or the turn ends. Returns the offset of the first unprocessed
  /// byte.
  private func process(_ bytes: Span<UInt8>, from start: Int) -> Int {
    if isInputAwaited { return deliver(bytes, from: start) }
    var position = start
    while state == .reading {
      if position == bytes.count || !isWithinTurn { break }
      let step = http.machine.receive(bytes, from: &position)
      execute(consume step, hasMoreInput: position < bytes.count)
      if !queue.isEmpty || queue.isPaused || server.output.count >= EngineSettings.highWatermark { break }
    }
    return position
  }

  /// Executes a step of the machine.
  func execute(_ step: consuming ConnectionMachine.Step, hasMoreInput: Bool) {
    switch consume step {
    case .needsInput:
      break
    case .head(let head, let contentLength):
      request.begin()
      execute(server.admit(head, from: peer, contentLength: contentLength), hasMoreInput: hasMoreInput)
    case .sendContinue:
      server.output += ResponseSerializer.continueLine
    case .request(let content):
      queueHandler(content)
    case .streamedRequest:
      if http.machine.hasStream { input = HandlerInput() }
      queueHandler([])
    case .refuse(let error):
      refuse(error.status, error.reason)
    case .close:
      closeWhenSent()
    }
  }

  /// Executes the responder's decision on a head.
  @inline(__always)
  private func execute(_ decision: consuming HeadDecision, hasMoreInput: Bool) {
    switch consume decision {
    case .respond(let response):
      respond(response)
    case .handle(let admitted):
      request.admit(admitted)
      queueHandler([])
    case .collect(let maxBytes, let admitted):
      request.admit(admitted)
      execute(http.machine.accept(maxBodyBytes: maxBytes, hasMoreInput: hasMoreInput), hasMoreInput: hasMoreInput)
    case .stream(let maxBytes, let admitted):
      request.admit(admitted)
      execute(http.machine.acceptStream(maxBodyBytes: maxBytes), hasMoreInput: hasMoreInput)
    case .decide(let admitted):
      request.admit(admitted)
      execute(http.machine.passStream(), hasMoreInput: hasMoreInput)
    }
  }

  /// Queues the request for a worker, which runs its handler in a separate job.
  private func queueHandler(_ body: consuming [UInt8]) {
    state = .handling
    request.queue(body)
    server.queueHandler(of: self)
  }
}
