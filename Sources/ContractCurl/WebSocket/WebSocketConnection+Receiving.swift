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

  /// Reads what there is, for as long as somebody takes it and the turn lasts.
  func read() {
    var bytes = Self.readBudget
    var frames = Self.frameBudget
    do throws(TransferFailure) {
      takeUnread(&frames)
      while tunnel.isOpen, !isReadingPaused {
        guard unread.isEmpty, bytes > 0 else { return readLater() }
        guard let piece = try tunnel.receive() else { return }
        guard !piece.isEmpty else { return finishAtEnd() }
        lastHeard = .read()
        bytes -= piece.count
        take(piece, &frames)
      }
    } catch {
      finish(.failed(error))
    }
  }

  /// Goes on with what an earlier turn has left.
  private func takeUnread(_ frames: inout Int) {
    guard !unread.isEmpty, tunnel.isOpen, !isReadingPaused else { return }
    let bytes = unread
    unread = bytes.dropFirst(take(bytes.span, &frames))
    write()
  }

  /// Takes what has just come, and keeps what is too much for a turn.
  private func take(_ piece: UnsafeRawBufferPointer, _ frames: inout Int) {
    // SAFETY: the tunnel's buffer stays as it is until it receives again, and that is not before `write`; any byte is a
    // `UInt8`.
    let count = take(piece.bindMemory(to: UInt8.self).span, &frames)
    if count < piece.count { unread = Array(piece[count...])[...] }
    write()
  }

  func readLater() {
    if isReadingQueued { return }
    isReadingQueued = true
    loop.execute {
      self.isReadingQueued = false
      self.read()
    }
  }

  /// Takes bytes up to the last frame that may begin.
  ///
  /// - Returns: how many of them are done with.
  private func take(_ bytes: Span<UInt8>, _ frames: inout Int) -> Int {
    var position = 0
    while let event = machine.receive(bytes, from: &position, frames: &frames) {
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
    return machine.isDeaf ? bytes.count : position
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
