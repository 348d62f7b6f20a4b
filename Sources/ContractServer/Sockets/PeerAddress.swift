package import ContractLoop

/// The other end of a connection.
public struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address as the kernel tells it; text is made when it is asked for.
  package let address: SocketAddress

  package init(_ address: SocketAddress) {
    self.address = address
  }

  /// The IP address as text, such as `192.0.2.7` or `2001:db8::1`; empty for a Unix domain socket.
  public var host: String {
    if case .unix = address { return "" }
    return address.host
  }

  /// The port; nil for a Unix domain socket.
  public var port: Int? { address.port.map { Int($0) } }

  /// `host:port`, with brackets around an IPv6 address, or `unix:` for a Unix domain socket.
  public var description: String { address.description }
}
