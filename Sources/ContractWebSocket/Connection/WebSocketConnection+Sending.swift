internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// Sending of frames in order, as the connection accepts them. Loop thread only.
extension WebSocketConnection {
  func enqueue(_ message: WebSocketMachine.Message, _ sender: Waiter) {
    if sender.isCancelled { return sender.finish(.cancelled) }
    if let end = closing.end { return sender.finish(end.error(for: role)) }
    guard let ticket = machine.send(message) else { return sender.finish(.closed) }
    sender.ticket = ticket
    sending.waiters[ticket] = sender
    write()
  }

  func withdraw(_ sender: Waiter) {
    sender.isCancelled = true
    guard let ticket = sender.ticket, sending.waiters[ticket] === sender else { return }
    _ = machine.withdraw(ticket)
    sending.waiters[ticket] = nil
    sender.finish(.cancelled)
  }

  /// Sends queued frames until the connection accepts no more.
  func write() {
    // After a failure, reading ends the waiting senders.
    if sending.failure != nil { return readLater() }
    do throws(WebSocketError) {
      while tunnel.isOpen {
        if !tunnel.isFlushed {
          let count = try tunnel.flush()
          if count > 0 { sending.lastProgress = .read() }
          guard tunnel.isFlushed else { return armSendTimer() }
        }
        guard let frame = currentFrame() else { return closeWhenOver() }
        if sending.offset < frame.bytes.count {
          sending.offset += tunnel.stage(frame.bytes[sending.offset...])
        } else {
          complete(frame)
        }
      }
    } catch {
      // Messages and the Close frame that the peer has sent take precedence over the failure to send. They are read in a separate
      // job, because this call may have been made while the buffer of the loop is in use.
      sending.failure = .failed(error)
      if let timer = sending.timer { loop.cancel(timer) }
      sending.timer = nil
      readLater()
    }
  }

  /// Ends the waiting senders after a failure to send, while messages wait to be read.
  func endSenders(with failure: WebSocketEnd) {
    let senders = sending.waiters
    sending.waiters = [:]
    for (ticket, sender) in senders {
      _ = machine.withdraw(ticket)
      sender.finish(failure.error(for: role))
    }
  }

  private func currentFrame() -> WebSocketMachine.Outgoing? {
    if let frame = sending.frame { return frame }
    sending.frame = machine.nextFrame()
    sending.offset = 0
    if sending.frame != nil { sending.lastProgress = .read() }
    return sending.frame
  }

  private func complete(_ frame: WebSocketMachine.Outgoing) {
    sending.frame = nil
    if let ticket = frame.ticket, let sender = sending.waiters.removeValue(forKey: ticket) { resume(sender) }
    if frame.isClose { armCloseTimer() }
  }

  private func resume(_ sender: Waiter) {
    guard sending.burst.isOver(at: sending.lastProgress, seen: loop.seen) else { return sender.finish(nil) }
    if !loop.execute({ sender.finish(nil) }) { sender.finish(nil) }
  }

  private func armSendTimer() {
    if sending.timer != nil { return }
    sending.timer = loop.schedule(after: timeouts.send) { self.checkProgress() }
  }

  private func checkProgress() {
    sending.timer = nil
    if tunnel.isFlushed { return }
    let end = sending.lastProgress.advanced(by: timeouts.send)
    let now = LoopInstant.read()
    guard end <= now else {
      sending.timer = loop.schedule(after: now.duration(to: end)) { self.checkProgress() }
      return
    }
    finish(.failed(WebSocketError(.timeout, "the \(role.peer) accepted no byte within \(timeouts.send.text)")))
  }
}
