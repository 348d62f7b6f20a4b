internal import ContractLoop

/// The PROXY header and the TLS handshake, which precede HTTP.
extension Connection {
  /// Prepares the connection according to its listener's settings. Returns false when the peer may not connect.
  func prepare(for listener: ListenerSettings) -> Bool {
    guard listener.admits(peer) else { return false }
    #if TLS
      socket.contexts = listener.tls
    #endif
    if listener.hasProxyHeader {
      state = .opening
      return true
    }
    return assign(to: peer) && encrypt(after: [])
  }

  /// Reads once. Returns false when nothing was received.
  func receiveOpening() -> Bool {
    #if TLS
      if let session = socket.session { return shakeHands(session) }
    #endif
    return receiveProxyHeader()
  }

  private func receiveProxyHeader() -> Bool {
    guard let count = readOnce() else { return false }
    // A client that sends nothing is not counted as refused: load balancers check servers by connecting and closing.
    if count == 0 {
      close()
      return false
    }
    pending.append(server.input[..<count])
    let received = pending.bytes
    switch ProxyHeader.parse(received[...]) {
    case .needsMore: return true
    case .invalid:
      turnAway()
      return false
    case .header(let header, let length):
      let client = header.source.map { PeerAddress($0.socketAddress) } ?? peer
      guard assign(to: client), encrypt(after: Array(received[length...])) else {
        turnAway()
        return false
      }
      if isEncrypted { pending.removeAll() } else { pending.replace(with: Array(received[length...])) }
      return true
    }
  }

  // MARK: TLS

  #if TLS
    /// The kernel through which the connection sends and receives bytes.
    var kernel: any Kernel { socket.session ?? server.kernel }

    var isEncrypted: Bool { socket.session != nil }

    /// Continues with TLS, or with HTTP if the listener does not use TLS. Returns false when memory is exhausted.
    private func encrypt(after received: [UInt8]) -> Bool {
      guard let contexts = socket.contexts else {
        state = .reading
        return true
      }
      let session = contexts.session(on: socket.raw, through: server.kernel, received: received)
      socket.session = session
      socket.contexts = nil
      state = .opening
      if !received.isEmpty { socket.isReadable = true }
      return session != nil
    }

    private func shakeHands(_ session: TLSSession) -> Bool {
      switch session.handshake() {
      case .waits:
        waitToRead()
        return false
      case .failed:
        server.count.countRefused()
        close()
        return false
      case .done(let certificate):
        _ = assign(to: PeerAddress(peer.address, isSecure: true, clientCertificate: certificate))
        state = .reading
        return true
      }
    }

    /// Waits for more bytes after a read that found none, or that ended early in favor of other connections.
    func waitToRead() {
      socket.isReadable = socket.session?.hasMore == true
      if socket.isReadable { server.loop.execute { self.pump() } }
    }

    /// Sends the end of the encrypted stream. Returns false while the socket does not accept it.
    @discardableResult
    func finishEncryption() -> Bool { socket.session?.finish() ?? true }
  #else
    /// The kernel through which the connection sends and receives bytes.
    @inline(__always) var kernel: any Kernel { server.kernel }

    @inline(__always) var isEncrypted: Bool { false }

    @inline(__always)
    private func encrypt(after received: [UInt8]) -> Bool {
      state = .reading
      return true
    }

    @inline(__always) func waitToRead() { socket.isReadable = false }

    @discardableResult
    @inline(__always) func finishEncryption() -> Bool { true }
  #endif
}
