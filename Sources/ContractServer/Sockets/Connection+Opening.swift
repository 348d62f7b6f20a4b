internal import ContractLoop

extension Connection {
  /// Readies the connection for what its listener puts before HTTP; false when the peer may not connect.
  func prepare(for intake: Intake) -> Bool {
    guard intake.admits(peer) else { return false }
    if intake.isPlain { return belong(to: peer) }
    phase = .opening
    return true
  }

  /// Reads once towards the end of a PROXY header; false when there was nothing.
  func receiveOpening() -> Bool {
    let transfer: Transfer
    do {
      transfer = try server.kernel.receive(raw, into: UnsafeMutableRawBufferPointer(server.input))
    } catch {
      abort()
      return false
    }
    guard case .moved(let count) = transfer else {
      isReadable = false
      return false
    }
    // Load balancers look whether a server is there by connecting and closing.
    if count == 0 {
      close()
      return false
    }
    if count < server.input.count && !hasPeerFinished { isReadable = false }
    pending += server.input[..<count]
    switch ProxyHeader.parse(pending[...]) {
    case .needsMore: return true
    case .invalid:
      abort()
      return false
    case .header(let header, let length):
      let client = header.source.map { PeerAddress($0.socketAddress) } ?? peer
      guard belong(to: client) else {
        abort()
        return false
      }
      pending.removeFirst(length)
      phase = .reading
      return true
    }
  }
}
