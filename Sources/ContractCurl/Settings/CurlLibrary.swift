internal import CCurl
internal import ContractLoop

/// The libcurl that this program runs with, which may be newer or older than the one it was compiled against.
public struct CurlLibrary: Sendable {
  /// The version, such as `7.88.1`.
  public let version: String
  /// True when `https` URLs work.
  public let supportsTLS: Bool
  /// True when HTTP/2 is negotiated over TLS. Needs libcurl 7.80 with OpenSSL or GnuTLS, which say what was agreed on.
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
  /// True when HTTP/2 is spoken by prior knowledge.
  let speaksHTTP2: Bool
  /// True when it says that a request has a connection, before anything is sent (7.80).
  let saysWhenRequestsBegin: Bool
  /// True when a handle keeps a pointer to the last field of its last response, which is freed, and reads it when the first
  /// field line of another response begins with white space (7.83 to 7.88): see ``HeadPreview``.
  let keepsLastField: Bool

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
    speaksHTTP2 = info.features & CURL_VERSION_HTTP2 != 0
    // What this was compiled against has to know of it as well.
    saysWhenRequestsBegin = min(info.version_num, UInt32(LIBCURL_VERSION_NUM)) >= 0x075000
    keepsLastField = (0x075300..<0x080000).contains(info.version_num)
    supportsHTTP2 = speaksHTTP2 && supportsTLS && saysWhenRequestsBegin && TLSSession.isReadable
    reusesCleartextHTTP2 = speaksHTTP2 && info.version_num >> 8 != 0x0758
    supportsHTTPSProxies = info.features & CURL_VERSION_HTTPS_PROXY != 0
    supportsUnixSockets = info.features & CURL_VERSION_UNIX_SOCKETS != 0
    knowsPublicSuffixes = info.features & CURL_VERSION_PSL != 0
    resolvesAsynchronously = info.features & CURL_VERSION_ASYNCHDNS != 0
  }
}
