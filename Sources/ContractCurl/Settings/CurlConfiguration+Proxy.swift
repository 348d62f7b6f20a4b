extension CurlConfiguration {
  /// The proxy that requests go through.
  public enum Proxy: Sendable, Hashable {
    /// The proxy of the environment variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`; none for
    /// loopback addresses and `localhost`. Uppercase `HTTP_PROXY` is ignored, because CGI sets it from a request
    /// header.
    case environment
    /// No proxy, regardless of the environment.
    case none
    /// The given proxy, regardless of the environment.
    case server(ProxyServer)

    /// True if the configured proxy uses TLS. The environment is not considered.
    var usesTLS: Bool {
      if case .server(let server) = self { server.kind == .https } else { false }
    }
  }

  /// A proxy server and its protocol.
  ///
  /// `https` requests pass HTTP proxies in a tunnel (`CONNECT`), so the proxy sees only host and port. A proxy that
  /// opens a tunnel does not receive the headers of requests, and servers never receive the credentials of a proxy.
  public struct ProxyServer: Sendable, Hashable {
    /// The protocol of a proxy.
    public enum Kind: String, Sendable, Hashable {
      /// HTTP/1.1.
      case http
      /// HTTP/1.1 over TLS; the proxy's certificate is verified like the certificate of a server.
      case https
      /// SOCKS 4. The client resolves the host name to an IPv4 address.
      case socks4
      /// SOCKS 4a. The proxy resolves the host name.
      case socks4a
      /// SOCKS 5 (RFC 1928). The client resolves the host name.
      case socks5
      /// SOCKS 5. The proxy resolves the host name.
      case socks5h
    }

    /// The protocol.
    public var kind: Kind
    /// The host name or address.
    public var host: String
    /// The port.
    public var port: Int
    /// The user name and password, sent with the Basic scheme or in the SOCKS 5 handshake; nil for none.
    public var credentials: ProxyCredentials?
    /// The hosts to reach directly: names, including their subdomains, addresses, networks such as `10.0.0.0/8`, or `*`
    /// for all. Default: none, so requests to loopback addresses also use the proxy.
    public var exceptions: [String] = []
    /// Whether `http` requests also use a tunnel. Default: false. Ignored for SOCKS.
    public var tunnelsEverything = false

    /// Creates a proxy server.
    public init(_ kind: Kind = .http, host: String, port: Int, credentials: ProxyCredentials? = nil) {
      self.kind = kind
      self.host = host
      self.port = port
      self.credentials = credentials
    }
  }

  /// The credentials for a proxy. Descriptions do not show them.
  public struct ProxyCredentials: Sendable, Hashable {
    package let username: String
    package let password: String

    /// Creates credentials from a user name and a password.
    public init(username: String, password: String) {
      self.username = username
      self.password = password
    }
  }
}

extension CurlConfiguration.ProxyCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A fixed text without secrets.
  public var description: String { "<redacted>" }

  /// A fixed text without secrets.
  public var debugDescription: String { description }

  /// An empty mirror, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
