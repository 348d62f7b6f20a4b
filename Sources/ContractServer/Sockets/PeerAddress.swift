package import ContractHTTP
package import ContractLoop

/// The other end of a connection.
public struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address as the kernel tells it.
  package let address: SocketAddress
  /// True where the connection is encrypted.
  package let isSecure: Bool
  /// The certificate that it has shown, where the server asks for one.
  package let clientCertificate: ClientCertificate?

  /// `host:port`, with brackets around an IPv6 address, or `unix:` for a Unix domain socket. Made once a connection.
  public let description: String

  package init(_ address: SocketAddress, isSecure: Bool = false, clientCertificate: ClientCertificate? = nil) {
    self.isSecure = isSecure
    self.clientCertificate = clientCertificate
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
