internal import CCurl
internal import ContractLoop

/// The libcurl in use, which may differ from the version that the program was compiled with.
public struct CurlLibrary: Sendable {
  /// The version, such as `7.88.1`.
  public let version: String
  /// Whether `https` URLs work.
  public let supportsTLS: Bool
  /// Whether HTTP/2 is negotiated over TLS. Requires libcurl 7.80 with OpenSSL or GnuTLS, which report the negotiated
  /// protocol.
  public let supportsHTTP2: Bool
  /// Whether HTTP/2 connections without TLS can be reused; false for 7.88.
  public let reusesCleartextHTTP2: Bool
  /// Whether proxies can be reached over TLS.
  public let supportsHTTPSProxies: Bool
  /// Whether servers can be reached over Unix sockets.
  public let supportsUnixSockets: Bool
  /// Whether libcurl has the list of public suffixes, for which servers cannot set cookies.
  public let knowsPublicSuffixes: Bool
  /// Whether name lookups run without blocking the thread of the transfers.
  public let resolvesAsynchronously: Bool
  /// Whether HTTP/2 works without negotiation.
  let speaksHTTP2: Bool
  /// Whether a callback reports that a request has a connection, before anything is sent (7.80).
  let reportsRequestStart: Bool
  /// Whether a handle keeps a pointer to the last, freed field of its previous response, and reads it if the first field
  /// line of the next response begins with white space (7.83 to 7.88). See ``HeadPreview``.
  let keepsLastField: Bool
  /// Whether an HTTP/2 response can lose its last frame, see ``Transfer/outcome(_:of:)``. Found in 7.88; version 8.1
  /// reads frames differently.
  let dropsLastFrame: Bool
  /// Whether the timeout for opening a connection includes the time in which a transfer waits for a free one (8.8).
  let countsWaiting: Bool

  /// The library in use. The first access initializes libcurl.
  public static let current = CurlLibrary()

  private init() {
    // This fails only without memory. Then the first handle fails too, and its failure is reported.
    _ = curl_global_init(contract_curl_global_default)
    let info = contract_curl_version().pointee
    version = String(cString: info.version)
    // Before 7.87, TLS libraries could raise SIGPIPE by writing to a connection that the server had reset.
    if info.version_num < 0x075700 { try? SignalWatch.ignoreBrokenPipe() }
    supportsTLS = info.features & CURL_VERSION_SSL != 0
    speaksHTTP2 = info.features & CURL_VERSION_HTTP2 != 0
    // The libcurl headers that this file was compiled with must also define the callback.
    reportsRequestStart = min(info.version_num, UInt32(LIBCURL_VERSION_NUM)) >= 0x075000
    dropsLastFrame = info.version_num < 0x080100
    countsWaiting = info.version_num >= 0x080800
    keepsLastField = (0x075300..<0x080000).contains(info.version_num)
    supportsHTTP2 = speaksHTTP2 && supportsTLS && reportsRequestStart && CurlTLSSession.isReadable
    reusesCleartextHTTP2 = speaksHTTP2 && info.version_num >> 8 != 0x0758
    supportsHTTPSProxies = info.features & CURL_VERSION_HTTPS_PROXY != 0
    supportsUnixSockets = info.features & CURL_VERSION_UNIX_SOCKETS != 0
    knowsPublicSuffixes = info.features & CURL_VERSION_PSL != 0
    resolvesAsynchronously = info.features & CURL_VERSION_ASYNCHDNS != 0
  }
}
