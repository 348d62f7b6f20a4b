/// Whether connections of a listener begin with a PROXY header (version 1 or 2), in which a proxy names its client.
///
/// ```swift
/// Server(listening: [.tcp("0.0.0.0", port: 8080, proxyProtocol: .from(["10.0.0.0/8"]))]) { … }
/// ```
///
/// A trusted proxy must send the header within ``ServerTimeouts/header``. A connection that begins otherwise, or comes
/// from another peer, is reset, so clients cannot forge headers. The address in the header becomes the connection's
/// peer: for logs, for ``RateLimit`` and for ``ServerLimits/maxConnectionsPerPeer``. The proxy remains the peer of its
/// own health checks (`LOCAL`) and of connections from unknown clients (`UNKNOWN`, `UNSPEC`).
public struct ProxyProtocol: Hashable, Sendable {
  enum Trust: Hashable, Sendable {
    case none
    case networks([IPNetwork])
    case unixPeers
  }

  let trust: Trust

  /// No header: the peer is the client.
  public static let none = ProxyProtocol(trust: .none)

  /// Requires a header from proxies in these networks; other peers cannot connect.
  public static func from(_ networks: [IPNetwork]) -> ProxyProtocol {
    ProxyProtocol(trust: .networks(networks))
  }

  /// A header from every peer of a Unix domain socket; the file's mode controls who can connect.
  public static let fromUnixPeers = ProxyProtocol(trust: .unixPeers)
}
