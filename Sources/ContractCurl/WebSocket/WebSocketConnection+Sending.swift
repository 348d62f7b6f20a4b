internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// What goes out: one frame after another, as far as the connection takes it. Loop thread only.
extension WebSocketConnection {
  func enqueue(_ frame: [UInt8], _ sender: Waiter) {
    if sender.isCancelled { return sender.finish(.cancelled) }
    if let end { return sender.finish(Self.failure(of: end)) }
    guard let ticket = machine.send(frame) else { return sender.finish(Self.failure(of: .finished)) }
    sender.ticket = ticket
    senders[ticket] = sender
    write()
  }

  func withdraw(_ sender: Waiter) {
    sender.isCancelled = true
    guard let ticket = sender.ticket, senders[ticket] === sender else { return }
    _ = machine.withdraw(ticket)
    senders[ticket] = nil
    sender.finish(.cancelled)
  }

  /// Sends what there is, as far as the connection takes it.
  func write() {
    if hasWritingFailed { return }
    do throws(TransferFailure) {
      while tunnel.isOpen {
        if !tunnel.isFlushed {
          let count = try tunnel.flush()
          if count > 0 { lastProgress = .read() }
          guard tunnel.isFlushed else { return watchWriting() }
        }
        guard let frame = frameToSend() else { return }
        if offset < frame.bytes.count {
          offset += tunnel.stage(frame.bytes[offset...])
        } else {
          complete(frame)
        }
      }
    } catch {
      // What the server has said before it closed counts for more than that it reads no longer.
      hasWritingFailed = true
      read()
      finish(.failed(error))
    }
  }

  func frameToSend() -> WebSocketMachine.Outgoing? {
    if let outgoing { return outgoing }
    outgoing = machine.nextFrame()
    offset = 0
    if outgoing != nil { lastProgress = .read() }
    return outgoing
  }

  func complete(_ frame: WebSocketMachine.Outgoing) {
    outgoing = nil
    if let ticket = frame.ticket { senders.removeValue(forKey: ticket)?.finish(nil) }
    if frame.isClose { armCloseTimer() }
  }

  func watchWriting() {
    if writeTimer != nil { return }
    writeTimer = loop.schedule(after: limits.sendTimeout) { self.lookAtWriting() }
  }

  func lookAtWriting() {
    writeTimer = nil
    if tunnel.isFlushed { return }
    let end = lastProgress.advanced(by: limits.sendTimeout)
    let now = LoopInstant.read()
    guard end <= now else {
      writeTimer = loop.schedule(after: .nanoseconds(end.nanoseconds - now.nanoseconds)) { self.lookAtWriting() }
      return
    }
    finish(.failed(TransferFailure(.tooSlow, "the server took no byte within \(limits.sendTimeout.text)")))
  }
}
