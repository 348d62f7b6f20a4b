/// Whether the connections of a listener begin with a PROXY header (version 1 or 2), which tells who has opened them to the
/// proxy in between.
///
/// ```swift
/// Server(listening: [.tcp("0.0.0.0", port: 8080, proxyProtocol: .from(["10.0.0.0/8"]))]) { … }
/// ```
///
/// A trusted peer has to send the header, within ``ServerTimeouts/header``; a connection of anybody else is reset, and
/// so is one that begins with something else. A listener never takes both kinds, so nobody can choose to lie. What
/// the header says is the connection's peer from then on: for logs, for ``RateLimit`` and for
/// ``ServerLimits/maxConnectionsPerPeer``. Where the proxy speaks for itself (`LOCAL`, for its own health checks) or does not
/// know (`UNKNOWN`, `UNSPEC`), the peer stays the proxy.
public struct ProxyProtocol: Hashable, Sendable {
  enum Trust: Hashable, Sendable {
    case none
    case networks([IPNetwork])
    case unixPeers
  }

  let trust: Trust

  /// No header: the peer is who has connected.
  public static let none = ProxyProtocol(trust: .none)

  /// A header from proxies in these networks; nobody else may connect.
  public static func from(_ networks: [IPNetwork]) -> ProxyProtocol {
    ProxyProtocol(trust: .networks(networks))
  }

  /// A header from whoever the file's mode lets connect to a Unix domain socket.
  public static let fromUnixPeers = ProxyProtocol(trust: .unixPeers)
}
