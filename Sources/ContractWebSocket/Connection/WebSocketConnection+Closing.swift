internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// The closing of a WebSocket. It occurs once: by either peer, or after a failure. Loop thread only.
extension WebSocketConnection {
  /// Ends the exchange of messages. A Close frame may follow, and then the server closes the connection.
  func conclude(_ end: WebSocketEnd) {
    guard closing.end == nil else { return }
    // For readers, the socket has finished normally if a close was requested, even if the connection failed afterwards.
    let result = closing.isRequested ? .finished : end
    closing.end = result
    receiving.isPaused = false
    let failure = end.error(for: role)
    let senders = sending.waiters
    sending.waiters = [:]
    for sender in senders.values { sender.finish(failure) }
    mailbox.end(result)
    resumeClosers(with: end)
    armCloseTimer()
  }

  private func resumeClosers(with end: WebSocketEnd) {
    var failure: WebSocketError?
    if case .failed(let reason) = end { failure = reason }
    let waiting = closing.waiters
    closing.waiters = []
    for closer in waiting { closer.finish(failure) }
  }

  /// Closes the socket after queued messages.
  ///
  /// - Parameter closer: the task that waits for the end; nil if none does.
  func close(_ closure: WebSocketClosure, _ closer: Waiter?) {
    if closer?.isCancelled == true { return closer?.finish(.cancelled) ?? () }
    if closing.end != nil { return closer?.finish(nil) ?? () }
    if let closer { closing.waiters.append(closer) }
    closing.isRequested = true
    machine.close(closure)
    write()
    // Reading resumes, because the peer's Close frame arrives after the unread messages.
    if receiving.isPaused {
      receiving.isPaused = false
      readLater()
    }
  }

  func armCloseTimer() {
    if closing.timer != nil || !tunnel.isOpen { return }
    closing.timer = loop.schedule(after: timeouts.close) {
      self.closing.timer = nil
      let text = "the \(self.role.peer) sent no Close frame within \(self.timeouts.close.text)"
      self.finish(.failed(WebSocketError(.timeout, text)))
    }
  }

  /// Closes the connection once nothing is left to send or receive. A client leaves this to the server (RFC 6455 §7.1.1).
  func closeWhenOver() {
    guard role == .server, machine.isOver, sending.frame == nil, tunnel.isFlushed, tunnel.isOpen else { return }
    finish(closing.end ?? .finished, isOrderly: true)
  }

  /// Ends the socket after the peer has closed the connection.
  func finishAtEnd() {
    finish(.failed(WebSocketError(.lostConnection, "the connection was closed without a Close frame")))
  }

  /// Ends the socket immediately. The peer gets a Close frame if the send buffer has room.
  ///
  /// A server's socket that has ended still sends the rest of a message and its Close frame; the close timer limits the time.
  func abandon(_ error: WebSocketError, _ closure: WebSocketClosure = WebSocketClosure(.goingAway)) {
    guard tunnel.isOpen, role == .client || closing.end == nil else { return }
    // The lost connection is reported instead of `error`, because the task may have been cancelled for this reason.
    if tunnel.peer == .lost { return finishAtEnd() }
    if sending.frame == nil, !machine.hasSentClose {
      machine.abandon(closure)
      if let frame = machine.nextFrame(), tunnel.isFlushed {
        _ = tunnel.stage(frame.bytes[...])
        _ = try? tunnel.flush()
      }
    }
    finish(.failed(error), isOrderly: true)
  }

  /// Closes the connection. An earlier end remains.
  func finish(_ end: WebSocketEnd, isOrderly: Bool = false) {
    tunnel.close(end, isOrderly: isOrderly)
    if case .failed(let error) = end, error.code == .lostConnection { deliverUnread() }
    receiving.unread = []
    conclude(end)
    for timer in [closing.timer, sending.timer, keepAliveTimer] {
      if let timer { loop.cancel(timer) }
    }
    (closing.timer, sending.timer, keepAliveTimer) = (nil, nil, nil)
  }
}
