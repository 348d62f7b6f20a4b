extension CurlTransport {
  /// Which proxy requests go through.
  public enum Proxy: Sendable, Hashable {
    /// The one that `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` of the environment name, as with other
    /// programs on the machine; none for loopback addresses and `localhost`. `HTTP_PROXY` in capitals is not read,
    /// because a CGI program gets it from a request.
    case environment
    /// None, whatever the environment says.
    case none
    /// This one, whatever the environment says.
    case server(ProxyServer)

    /// True when TLS is spoken to the proxy, as far as is known here.
    var usesTLS: Bool {
      if case .server(let server) = self { server.kind == .https } else { false }
    }
  }

  /// A proxy and how to speak to it.
  ///
  /// `https` requests go through HTTP proxies in a tunnel (`CONNECT`), of which the proxy sees host and port alone. The
  /// fields of requests are not sent to a proxy that only opens a tunnel, and the credentials of a proxy never to a
  /// server.
  public struct ProxyServer: Sendable, Hashable {
    /// What a proxy speaks.
    public enum Kind: String, Sendable, Hashable {
      /// HTTP/1.1.
      case http
      /// HTTP/1.1 inside TLS; the proxy's certificate is checked as the server's is.
      case https
      /// SOCKS 4, which gets an IPv4 address.
      case socks4
      /// SOCKS 4a, which looks up the name itself.
      case socks4a
      /// SOCKS 5, which gets an address (RFC 1928).
      case socks5
      /// SOCKS 5, which looks up the name itself.
      case socks5h
    }

    /// What the proxy speaks.
    public var kind: Kind
    /// Its name or address.
    public var host: String
    /// Its port.
    public var port: Int
    /// The user name and password that the proxy asks for, sent with the scheme Basic, or in the handshake of SOCKS 5.
    public var credentials: ProxyCredentials?
    /// Hosts that are reached directly: names, which stand for all names below them too, addresses, networks such as
    /// `10.0.0.0/8`, or `*` for all. None unless set, so loopback addresses go through the proxy as well.
    public var exceptions: [String] = []
    /// Whether `http` requests go through a tunnel as well. False unless set; without meaning for SOCKS.
    public var tunnelsEverything = false

    /// A proxy at this place.
    public init(_ kind: Kind = .http, host: String, port: Int, credentials: ProxyCredentials? = nil) {
      self.kind = kind
      self.host = host
      self.port = port
      self.credentials = credentials
    }
  }

  /// A user of a proxy. No description shows more than that there is one.
  public struct ProxyCredentials: Sendable, Hashable {
    package let username: String
    package let password: String

    /// A user name and password.
    public init(username: String, password: String) {
      self.username = username
      self.password = password
    }
  }
}

extension CurlTransport.ProxyCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// That there are credentials.
  public var description: String { "<redacted>" }

  /// That there are credentials.
  public var debugDescription: String { description }

  /// Nothing, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
