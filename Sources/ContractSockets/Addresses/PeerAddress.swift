package import ContractHTTP
package import ContractLoop

/// The peer of a connection.
package struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
  /// Shared by reference, because every request has the address of its connection.
  fileprivate final class Storage: Sendable {
    let address: SocketAddress
    let description: String
    let isSecure: Bool
    let peer: Peer

    init(_ address: SocketAddress, isSecure: Bool, _ certificate: ClientCertificate?) {
      self.address = address
      self.description = address.description
      self.isSecure = isSecure
      self.peer = Peer(address: description, certificate: certificate)
    }
  }

  private let storage: Storage

  /// The socket address.
  package var address: SocketAddress { storage.address }
  /// True if the connection is encrypted.
  package var isSecure: Bool { storage.isSecure }
  /// The peer's certificate; nil unless the server requests one and the peer presents it.
  package var clientCertificate: ClientCertificate? { storage.peer.certificate }
  /// The peer as stored in requests.
  package var peer: Peer { storage.peer }

  private init(_ storage: Storage) { self.storage = storage }

  /// `host:port`, with brackets around an IPv6 address, or `unix:` for a Unix domain socket. Created once per connection.
  package var description: String { storage.description }

  package init(_ address: SocketAddress, isSecure: Bool = false, clientCertificate: ClientCertificate? = nil) {
    var address = address
    // An IPv4 peer of a dual-stack listener has an IPv6 address.
    if case .ipv6(0, let low, let port, _) = address, low >> 32 == 0xFFFF {
      address = .ipv4(UInt32(truncatingIfNeeded: low), port: port)
    }
    storage = Storage(address, isSecure: isSecure, clientCertificate)
  }

  /// The IP address, such as `192.0.2.7` or `2001:db8::1`; empty for a Unix domain socket.
  package var host: String {
    if case .unix = address { return "" }
    return address.host
  }

  /// The port; nil for a Unix domain socket.
  package var port: Int? { address.port.map { Int($0) } }

  /// Returns true for equal addresses with equal certificates.
  package static func == (left: PeerAddress, right: PeerAddress) -> Bool {
    left.address == right.address && left.isSecure == right.isSecure
      && left.clientCertificate == right.clientCertificate
  }

  /// Hashes the address.
  package func hash(into hasher: inout Hasher) { hasher.combine(address) }
}
