internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// The end of a connection.
extension Connection {
  /// The server is about to stop: finish what is under way and nothing else. A connection that has not had a request
  /// yet may still have one on its way and is left to its timeouts.
  func drain() {
    machine.closeAfterResponse()
    if phase == .lingering { return armTimer() }
    guard phase == .reading, serial > 0 else { return }
    // What has come by now is read and answered; `settle` ends the connection when nothing is owed any more.
    isReadable = true
    pump()
  }

  /// Every request that has come is answered, though perhaps not sent, and none has begun to come.
  var owesNothing: Bool {
    phase == .reading && serial > 0 && machine.wait == .request && !isReadable && pendingStart >= pending.count
  }

  /// Everything is queued that will ever be sent.
  func closeWhenSent() {
    phase = .closing
    input.end()
    pending = []
    pendingStart = 0
    forgetRequest()
  }

  /// Stays as it is while the end of an encrypted stream waits for the socket.
  func linger() {
    guard finishEncryption() else { return }
    if hasReceivedEnd { return close() }
    phase = .lingering
    do {
      try Syscalls.shutdownWriting(raw)
    } catch {
      return close()
    }
    if isReadable { server.loop.execute { self.pump() } }
  }

  /// The connection is of no use any more: the client is gone, or too slow to be waited for.
  func abort() {
    guard phase != .closed else { return }
    try? Syscalls.resetOnClose(raw)
    #if TLS
      session = nil
    #endif
    close()
  }

  func close() {
    guard phase != .closed else { return }
    phase = .closed
    worker?.cancel()
    worker = nil
    puller?.cancel()
    puller = nil
    forgetRequest()
    input.end()
    content = []
    queue.removeAll()
    pending = []
    server.output.removeAll(keepingCapacity: true)
    if let timer = timing.token { server.loop.cancel(timer) }
    finishEncryption()
    #if TLS
      session = nil
    #endif
    if let registration { server.loop.deregister(registration) }
    registration = nil
    descriptor = nil
    roomWaiter?.resume()
    roomWaiter = nil
    if let peerKey { server.peers.release(peerKey) }
    server.closed(self)
  }
}
