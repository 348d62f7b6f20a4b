internal import ContractLoop

/// Where a server listens.
public struct ListeningAddress: Hashable, Sendable, CustomStringConvertible {
  /// The IP address as it was bound, such as `127.0.0.1`.
  public let host: String
  /// The port; the real one when the server was asked to find a free one.
  public let port: Int

  init(_ address: SocketAddress, host: String) {
    self.host = host
    self.port = address.port.map(Int.init) ?? 0
  }

  /// The base URL for clients, such as `http://127.0.0.1:8080`. A server that listens on every address (`0.0.0.0` or
  /// `::`) is named by the loopback address.
  public var url: String {
    switch host {
    case "0.0.0.0": return "http://127.0.0.1:\(port)"
    case "::", "[::]": return "http://[::1]:\(port)"
    default: return host.contains(":") && !host.hasPrefix("[") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
    }
  }

  /// The base URL.
  public var description: String { url }
}
