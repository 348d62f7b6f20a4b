package import ContractHTTP
package import ContractLoop

/// The other end of a connection.
public struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
  /// Behind a reference, because every request is handed the address of its connection.
  fileprivate final class Facts: Sendable {
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

  private let facts: Facts

  /// The address as the kernel tells it.
  package var address: SocketAddress { facts.address }
  /// True where the connection is encrypted.
  package var isSecure: Bool { facts.isSecure }
  /// The certificate that it has shown, where the server asks for one.
  package var clientCertificate: ClientCertificate? { facts.peer.certificate }
  /// What requests know of it.
  package var peer: Peer { facts.peer }

  private init(_ facts: Facts) { self.facts = facts }

  /// An address that is not counted.
  struct Unowned {
    fileprivate let facts: Unmanaged<Facts>

    /// Calls `body` with the address.
    // SAFETY: its owner keeps it as it is until `body` returns.
    @inline(__always)
    func withAddress<Result>(_ body: (PeerAddress) -> Result) -> Result {
      facts._withUnsafeGuaranteedRef { body(PeerAddress($0)) }
    }
  }

  @inline(__always) var unowned: Unowned { Unowned(facts: .passUnretained(facts)) }

  /// `host:port`, with brackets around an IPv6 address, or `unix:` for a Unix domain socket. Made once a connection.
  public var description: String { facts.description }

  package init(_ address: SocketAddress, isSecure: Bool = false, clientCertificate: ClientCertificate? = nil) {
    var address = address
    // An IPv4 peer of a dual-stack listener.
    if case .ipv6(0, let low, let port, _) = address, low >> 32 == 0xFFFF {
      address = .ipv4(UInt32(truncatingIfNeeded: low), port: port)
    }
    facts = Facts(address, isSecure: isSecure, clientCertificate)
  }

  /// The IP address as text, such as `192.0.2.7` or `2001:db8::1`; empty for a Unix domain socket.
  public var host: String {
    if case .unix = address { return "" }
    return address.host
  }

  /// The port; nil for a Unix domain socket.
  public var port: Int? { address.port.map { Int($0) } }

  /// True for the same end of a connection with the same certificate.
  public static func == (left: PeerAddress, right: PeerAddress) -> Bool {
    left.address == right.address && left.isSecure == right.isSecure
      && left.clientCertificate == right.clientCertificate
  }

  /// Hashes the address.
  public func hash(into hasher: inout Hasher) { hasher.combine(address) }
}
