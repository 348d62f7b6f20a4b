internal import ContractLoop

extension Connection {
  /// Readies the connection for what its listener puts before HTTP; false when the peer may not connect.
  func prepare(for intake: Intake) -> Bool {
    guard intake.admits(peer) else { return false }
    #if TLS
      contexts = intake.tls
    #endif
    if intake.hasProxyHeader {
      phase = .opening
      return true
    }
    return belong(to: peer) && encrypt(behind: [])
  }

  /// Reads once towards the beginning of HTTP; false when there was nothing.
  func receiveOpening() -> Bool {
    #if TLS
      if let session { return shakeHands(session) }
    #endif
    return receiveProxyHeader()
  }

  private func receiveProxyHeader() -> Bool {
    guard let count = readOnce() else { return false }
    // Load balancers look whether a server is there by connecting and closing.
    if count == 0 {
      close()
      return false
    }
    pending += server.input[..<count]
    switch ProxyHeader.parse(pending[...]) {
    case .needsMore: return true
    case .invalid:
      turnAway()
      return false
    case .header(let header, let length):
      let client = header.source.map { PeerAddress($0.socketAddress) } ?? peer
      guard belong(to: client), encrypt(behind: Array(pending[length...])) else {
        turnAway()
        return false
      }
      if isEncrypted { pending = [] } else { pending.removeFirst(length) }
      return true
    }
  }

  // MARK: TLS

  #if TLS
    /// What the connection's bytes go through.
    var kernel: any Kernel { session ?? server.kernel }

    var isEncrypted: Bool { session != nil }

    /// HTTP is next, or TLS before it; false when there is no memory for it.
    private func encrypt(behind received: [UInt8]) -> Bool {
      guard let contexts else {
        phase = .reading
        return true
      }
      session = contexts.session(on: raw, through: server.kernel, received: received)
      self.contexts = nil
      phase = .opening
      isReadable = !received.isEmpty || isReadable
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
        _ = belong(to: PeerAddress(peer.address, isSecure: true, clientCertificate: certificate))
        phase = .reading
        return true
      }
    }

    /// A read came back empty, or it has ended for other connections to have their turn.
    func waitToRead() {
      isReadable = session?.hasMore == true
      if isReadable { server.loop.execute { self.pump() } }
    }

    /// False while the socket does not take the end of the encrypted stream.
    @discardableResult
    func finishEncryption() -> Bool { session?.finish() ?? true }
  #else
    /// What the connection's bytes go through.
    @inline(__always) var kernel: any Kernel { server.kernel }

    @inline(__always) var isEncrypted: Bool { false }

    @inline(__always)
    private func encrypt(behind received: [UInt8]) -> Bool {
      phase = .reading
      return true
    }

    @inline(__always) func waitToRead() { isReadable = false }

    @discardableResult
    @inline(__always) func finishEncryption() -> Bool { true }
  #endif
}
