internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// What comes in, for as long as somebody takes it, and what is done about silence. Loop thread only.
extension WebSocketConnection {
  func resumeReading() {
    guard isReadingPaused else { return }
    isReadingPaused = false
    lastHeard = .read()
    read()
  }

  /// Reads what there is, for as long as somebody takes it.
  func read() {
    var budget = Self.readBudget
    do throws(TransferFailure) {
      while tunnel.isOpen, !isReadingPaused, let piece = try tunnel.receive() {
        guard !piece.isEmpty else { return finishAtEnd() }
        lastHeard = .read()
        // SAFETY: the tunnel's buffer stays as it is until it receives again; any byte is a `UInt8`.
        take(piece.bindMemory(to: UInt8.self).span)
        budget -= piece.count
        if budget <= 0 { return readLater() }
      }
    } catch {
      finish(.failed(error))
    }
  }

  func readLater() {
    if isReadingQueued { return }
    isReadingQueued = true
    loop.execute {
      self.isReadingQueued = false
      self.read()
    }
  }

  func take(_ bytes: Span<UInt8>) {
    var position = 0
    while let event = machine.receive(bytes, from: &position) {
      switch event {
      case .message(let message):
        if mailbox.deliver(message), !isClosingHere { isReadingPaused = true }
      case .closed(let closure):
        conclude(isClosingHere ? .finished : .closed(closure))
      case .violated(let violation):
        let code: TransferFailure.Code =
          violation.code == .messageTooBig ? .responseTooLarge : .malformedResponse
        conclude(.failed(TransferFailure(code, violation.text)))
      }
    }
    write()
  }

  // MARK: Signs of life

  func lookAfterPeer() {
    keepAliveTimer = nil
    guard end == nil, tunnel.isOpen else { return }
    // Behind a message that is going out no Ping can be sent; that the server takes it is sign enough, and `sendTimeout` sees
    // when it does not.
    let isAsked = !isReadingPaused && outgoing?.ticket == nil
    switch keepAlive?.decide(now: .read(), lastHeard: lastHeard, isReading: isAsked) {
    case .look(let moment):
      keepAliveTimer = loop.schedule(after: .nanoseconds(moment.nanoseconds - LoopInstant.read().nanoseconds)) {
        self.lookAfterPeer()
      }
    case .ping(let moment):
      machine.ping()
      keepAliveTimer = loop.schedule(after: .nanoseconds(moment.nanoseconds - LoopInstant.read().nanoseconds)) {
        self.lookAfterPeer()
      }
      write()
    case .end:
      finish(.failed(TransferFailure(.timeout, "the server gave no sign of life within \(limits.pongTimeout.text)")))
    case nil:
      break
    }
  }
}
