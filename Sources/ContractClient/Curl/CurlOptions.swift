/// What all transfers of one transport have in common.
struct CurlOptions: Sendable {
  var connectTimeout: Duration
  var maxConnections: Int
  var maxConnectionsPerHost: Int
  var idleConnectionTimeout: Duration
  var maxResponseHeadBytes: Int
  var lowSpeed: (bytesPerSecond: Int, duration: Duration)?
  /// The file with the certificate authorities to trust instead of the system's.
  var certificateAuthorityFile: String?
  var usesEnvironmentProxy: Bool
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
