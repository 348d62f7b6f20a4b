internal import ContractLoop

/// The settings of a listener: the PROXY header and the TLS that precede HTTP.
struct ListenerSettings: Sendable {
  let proxyProtocol: ProxyProtocol
  #if TLS
    let tls: TLSContexts?
  #endif

  init(_ address: BindAddress) throws(ServerError) {
    proxyProtocol = address.proxyProtocol
    #if TLS
      var tls: TLSContexts?
      if let settings = address.tls { tls = try TLSContexts(settings) }
      self.tls = tls
    #endif
  }

  /// True if connections begin with a PROXY header.
  var hasProxyHeader: Bool { proxyProtocol.trust != .none }

  /// The scheme of the listener's URLs.
  var scheme: String {
    #if TLS
      return tls == nil ? "http" : "https"
    #else
      return "http"
    #endif
  }

  /// Returns true if `peer` may connect.
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
