internal import CCurl
internal import ContractHTTP

/// The components of an absolute URL as parsed by libcurl, so that checks apply to what libcurl sends.
package struct CurlURL: Hashable {
  package var scheme: String
  /// The host in lowercase; an IPv6 address has brackets.
  package var host: String
  /// The port; nil if the URL has none.
  package var port: String?
  /// The percent-encoded path; at least `/`.
  package var path: String
  /// The query without `?`; nil for none.
  package var query: String?
  package var hasUserinfo: Bool
  package var hasFragment: Bool

  /// The reason why a string is not a URL.
  package struct ParseError: Error {
    package let text: String

    package init(text: String) {
      self.text = text
    }
  }

  /// Parses an absolute URL, or a reference relative to `base` (RFC 3986 §5).
  ///
  /// - Parameter removesDots: Whether to resolve dot segments of an absolute URL (RFC 3986 §5.2.4). Dot segments of a
  ///   reference are always resolved.
  package init(_ text: String, relativeTo base: String? = nil, removesDots: Bool = false) throws(ParseError) {
    guard let url = curl_url() else { throw ParseError(text: "libcurl is out of memory") }
    defer { curl_url_cleanup(url) }
    if let base { try Self.set(url, base, flags: UInt32(CURLU_PATH_AS_IS)) }
    // A reference to the same document keeps path and query (RFC 3986 §5.2.2); libcurl would remove the last segment.
    let isHere = base != nil && (text.isEmpty || text.utf8.first == UInt8(ascii: "#"))
    // Other schemes are parsed, so that the error can name them. References sent by servers are often not encoded;
    // libcurl encodes their spaces and bytes above ASCII.
    if !isHere {
      let absolute = removesDots ? 0 : UInt32(CURLU_PATH_AS_IS)
      try Self.set(
        url, text, flags: UInt32(CURLU_NON_SUPPORT_SCHEME) | (base == nil ? absolute : UInt32(CURLU_URLENCODE)))
    }
    func part(_ part: CURLUPart) -> String? {
      // SAFETY: libcurl returns a NUL-terminated string that the caller copies and frees.
      var value: UnsafeMutablePointer<CChar>?
      guard curl_url_get(url, part, &value, 0) == CURLUE_OK, let value else { return nil }
      defer { curl_free(value) }
      return String(cString: value)
    }
    guard let scheme = part(CURLUPART_SCHEME), let host = part(CURLUPART_HOST), !host.isEmpty else {
      throw ParseError(text: "it has no host")
    }
    guard part(CURLUPART_ZONEID) == nil else { throw ParseError(text: "it has an IPv6 zone") }
    self.scheme = scheme.lowercasedASCII
    self.host = host.lowercasedASCII
    self.port = part(CURLUPART_PORT)
    self.path = part(CURLUPART_PATH) ?? "/"
    self.query = part(CURLUPART_QUERY)
    self.hasUserinfo = part(CURLUPART_USER) != nil || part(CURLUPART_PASSWORD) != nil
    self.hasFragment = part(CURLUPART_FRAGMENT) != nil
  }

  private static func set(_ url: OpaquePointer, _ text: String, flags: UInt32) throws(ParseError) {
    let result = curl_url_set(url, CURLUPART_URL, text, flags)
    guard result == CURLUE_OK else { throw ParseError(text: String(cString: curl_url_strerror(result))) }
  }

  /// The URL of the opening handshake of a WebSocket, with http for ws and https for wss (RFC 6455 §3).
  package var openingHandshake: CurlURL {
    var url = self
    if scheme == "ws" { url.scheme = "http" }
    if scheme == "wss" { url.scheme = "https" }
    return url
  }

  /// The host and port as in a URL and in the `Host` header.
  package var authority: String { port.map { "\(host):\($0)" } ?? host }

  /// The path and query.
  package var target: String { query.map { "\(path)?\($0)" } ?? path }

  /// Returns whether both URLs have the same scheme, host and port (RFC 6454 §4).
  package func hasSameOrigin(as other: CurlURL) -> Bool {
    scheme == other.scheme && host == other.host && effectivePort == other.effectivePort
  }

  private var effectivePort: String { port ?? (scheme == "https" ? "443" : "80") }
}
