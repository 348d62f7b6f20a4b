internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// The single end of a WebSocket, by either peer or a failure. Loop thread only.
extension WebSocketConnection {
  /// Ends the exchange of messages. A Close frame may follow, and then the server closes the connection.
  func conclude(_ end: WebSocketEnd) {
    guard closing.end == nil else { return }
    // A failure after a requested close does not concern readers.
    let result = closing.isRequested ? .finished : end
    closing.end = result
    receiving.isPaused = false
    let failure = Self.failure(of: end)
    let senders = sending.waiters
    sending.waiters = [:]
    for sender in senders.values { sender.finish(failure) }
    mailbox.end(result)
    resumeClosers(with: end)
    armCloseTimer()
  }

  private func resumeClosers(with end: WebSocketEnd) {
    var failure: TransferFailure?
    if case .failed(let reason) = end { failure = reason }
    let waiting = closing.waiters
    closing.waiters = []
    for closer in waiting { closer.finish(failure) }
  }

  func close(_ closure: WebSocketClosure, _ closer: Waiter) {
    if closer.isCancelled { return closer.finish(.cancelled) }
    if closing.end != nil { return closer.finish(nil) }
    closing.waiters.append(closer)
    closing.isRequested = true
    machine.close(closure)
    write()
    // Unread messages must not delay the server's Close frame.
    if receiving.isPaused {
      receiving.isPaused = false
      read()
    }
  }

  func armCloseTimer() {
    if closing.timer != nil || !tunnel.isOpen { return }
    closing.timer = loop.schedule(after: limits.closeTimeout) {
      self.closing.timer = nil
      let text = "the server sent no Close frame within \(self.limits.closeTimeout.text)"
      self.finish(.failed(TransferFailure(.timeout, text)))
    }
  }

  /// Ends the socket after the server has closed the connection.
  func finishAtEnd() {
    finish(.failed(TransferFailure(.connectionLost, "the connection was closed without a Close frame")))
  }

  /// Ends the socket immediately. The server gets a Close frame if the send buffer has room.
  func abandon(_ failure: TransferFailure, _ closure: WebSocketClosure = WebSocketClosure(.goingAway)) {
    guard tunnel.isOpen else { return }
    if sending.frame == nil, !machine.hasSentClose {
      machine.abandon(closure)
      if let frame = machine.nextFrame(), tunnel.isFlushed {
        _ = tunnel.stage(frame.bytes[...])
        _ = try? tunnel.flush()
      }
    }
    finish(.failed(failure))
  }

  /// Closes the connection. An earlier end remains.
  func finish(_ end: WebSocketEnd) {
    tunnel.close()
    receiving.unread = []
    conclude(end)
    for timer in [closing.timer, sending.timer, keepAliveTimer] {
      if let timer { loop.cancel(timer) }
    }
    (closing.timer, sending.timer, keepAliveTimer) = (nil, nil, nil)
  }

  /// Returns the failure of a message that cannot be sent because the socket has ended.
  static func failure(of end: WebSocketEnd) -> TransferFailure {
    switch end {
    case .finished: TransferFailure(.webSocketClosed, "the WebSocket is closed")
    case .closed(let closure):
      TransferFailure(.webSocketClosed, "the server closed the WebSocket with code \(closure.code)", cause: closure)
    case .failed(let failure): failure
    }
  }
}
