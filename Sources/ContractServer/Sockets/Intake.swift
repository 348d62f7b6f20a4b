internal import ContractLoop

/// What the connections of one listener go through before HTTP.
struct Intake: Hashable, Sendable {
  var proxyProtocol = ProxyProtocol.none

  /// True when HTTP begins with the connection's first byte.
  var isPlain: Bool { proxyProtocol.trust == .none }

  /// True when `peer` may connect.
  func admits(_ peer: PeerAddress) -> Bool {
    switch proxyProtocol.trust {
    case .none: return true
    case .unixPeers:
      if case .unix = peer.address { return true }
      return false
    case .networks(let networks):
      guard let address = IPAddress(peer.host) else { return false }
      return networks.contains { $0.contains(address) }
    }
  }
}
