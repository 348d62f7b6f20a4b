internal import ContractLoop

/// What the connections of one listener go through before HTTP.
struct Intake: Sendable {
  let proxyProtocol: ProxyProtocol
  #if TLS
    let tls: TLSContexts?
  #endif

  init(_ place: ListeningPlace) throws(ServerError) {
    proxyProtocol = place.proxyProtocol
    #if TLS
      var tls: TLSContexts?
      if let settings = place.tls { tls = try TLSContexts(settings) }
      self.tls = tls
    #endif
  }

  /// True when a connection begins with a PROXY header.
  var hasProxyHeader: Bool { proxyProtocol.trust != .none }

  /// The scheme of URLs that lead here.
  var scheme: String {
    #if TLS
      return tls == nil ? "http" : "https"
    #else
      return "http"
    #endif
  }

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
