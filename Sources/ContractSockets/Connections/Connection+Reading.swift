internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

extension Connection {
  /// Bytes go to the system's kernel and nowhere else: calls of it by its own type need no look at what it is.
  @inline(__always)
  var isDirect: Bool { server.usesSystemKernel && !isEncrypted }

  /// Reads once into the loop's buffer.
  ///
  /// - Returns: how many bytes came, none at the end of the stream; nil when there was nothing, or the connection is
  ///   broken and has been closed.
  @inline(__always)
  func readOnce() -> Int? {
    let transfer: IOResult
    do {
      let room = UnsafeMutableRawBufferPointer(server.input)
      transfer = isDirect ? try SystemKernel().receive(raw, into: room) : try kernel.receive(raw, into: room)
    } catch {
      abort()
      return nil
    }
    guard case .moved(let count) = transfer else {
      waitToRead()
      return nil
    }
    // A short read has emptied the socket, and what comes later is a new edge; but the end of the stream may have been
    // part of the edge that was already reported, and a record of TLS is not all that the socket has.
    if count < server.input.count && !hasPeerFinished && !isEncrypted { isReadable = false }
    return count
  }

  /// Reads once and works on what came; false when there was nothing.
  func receive() -> Bool {
    guard let count = readOnce() else { return false }
    if count == 0 {
      endOfInput()
      return false
    }
    timing.received(count)
    if phase == .lingering { return isWithinLinger }
    // SAFETY: the buffer is the loop's, lives as long as the server and is filled again only by the next call of this
    // function, which `pump` does not make before this one has returned.
    let input = UnsafeBufferPointer(rebasing: server.input[..<count]).span
    let position = process(input, from: 0)
    if position < count && phase != .closed && phase != .closing {
      pending = input.extracting(position..<count).withUnsafeBufferPointer { Array($0) }
      pendingStart = 0
    }
    return true
  }

  private var isWithinLinger: Bool {
    if timing.lingerBytes <= EngineSettings.maxLingerBytes { return true }
    abort()
    return false
  }

  private func endOfInput() {
    isReadable = false
    hasReceivedEnd = true
    if phase == .lingering { return close() }
    take(machine.endOfInput(), hasMoreInput: false)
  }

  /// Goes on with bytes that were received while a handler was at work.
  func processPending() {
    let bytes = pending
    pendingStart = process(bytes.span, from: pendingStart)
    if pendingStart >= pending.count || phase == .closed || phase == .closing {
      pending = []
      pendingStart = 0
    }
  }

  /// Works on `input` until it is used up, or until an answer has to be waited for.
  private func process(_ input: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while phase == .reading {
      if position == input.count { break }
      let step = machine.receive(input, from: &position)
      take(consume step, hasMoreInput: position < input.count)
      if !queue.isEmpty || server.output.count >= EngineSettings.highWatermark { break }
    }
    return position
  }

  /// Does what the machine says.
  func take(_ step: consuming ConnectionMachine.Step, hasMoreInput: Bool) {
    switch consume step {
    case .needsInput:
      break
    case .head(let head, let contentLength):
      serial += 1
      let decision = peer.unowned.withAddress { server.begin(head, peer: $0, contentLength: contentLength) }
      self.head = consume head
      switch consume decision {
      case .answer(let response):
        answer(response)
      case .handle(let accepted):
        self.accepted = consume accepted
        handle([])
      case .accept(let accepted):
        let maxBodyBytes = accepted.maxBodyBytes
        self.accepted = consume accepted
        take(machine.accept(maxBodyBytes: maxBodyBytes, hasMoreInput: hasMoreInput), hasMoreInput: hasMoreInput)
      }
    case .sendContinue:
      server.output += ResponseSerializer.continueLine
    case .request(let content):
      handle(consume content)
    case .refuse(let error):
      refuse(error.status, error.reason)
    case .close:
      closeWhenSent()
    }
  }
}
