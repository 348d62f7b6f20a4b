package import ContractLoop

/// The other end of a connection.
public struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address as the kernel tells it.
  package let address: SocketAddress

  /// `host:port`, with brackets around an IPv6 address, or `unix:` for a Unix domain socket. Made once a connection.
  public let description: String

  package init(_ address: SocketAddress) {
    var address = address
    // An IPv4 peer of a dual-stack listener.
    if case .ipv6(0, let low, let port, _) = address, low >> 32 == 0xFFFF {
      address = .ipv4(UInt32(truncatingIfNeeded: low), port: port)
    }
    self.address = address
    self.description = address.description
  }

  /// The IP address as text, such as `192.0.2.7` or `2001:db8::1`; empty for a Unix domain socket.
  public var host: String {
    if case .unix = address { return "" }
    return address.host
  }

  /// The port; nil for a Unix domain socket.
  public var port: Int? { address.port.map { Int($0) } }
}
