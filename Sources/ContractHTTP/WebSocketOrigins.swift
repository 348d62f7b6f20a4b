/// The origins whose pages may open a WebSocket (RFC 6455 §10.2).
///
/// A browser sends the credentials of its user with every WebSocket, whatever page opens it, and CORS does not apply. The
/// browser names the page's origin in the header `Origin`. Other clients send no such header and are always allowed.
public struct WebSocketOrigins: Sendable, Hashable {
  private enum Rule: Sendable, Hashable {
    case same
    case any
    case only(Set<String>)
  }

  private let rule: Rule

  /// The origin whose host and port are those of the request's `Host`. The scheme is not compared, because a proxy may have
  /// decrypted the connection. This is the default.
  ///
  /// `Host` is what the client wrote, so this rule does not stop a page whose own name resolves to the server's address (DNS
  /// rebinding). The middleware `AllowedHosts` does, and so does ``only(_:)``.
  public static let same = WebSocketOrigins(rule: .same)

  /// Every origin. Safe only for a service that does not rely on cookies or other credentials that browsers send.
  public static let any = WebSocketOrigins(rule: .any)

  /// Allows only these origins, such as `https://app.example.com`, or `null` for pages without an origin. The server's own
  /// origin is allowed only if it is listed.
  public static func only(_ origins: String...) -> WebSocketOrigins {
    WebSocketOrigins(rule: .only(Set(origins.map { $0.lowercasedASCII })))
  }

  /// Returns true for a request that may open the WebSocket.
  ///
  /// - Parameters:
  ///   - origin: the request's `Origin`; nil if absent.
  ///   - host: the request's host and port.
  package func allow(_ origin: String?, host: String?) -> Bool {
    guard let origin = origin?.lowercasedASCII else { return true }
    switch rule {
    case .any: return true
    case .only(let origins): return origins.contains(origin)
    case .same:
      guard let host = host?.lowercasedASCII, let (scheme, authority) = Self.parts(of: origin) else { return false }
      return Self.withPort(authority, scheme) == Self.withPort(host, scheme)
    }
  }

  /// Returns the scheme and the authority of an origin (RFC 6454 §6.2).
  private static func parts(of origin: String) -> (scheme: String, authority: String)? {
    for scheme in ["https", "http"] {
      let start = Array((scheme + "://").utf8)
      if origin.utf8.starts(with: start) {
        return (scheme, String(decoding: origin.utf8.dropFirst(start.count), as: UTF8.self))
      }
    }
    return nil
  }

  /// Returns the authority with the usual port of the scheme if it has none.
  private static func withPort(_ authority: String, _ scheme: String) -> String {
    let afterAddress = authority.utf8.split(separator: UInt8(ascii: "]"), omittingEmptySubsequences: false).last ?? []
    if afterAddress.contains(UInt8(ascii: ":")) { return authority }
    return authority + (scheme == "https" ? ":443" : ":80")
  }
}
