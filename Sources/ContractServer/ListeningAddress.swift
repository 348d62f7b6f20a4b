internal import ContractHTTP
internal import ContractLoop

/// An address on which a server listens.
public struct ListeningAddress: Hashable, Sendable, CustomStringConvertible {
  /// The bound IP address, such as `127.0.0.1`; empty for a Unix domain socket.
  public let host: String
  /// The bound port: the actual port if the server was configured with 0; 0 for a Unix domain socket.
  public let port: Int
  /// The path of a Unix domain socket; nil for an IP address.
  public let path: String?
  /// `https` if connections are encrypted, otherwise `http`.
  public let scheme: String

  init(_ address: SocketAddress, scheme: String = "http") {
    if case .unix(let path) = address {
      self.host = ""
      self.path = path
    } else {
      self.host = address.host
      self.path = nil
    }
    self.port = address.port.map(Int.init) ?? 0
    self.scheme = scheme
  }

  /// The base URL for clients, such as `http://127.0.0.1:8080`. It names the loopback address for a server that listens
  /// on all addresses (`0.0.0.0` or `::`). For a Unix domain socket it is `unix:` and the path, which clients cannot
  /// use as a base URL.
  public var url: String {
    if let path { return "unix:\(path)" }
    let authority =
      switch host {
      case "0.0.0.0": "127.0.0.1"
      case "::": "[::1]"
      default: host.utf8.contains(UInt8(ascii: ":")) ? "[" + host + "]" : host
      }
    return scheme + "://" + authority + ":" + String(decimal: port)
  }

  /// The base URL.
  public var description: String { url }
}
