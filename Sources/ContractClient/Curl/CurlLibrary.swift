internal import CCurl
internal import ContractLoop

/// The libcurl that this program runs with, which may be newer or older than the one it was compiled against.
public struct CurlLibrary: Sendable {
  /// The version, such as `7.88.1`.
  public let version: String
  /// True when `https` URLs work.
  public let supportsTLS: Bool
  /// True when HTTP/2 is negotiated over TLS.
  public let supportsHTTP2: Bool
  /// True when HTTP/2 without TLS works for more than the first request of a connection, which it does not in 7.88.
  public let reusesCleartextHTTP2: Bool
  /// True when a proxy may be spoken to over TLS.
  public let supportsHTTPSProxies: Bool
  /// True when servers can be reached over Unix sockets.
  public let supportsUnixSockets: Bool
  /// True when it knows the public suffixes, for which servers must not set cookies.
  public let knowsPublicSuffixes: Bool
  /// True when name lookups do not block the thread that runs the transfers.
  public let resolvesAsynchronously: Bool

  /// The library in use. The first access initialises libcurl, once per process.
  public static let current = CurlLibrary()

  private init() {
    // The result only says that memory ran out; the first handle would fail then, and is reported.
    _ = curl_global_init(contract_curl_global_default)
    let info = contract_curl_version().pointee
    version = String(cString: info.version)
    // Before 7.87 TLS back ends could write to a connection that the server has reset, which ends a process that does not
    // ignore the signal; from then on libcurl sends without it.
    if info.version_num < 0x075700 { try? SignalWatch.ignoreBrokenPipe() }
    supportsTLS = info.features & CURL_VERSION_SSL != 0
    supportsHTTP2 = info.features & CURL_VERSION_HTTP2 != 0
    reusesCleartextHTTP2 = supportsHTTP2 && info.version_num >> 8 != 0x0758
    supportsHTTPSProxies = info.features & CURL_VERSION_HTTPS_PROXY != 0
    supportsUnixSockets = info.features & CURL_VERSION_UNIX_SOCKETS != 0
    knowsPublicSuffixes = info.features & CURL_VERSION_PSL != 0
    resolvesAsynchronously = info.features & CURL_VERSION_ASYNCHDNS != 0
  }
}
