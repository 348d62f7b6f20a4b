/// Responses that break one rule each.
extension HostileMaker {
  /// - Returns: the bytes, and whether the connection must end with them, because no other end is recognizable.
  mutating func oddResponse(_ pattern: HostilePattern) -> ([UInt8], Bool) {
    var response = response()
    let isClosing = response.endsWithConnection
    switch pattern {
    case .versions:
      response.statusLine =
        !chance(3)
        ? mood?.statusLine ?? "\(pick(["HTTP/2", "HTTP/2", "HTTP/3", "HTTP/1.0"])) 200 OK"
        : "\(pick(Self.versions))\(pick([" ", "  ", "\t", ""]))\(pick(Self.statuses))"
    case .folds: fold(&response)
    case .surplus: return (response.bytes + surplus(), isClosing)
    case .interims: return (interims() + (chance(6) ? [] : response.bytes), isClosing)
    case .chunks: return oddChunks(response)
    case .lengths: return oddLength(response)
    case .codings: encode(&response)
    case .redirects: redirect(&response)
    default: response.fields += (0..<(1 + below(4))).map { _ in pick(Self.connectionFields) }
    }
    return (response.bytes, isClosing)
  }

  private static let versions = [
    "HTTP/2", "HTTP/2", "HTTP/2.0", "HTTP/3", "HTTP/1.0", "HTTP/1.0", "HTTP/0.9", "HTTP/1.2", "HTTP/9", "HTTP/11",
    "HTTP/1", "http/1.1", "HTTP", "HTTP/", "ICY", "RTSP/1.0", "H", "", "HTTP/1.1.1", "HTTP/+1.1", "\u{0}HTTP/1.1",
  ]
  private static let statuses = [
    "200 OK", "200 OK", "200", "20", "2000 OK", "099 x", "0 x", "600 x", "999 x", "-1 x", "1e2 x", "101 Switching",
    "2 00", "", "200OK", "200 \u{1}",
  ]
  private static let connectionFields = [
    "Connection: close", "Connection: keep-alive", "Connection: upgrade", "Connection: close, keep-alive",
    "Connection:",
    "Connection: Content-Length", "Proxy-Connection: close", "Proxy-Connection: keep-alive", "Keep-Alive: timeout=0",
    "Keep-Alive: max=0", "Upgrade: h2c", "Upgrade: websocket", "Upgrade: HTTP/2.0", "Alt-Svc: clear",
    "Alt-Svc: h2c=\":1\"; ma=99999999999999999999", "Alt-Svc: h3=\":443\"", "HTTP2-Settings: AAMAAABkAAQAAP__",
    "Strict-Transport-Security: max-age=999999999999999999999; includeSubDomains", "Content-Range: bytes 0-1/2",
    "Transfer-Encoding: identity", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked, chunked",
    "TE: gzip",
    "Trailer: X-Trailer", "Content-Length: 0", "Expect: 100-continue", "WWW-Authenticate: Basic realm=\"\"",
    "WWW-Authenticate: Negotiate", "WWW-Authenticate: Digest nonce=\"", "Proxy-Authenticate: NTLM", "Set-Cookie: =",
    "Set-Cookie: a=b; Domain=127.0.0.1; Secure; Max-Age=-99999999999999999999", "Refresh: 0",
  ]

  private mutating func fold(_ response: inout HostileResponse) {
    let blank = pick([" ", "\t", "  ", " \t "])
    if response.fields.isEmpty { response.fields = [pick(Self.harmlessFields)] }
    let index = chance(2) ? 0 : below(response.fields.count)
    response.fields[index] = blank + (chance(6) ? "" : response.fields[index])
    if chance(4) { response.fields = response.fields.map { blank + $0 } }
  }

  private mutating func surplus() -> [UInt8] {
    switch below(7) {
    case 0, 1: HostileResponse(mark: mark).bytes
    case 2: Array("HTTP/2 200 OK\r\n\r\n".utf8)
    case 3: Array("\r\n".utf8)
    case 4: Array("HTTP/1.1 200 OK\r\nContent-Le".utf8)
    case 5: bytes(1 + below(100))
    default: Array(mark.utf8)
    }
  }

  private mutating func interims() -> [UInt8] {
    let status = pick(["100 Continue", "102 Processing", "103 Early Hints", "199 x", "101 Switching Protocols", "100"])
    let version = chance(8) ? pick(Self.versions) : "HTTP/1.1"
    let fields = chance(2) ? "" : pick(["Link: </a>\r\n", " folded: x\r\n", "Content-Length: 5\r\n", "no colon\r\n"])
    let count = chance(20) ? 3_000 : 1 + below(4)
    return Array(String(repeating: "\(version) \(status)\r\n\(fields)\r\n", count: count).utf8)
  }

  private mutating func oddChunks(_ response: HostileResponse) -> ([UInt8], Bool) {
    var response = response
    response.framing = .chunked
    let size = pick([
      "-1", "+5", "0x5", "5 ", " 5", "5;x=y", "5;" + String(repeating: "e", count: 20_000), "ffffffffffffffff",
      "10000000000000000", "7fffffffffffffff", "", "g", "0", "00", "\u{0}5", "5\r", "5\n",
    ])
    let end = pick(["\r\n", "\n", "\r", "", "\r\n\r\n"])
    let wrong = Array("\(size)\(end)\(mark)\(end)".utf8)
    let good = HostileResponse.chunks(response.content, of: response.chunkBytes)
    let bytes = response.head + (chance(2) ? wrong + good : Array(good.dropLast(5 + below(3))) + wrong)
    return (bytes, chance(2))
  }

  private mutating func oddLength(_ response: HostileResponse) -> ([UInt8], Bool) {
    var response = response
    let count = response.content.count
    let texts = [
      "\(count + 1 + below(9))", "\(max(0, count - 1 - below(9)))", "+\(count)", "-1", "\(count), \(count)",
      "\(count), \(count + 1)", "1e3", "99999999999999999999", "9223372036854775807", "18446744073709551615", "",
      "0x10",
      "\(count) \(count)", "\(count).0", "0\(count)",
    ]
    response.fields.append("Content-Length: \(pick(texts))")
    if !chance(3), response.framing == .length { response.framing = .none }
    // With a length that is too large, a client waits for more bytes, so most of these connections are closed.
    return (response.bytes, !chance(4))
  }

  private mutating func encode(_ response: inout HostileResponse) {
    let gzip = StoredGzip.bytes(of: response.plain)
    response.content =
      switch below(6) {
      case 0: bytes(below(200))
      case 1: Array(gzip.prefix(below(gzip.count)))
      case 2: mutate(gzip)
      case 3: gzip + gzip
      case 4: gzip + bytes(below(20))
      default: response.plain
      }
    response.fields.append(
      "Content-Encoding: "
        + pick([
          "gzip", "gzip", "gzip", "deflate", "x-gzip", "gzip, gzip", "br", "identity", "", "zstd", "gzip,,", "\u{E4}",
        ]))
  }

  private mutating func redirect(_ response: inout HostileResponse) {
    let next = "/\(id)/\(hop + 1)"
    let place = "http://127.0.0.1:\(pick(context.ports))"
    let locations = [
      next, next, next, place + next, place + next, place, "", "#f", "?q", "//", "///", "/", ".", "..", "../../..",
      "http:",
      "http://", "http:///x", "ftp://127.0.0.1/", "file:///etc/passwd", "javascript:0", "http://127.0.0.1:1/", ":", "%",
      "http://[::1/", "http://127.0.0.1:99999/", "http://user:secret@127.0.0.1:\(context.ports[0])\(next)", "\u{E4}",
      "a b",
      next + "#f", next + "?" + String(repeating: "q", count: 9_000), "HTTP://127.0.0.1:\(context.ports[0])\(next)",
      "\\\\",
    ]
    response.status = pick([300, 301, 302, 303, 304, 305, 307, 308, 399])
    response.statusLine = "HTTP/1.1 \(response.status) Elsewhere"
    response.fields.append("Location: \(pick(locations))")
    if chance(8) { response.fields.append("Location: \(pick(locations))") }
  }
}
