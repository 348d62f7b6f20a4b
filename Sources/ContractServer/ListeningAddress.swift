internal import ContractHTTP
internal import ContractLoop

/// Where a server listens.
public struct ListeningAddress: Hashable, Sendable, CustomStringConvertible {
  /// The IP address as it was bound, such as `127.0.0.1`; empty for a Unix domain socket.
  public let host: String
  /// The port; the real one when the server was asked to find a free one. 0 for a Unix domain socket.
  public let port: Int
  /// The path of a Unix domain socket; nil for an IP address.
  public let path: String?
  /// `http`, or `https` where connections are encrypted.
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

  /// The base URL for clients, such as `http://127.0.0.1:8080`. A server that listens on every address (`0.0.0.0` or
  /// `::`) is named by the loopback address. A Unix domain socket, which no URL names, is `unix:` and its path.
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
