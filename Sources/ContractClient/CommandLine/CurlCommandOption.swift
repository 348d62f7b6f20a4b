/// The curl options that the reader recognizes.
enum CurlCommandOption {
  case request, header, data, dataRaw, dataBinary, dataURLEncode, json, user, bearer, cookie, userAgent, referer, url
  case requestTarget, get, head, compressed
  /// Whether dot segments of the path are sent unchanged.
  case pathAsIs(Bool)
  /// An option that changes the request in an unsupported way.
  case refused(String)
  /// Options that affect only the transfer: `ignored` without a value, `ignoredValue` with a value.
  case ignored, ignoredValue

  var takesValue: Bool {
    switch self {
    case .get, .head, .compressed, .pathAsIs, .ignored: false
    default: true
    }
  }

  static func named(_ letter: Character) -> CurlCommandOption? {
    switch letter {
    case "X": .request
    case "H": .header
    case "d": .data
    case "u": .user
    case "b": .cookie
    case "A": .userAgent
    case "e": .referer
    case "G": .get
    case "I": .head
    case "F", "T", "K", "C", "r", "z": .refused("-\(letter)")
    case "k", "L", "s", "S", "v", "i", "f", "g", "N", "#", "0", "1", "2", "3", "4", "6", "a", "j", "l", "n", "O", "J",
      "R",
      "Z", "q":
      .ignored
    case "o", "m", "w", "x", "D", "c", "E", "y", "Y", "U": .ignoredValue
    default: nil
    }
  }

  static func named(_ name: String) -> CurlCommandOption? {
    if let option = requestOptions[name] { return option }
    if refusedNames.contains(name) { return .refused("--\(name)") }
    if flags.contains(name) || name.hasPrefix("no-") { return .ignored }
    return values.contains(name) ? .ignoredValue : nil
  }

  private static let requestOptions: [String: CurlCommandOption] = [
    "request": .request, "header": .header, "data": .data, "data-ascii": .data, "data-raw": .dataRaw,
    "data-binary": .dataBinary, "data-urlencode": .dataURLEncode, "json": .json, "user": .user,
    "oauth2-bearer": .bearer, "cookie": .cookie, "user-agent": .userAgent, "referer": .referer, "url": .url,
    "request-target": .requestTarget, "get": .get, "head": .head, "compressed": .compressed,
    "path-as-is": .pathAsIs(true), "no-path-as-is": .pathAsIs(false),
  ]

  private static let refusedNames: Set<String> = [
    "form", "form-string", "upload-file", "config", "range", "time-cond", "continue-at",
    // With these options, `-u` does not mean Basic. A request with Basic would reveal the password, so they are
    // refused.
    "digest", "anyauth", "ntlm", "negotiate",
  ]

  private static let flags: Set<String> = [
    "insecure", "location", "location-trusted", "silent", "show-error", "verbose", "include", "fail", "fail-with-body",
    "globoff", "http1.0", "http1.1", "http2", "http2-prior-knowledge", "http3", "tlsv1", "tlsv1.2",
    "tlsv1.3", "ipv4", "ipv6", "basic", "no-buffer", "raw", "tcp-nodelay", "progress-bar",
    "remote-name", "create-dirs", "post301", "post302", "post303", "ssl", "ssl-reqd", "tr-encoding", "parallel",
    "fail-early",
    "tcp-fastopen", "styled-output", "disable",
  ]

  private static let values: Set<String> = [
    "output", "max-time", "connect-timeout", "retry", "retry-delay", "retry-max-time", "write-out", "proxy", "cacert",
    "capath", "cert", "key", "max-redirs", "resolve", "connect-to", "interface", "limit-rate", "unix-socket",
    "dump-header",
    "cookie-jar", "ciphers", "tls-max", "noproxy", "keepalive-time", "trace", "trace-ascii", "stderr", "max-filesize",
    "proxy-user", "pinnedpubkey", "local-port", "dns-servers",
  ]
}
