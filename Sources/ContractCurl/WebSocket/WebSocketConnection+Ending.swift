internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// The one end of a WebSocket, whoever brings it about. Loop thread only.
extension WebSocketConnection {
  /// No message comes or goes any more; a Close frame may, and then the server closes the connection.
  func conclude(_ end: WebSocketEnd) {
    guard self.end == nil else { return }
    // Whoever closes has nothing to complain of but to itself.
    self.end = isClosingHere ? .finished : end
    isReadingPaused = false
    let failure = Self.failure(of: end)
    for sender in senders.values { sender.finish(failure) }
    senders = [:]
    mailbox.end(isClosingHere ? .finished : end)
    resumeClosers(with: end)
    armCloseTimer()
  }

  func resumeClosers(with end: WebSocketEnd) {
    var failure: TransferFailure?
    if case .failed(let reason) = end { failure = reason }
    let waiting = closers
    closers = []
    for closer in waiting { closer.finish(failure) }
  }

  func close(_ closure: WebSocketClosure, _ closer: Waiter) {
    if closer.isCancelled { return closer.finish(.cancelled) }
    if end != nil { return closer.finish(nil) }
    closers.append(closer)
    isClosingHere = true
    machine.close(closure)
    write()
    // What has not been taken yet must not keep the answer from being seen.
    if isReadingPaused {
      isReadingPaused = false
      read()
    }
  }

  func armCloseTimer() {
    if closeTimer != nil || !tunnel.isOpen { return }
    closeTimer = loop.schedule(after: limits.closeTimeout) {
      self.closeTimer = nil
      self.finish(
        .failed(
          TransferFailure(.timeout, "the server did not answer the Close frame within \(self.limits.closeTimeout.text)")
        ))
    }
  }

  /// The server has closed the connection.
  func finishAtEnd() {
    finish(.failed(TransferFailure(.connectionLost, "the connection was closed without a Close frame")))
  }

  /// Ends it from here and now; the server is told if there is room.
  func abandon(_ failure: TransferFailure, saying closure: WebSocketClosure = WebSocketClosure(.goingAway)) {
    guard tunnel.isOpen else { return }
    if outgoing == nil, !machine.hasSentClose {
      machine.abandon(closure)
      if let frame = machine.nextFrame(), tunnel.isFlushed {
        _ = tunnel.stage(frame.bytes[...])
        _ = try? tunnel.flush()
      }
    }
    finish(.failed(failure))
  }

  /// Closes the connection. What had ended before stays as it was.
  func finish(_ end: WebSocketEnd) {
    tunnel.close()
    unread = []
    conclude(end)
    for timer in [closeTimer, writeTimer, keepAliveTimer] {
      if let timer { loop.cancel(timer) }
    }
    (closeTimer, writeTimer, keepAliveTimer) = (nil, nil, nil)
  }

  /// Why a message does not go out any more.
  static func failure(of end: WebSocketEnd) -> TransferFailure {
    switch end {
    case .finished: TransferFailure(.webSocketClosed, "the WebSocket is closed")
    case .closed(let closure):
      TransferFailure(.webSocketClosed, "the server has closed the WebSocket with \(closure.code)", cause: closure)
    case .failed(let failure): failure
    }
  }
}
