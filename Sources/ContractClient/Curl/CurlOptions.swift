// Large: one property for each option of a transport.
/// The options that all transfers of a transport share.
struct CurlOptions: Sendable {
  var connectTimeout: Duration
  var happyEyeballsTimeout: Duration
  var maxConnections: Int
  var maxConnectionsPerHost: Int
  var maxConcurrentStreams: Int
  var idleConnectionTimeout: Duration
  var maxConnectionAge: Duration?
  var maxResponseHeadBytes: Int
  var lowSpeed: (bytesPerSecond: Int, duration: Duration)?
  var httpVersion: CurlTransport.HTTPVersionChoice
  var proxy: CurlTransport.Proxy
  var unixSocket: CurlTransport.UnixSocket?
  /// Hosts with their addresses, spelled as libcurl wants it.
  var resolvedHosts: [String]
  var addressFamily: CurlTransport.AddressFamily
  var tls: CurlTransport.TLS
  /// The cookies that all handles share, or nil for none.
  var cookieJar: CookieJar?
  /// Why nothing can be sent with these options.
  var mistake: TransferFailure?

  /// True when a request does not go to a proxy, and libcurl need not look for one.
  func avoidsProxy(isLoopback: Bool) -> Bool {
    if unixSocket != nil { return true }
    return switch proxy {
    case .none: true
    case .environment: isLoopback
    case .server: false
    }
  }
}

extension Duration {
  /// Whole milliseconds for libcurl: at least 1, because 0 means "no limit" there.
  var curlMilliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0 else { return 1 }
    guard seconds < 1_000_000_000 else { return 1_000_000_000_000 }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  /// Whole seconds for libcurl, rounded up, at least 1.
  var curlSeconds: Int {
    max(1, (curlMilliseconds + 999) / 1000)
  }
}
