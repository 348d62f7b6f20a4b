/// The other end of a connection.
public struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The IP address as text, such as `192.0.2.7` or `2001:db8::1`; empty for a Unix domain socket.
  public let host: String
  /// The port; nil for a Unix domain socket.
  public let port: Int?

  package init(host: String, port: Int?) {
    self.host = host
    self.port = port
  }

  /// `host:port`, with brackets around an IPv6 address, or `unix` for a Unix domain socket.
  public var description: String {
    guard let port else { return "unix" }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
