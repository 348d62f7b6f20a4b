internal import ContractLoop

extension CurlTransport {
  /// Limits and habits of a transport. The numbers hold for each loop that calls come from.
  public struct Configuration: Sendable, Hashable {
    /// The time for name lookup, connection and TLS handshake. 10 seconds unless set.
    public var connectTimeout: Duration = .seconds(10)
    /// The most connections at a time; further calls wait, within their timeout. 256 unless set, 0 is no limit.
    public var maxConnections = 256
    /// The most connections to one host and port at a time. 64 unless set, 0 is no limit.
    public var maxConnectionsPerHost = 64
    /// How long an unused connection is kept for the next call. 60 seconds unless set.
    public var idleConnectionTimeout: Duration = .seconds(60)
    /// The most bytes of a response's head, interim responses and trailers included. 64 KiB unless set.
    public var maxResponseHeadBytes = 64 * 1024
    /// Ends transfers that crawl; nil, unless set, leaves that to the timeout of the call.
    public var lowSpeedLimit: LowSpeedLimit?
    /// A PEM file with the certificate authorities to trust instead of the system's.
    public var certificateAuthorityFile: String?
    /// Which proxy is used.
    public var proxy = Proxy.environment

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

  /// Which proxy requests go through.
  public enum Proxy: Sendable, Hashable {
    /// The one that `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` of the environment name; none for loopback
    /// addresses and `localhost`.
    case environment
    /// None.
    case none
  }

  /// The libcurl in use and what it can do.
  public static var library: CurlLibrary { .current }
}

extension CurlOptions {
  init(_ configuration: CurlTransport.Configuration) {
    self.init(
      connectTimeout: configuration.connectTimeout, maxConnections: configuration.maxConnections,
      maxConnectionsPerHost: configuration.maxConnectionsPerHost,
      idleConnectionTimeout: configuration.idleConnectionTimeout,
      maxResponseHeadBytes: configuration.maxResponseHeadBytes,
      lowSpeed: configuration.lowSpeedLimit.map { ($0.bytesPerSecond, $0.duration) },
      certificateAuthorityFile: configuration.certificateAuthorityFile,
      usesEnvironmentProxy: configuration.proxy == .environment)
  }
}
