// Large: one property for each option of a transport.
/// The options of a transport. Limits apply to each event loop that makes calls.
///
/// The first call throws `ClientError` with the code `invalidConfiguration`, before anything is sent, if an option is
/// invalid or the libcurl in use does not support it.
public struct CurlConfiguration: Sendable, Hashable {
  // MARK: Connections

  /// The timeout of name lookup, connection and TLS handshake. Default: 10 seconds.
  public var connectTimeout: Duration = .seconds(10)
  /// The time for which only addresses of one family are tried. Then addresses of the other family are tried in
  /// parallel (RFC 8305). Default: 200 milliseconds.
  public var happyEyeballsTimeout: Duration = .milliseconds(200)
  /// The maximum number of connections; 0 for no limit. Further calls wait within their timeout. Default: 256.
  public var maxConnections = 256
  /// The maximum number of connections to one host and port; 0 for no limit. Default: 64.
  public var maxConnectionsPerHost = 64
  /// The time for which an idle connection can be reused, in whole seconds. Default: 60 seconds. A connection that was
  /// idle for longer is closed when the next call looks for a connection.
  public var idleConnectionTimeout: Duration = .seconds(60)
  /// The maximum age at which a connection is used for new calls, in whole seconds; nil, the default, for no limit. A
  /// limit lets a client find servers that were added to a DNS name. Requires libcurl 7.80.
  public var maxConnectionAge: Duration?
  /// The HTTP version to use.
  public var httpVersion = HTTPVersionChoice.automatic
  /// The maximum number of concurrent requests on one HTTP/2 connection. Default: 100.
  public var maxConcurrentStreams = 100

  // MARK: Limits

  /// The maximum size of a response head in bytes, including interim responses and trailers. Default: 64 KiB.
  public var maxResponseHeadBytes = 64 * 1024
  /// The rate below which a transfer is aborted. With nil, the default, only the timeout of the call and the idle
  /// timeout of streams limit slow transfers.
  public var lowSpeedLimit: LowSpeedLimit?

  // MARK: Routing

  /// The proxy. Default: the proxy of the environment.
  public var proxy = Proxy.environment
  /// The Unix socket of a local server that receives all requests, regardless of their host; nil for none. A Unix
  /// socket disables proxies.
  public var unixSocket: UnixSocket?
  /// The addresses of hosts that are not looked up. Default: none.
  public var addressOverrides: [AddressOverride] = []
  /// The address families to use. Default: both.
  public var addressFamily = AddressFamily.any
  /// The TLS options: trusted authorities and the client's certificate.
  public var tls = TLS()

  // MARK: Cookies

  /// The handling of cookies set by servers. Default: they are ignored.
  public var cookies = Cookies.off

  /// Creates the default configuration.
  public init() {}
}

extension CurlConfiguration {
  /// The rate below which a transfer is aborted. The rate is zero while the transfer waits for a slow server.
  public struct LowSpeedLimit: Sendable, Hashable {
    /// The minimum average rate in bytes per second; 0 for no limit.
    public var bytesPerSecond: Int
    /// The time for which the rate must be too low, in whole seconds.
    public var duration: Duration

    /// Creates a limit that aborts transfers below `bytesPerSecond` for the given time.
    public init(bytesPerSecond: Int, for duration: Duration) {
      self.bytesPerSecond = bytesPerSecond
      self.duration = duration
    }
  }

  /// The HTTP version of a transport.
  public enum HTTPVersionChoice: Sendable, Hashable {
    /// HTTP/2 if server and libcurl negotiate it during the TLS handshake (ALPN), otherwise HTTP/1.1. Connections
    /// without TLS and over Unix sockets always use HTTP/1.1, and so does a libcurl without
    /// ``CurlLibrary/supportsHTTP2``.
    ///
    /// Calls to a secure origin wait for the first connection and share it if it uses HTTP/2.
    case automatic
    /// HTTP/1.1, with or without TLS.
    case http1
    /// HTTP/2 without negotiation on connections without TLS (RFC 9113 §3.3), and ``automatic`` with TLS. It requires a
    /// libcurl with HTTP/2. Without TLS the server must support it; calls to any other server fail.
    ///
    /// libcurl 7.88 cannot reuse such a connection without TLS. With this version, each call opens its own connection.
    case http2PriorKnowledge
  }

  /// The Unix socket of a server on the same machine.
  public enum UnixSocket: Sendable, Hashable {
    /// A file system path of up to 107 bytes.
    case path(String)
    /// A name in the abstract namespace, of up to 107 bytes (unix(7)).
    case abstract(String)
  }

  /// The fixed addresses of a host, used instead of name lookup.
  public struct AddressOverride: Sendable, Hashable {
    /// The host as written in URLs.
    public var host: String
    /// The port that the override applies to.
    public var port: Int
    /// The IPv4 and IPv6 addresses, without brackets; at least one.
    public var addresses: [String]

    /// Creates an override that connects to `addresses` for `host` and `port`.
    public init(host: String, port: Int, addresses: [String]) {
      self.host = host
      self.port = port
      self.addresses = addresses
    }
  }

  /// The address families that connections use.
  public enum AddressFamily: Sendable, Hashable {
    /// IPv6 and IPv4, whichever connects first.
    case any
    /// Only IPv4.
    case ipv4
    /// Only IPv6.
    case ipv6
  }

  /// The handling of cookies (RFC 6265). Cookies belong to the transport, so clients that share a transport share its
  /// cookies.
  ///
  /// A server can set cookies for its own host and its domain, but not for a public suffix if libcurl has the list.
  /// Stored cookies precede those of a request's own `Cookie` header.
  public enum Cookies: Sendable, Hashable {
    /// `Set-Cookie` is an ordinary header, and only cookies in a request's own `Cookie` header are sent.
    case off
    /// Cookies are kept in memory for the lifetime of the transport.
    case memory
    /// Cookies are read from a file in Netscape format before the first call, and written to it by
    /// ``CurlTransport/saveCookies()`` and when the transport is deallocated. A missing file counts as empty, and a new
    /// file is readable only by its owner. Transports that write to the same file overwrite each other's cookies.
    /// With a path to anything but a regular file, every call throws.
    case file(String)
  }
}
