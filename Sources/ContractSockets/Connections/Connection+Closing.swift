internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// The end of a connection.
extension Connection {
  /// Finishes the current request and closes the connection. A connection without a request so far may still receive one and is
  /// left to its timeouts.
  func drain() {
    http.machine.closeAfterResponse()
    if state == .lingering { return armTimer() }
    if state == .upgraded, let tunnel = upgraded?.tunnel { return tunnel.drains() }
    guard request.serial > 0, state == .reading || state == .held else { return }
    // Requests that have arrived get a response; `settle` closes the connection once none is left.
    socket.isReadable = true
    pump()
  }

  /// True when every received request has a response, though perhaps unsent, and no further one has begun to arrive.
  var hasRespondedToAll: Bool {
    state == .reading && request.serial > 0 && (http.machine.wait == .request || http.machine.isDiscarding)
      && !socket.isReadable && pending.isEmpty
  }

  /// Closes the connection once all output is sent.
  func closeWhenSent() {
    state = .closing
    pending.removeAll()
    endRequest()
  }

  /// Detaches the connection from the current request and its tasks.
  @inline(__always)
  func endRequest() {
    request.end()
    if let input {
      input.end()
      self.input = nil
    }
    if let outgoing {
      outgoing.resumeWriter()
      self.outgoing = nil
    }
    if let upgraded {
      upgraded.tunnel.take()?.connectionEnds()
      self.upgraded = nil
    }
  }

  /// Shuts down sending. Does nothing while the end of an encrypted stream waits for the socket.
  func linger() {
    guard finishEncryption() else { return }
    if socket.input == .ended { return close() }
    state = .lingering
    do {
      try Syscalls.shutdownWriting(socket.raw)
    } catch {
      return close()
    }
    if socket.isReadable { server.loop.execute { self.pump() } }
  }

  /// Resets the connection: the client has disconnected or is too slow.
  func abort() {
    guard state != .closed else { return }
    try? Syscalls.resetOnClose(socket.raw)
    #if TLS
      socket.session = nil
    #endif
    close()
  }

  func close() {
    guard state != .closed else { return }
    state = .closed
    // The output is emptied first, because the code that a cancelled task runs at once may use other connections.
    server.output.removeAll(keepingCapacity: true)
    // The tunnel is notified before the tasks are cancelled, so that it reports the lost connection, not the
    // cancellation.
    upgraded?.tunnel.take()?.connectionEnds()
    request.worker?.cancel()
    upgraded?.cancel()
    request.puller?.cancel()
    endRequest()
    queue.removeAll()
    pending.removeAll()
    if let timer = timing.token { server.loop.cancel(timer) }
    finishEncryption()
    #if TLS
      socket.session = nil
    #endif
    socket.close(on: server.loop)
    releasePeer()
    server.closed(self)
  }
}
