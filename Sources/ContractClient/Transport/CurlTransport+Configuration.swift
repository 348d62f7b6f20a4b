extension CurlTransport {
  /// Limits and habits of a transport. The numbers hold for each loop that calls come from.
  ///
  /// What cannot be used (a path that is too long for a socket, a pin that is no hash) and what the libcurl in use cannot
  /// do is thrown by the first call, as `ClientError` with the code `invalidConfiguration`; nothing is sent then.
  public struct Configuration: Sendable, Hashable {
    // MARK: Connections

    /// The time for name lookup, connection and TLS handshake. 10 seconds unless set.
    public var connectTimeout: Duration = .seconds(10)
    /// How long the addresses of one family may be tried before the other family is tried beside them (RFC 8305).
    /// 200 milliseconds unless set.
    public var happyEyeballsTimeout: Duration = .milliseconds(200)
    /// The most connections at a time; further calls wait, within their timeout. 256 unless set, 0 is no limit.
    public var maxConnections = 256
    /// The most connections to one host and port at a time. 64 unless set, 0 is no limit.
    public var maxConnectionsPerHost = 64
    /// How long after its last call a connection may be used for another one, in whole seconds. 60 seconds unless set. One
    /// that is older is closed when the next call looks for a connection.
    public var idleConnectionTimeout: Duration = .seconds(60)
    /// How long a connection is used for new calls, counted from its beginning in whole seconds; nil, unless set, is no
    /// limit. Lets a client find servers that were added behind a name. Needs libcurl 7.80.
    public var maxConnectionAge: Duration?
    /// Which version of HTTP is spoken.
    public var httpVersion = HTTPVersionChoice.automatic
    /// The most requests that share one HTTP/2 connection at a time. 100 unless set.
    public var maxConcurrentStreams = 100

    // MARK: Limits

    /// The most bytes of a response's head, interim responses and trailers included. 64 KiB unless set.
    public var maxResponseHeadBytes = 64 * 1024
    /// Ends transfers that crawl; nil, unless set, leaves that to the timeout of the call, and to the idle
    /// timeout of content that is pulled.
    public var lowSpeedLimit: LowSpeedLimit?

    // MARK: The way to the server

    /// Which proxy is used.
    public var proxy = Proxy.environment
    /// The socket of the local server that all requests go to, whatever their host; nil unless set. No proxy is used.
    public var unixSocket: UnixSocket?
    /// Addresses for hosts that are then not looked up. None unless set.
    public var addressOverrides: [AddressOverride] = []
    /// Which addresses are used. Both kinds unless set.
    public var addressFamily = AddressFamily.any
    /// Whom to trust, and how to prove who the client is.
    public var tls = TLS()

    // MARK: Memory between calls

    /// What happens to cookies that servers set. They are ignored unless set.
    public var cookies = Cookies.off

    /// The defaults.
    public init() {}
  }

  /// When a transfer is too slow to go on, a server that thinks in silence included.
  public struct LowSpeedLimit: Sendable, Hashable {
    /// Bytes per second, on average, that are too few.
    public var bytesPerSecond: Int
    /// How long it has to last. Measured in whole seconds.
    public var duration: Duration

    /// Fewer than `bytesPerSecond` for as long as `duration`.
    public init(bytesPerSecond: Int, for duration: Duration) {
      self.bytesPerSecond = bytesPerSecond
      self.duration = duration
    }
  }

  /// Which version of HTTP a transport speaks.
  public enum HTTPVersionChoice: Sendable, Hashable {
    /// HTTP/2 where server and libcurl agree on it during the TLS handshake (ALPN), HTTP/1.1 otherwise and always
    /// without TLS and over Unix sockets. A libcurl that ``CurlLibrary/supportsHTTP2`` is false of speaks HTTP/1.1.
    ///
    /// Calls to one secure origin wait for the first connection and share it when it speaks HTTP/2.
    case automatic
    /// HTTP/1.1, with TLS and without.
    case http1
    /// HTTP/2 from the first byte where there is no TLS (RFC 9113 §3.3); with TLS as ``automatic``. Needs a libcurl with
    /// HTTP/2, and without TLS a server that speaks it: any other breaks off or answers with what is no HTTP/2.
    ///
    /// libcurl 7.88 cannot use a connection without TLS for a second request; with it each call has its own.
    case http2PriorKnowledge
  }

  /// The socket of a server on the same machine.
  public enum UnixSocket: Sendable, Hashable {
    /// A path in the file system, of up to 107 bytes.
    case path(String)
    /// A name that is in no file system, of up to 107 bytes (unix(7)).
    case abstract(String)
  }

  /// Addresses that a host has, whatever its name server says.
  public struct AddressOverride: Sendable, Hashable {
    /// The host, as URLs name it.
    public var host: String
    /// The port for which this holds.
    public var port: Int
    /// IPv4 and IPv6 addresses, the latter without brackets; at least one.
    public var addresses: [String]

    /// Connections to `host` and `port` go to `addresses`.
    public init(host: String, port: Int, addresses: [String]) {
      self.host = host
      self.port = port
      self.addresses = addresses
    }
  }

  /// The kinds of addresses that connections are made to.
  public enum AddressFamily: Sendable, Hashable {
    /// IPv6 and IPv4, whichever answers first.
    case any
    /// IPv4 alone.
    case ipv4
    /// IPv6 alone.
    case ipv6
  }

  /// What a transport does with cookies (RFC 6265). Cookies belong to the transport: clients that share it share them.
  ///
  /// A server can set cookies for its own host and its domain, but not for a public suffix when libcurl knows those. A
  /// `Cookie` field of a request travels behind them.
  public enum Cookies: Sendable, Hashable {
    /// `Set-Cookie` is a field like any other, and no cookie is sent that a request does not have itself.
    case off
    /// Kept in memory for as long as the transport lives.
    case memory
    /// Read from a file in Netscape's format before the first call, a missing one being empty, and written to it when
    /// the transport ends and by ``CurlTransport/saveCookies()``. A new file is readable by its owner alone. Transports
    /// that write the same file overwrite each other's cookies.
    case file(String)
  }

  /// The libcurl in use and what it can do.
  public static var library: CurlLibrary { .current }
}
