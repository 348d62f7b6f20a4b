/// A response in its parts, which can be changed one by one.
struct HostileResponse {
  enum Framing { case length, chunked, connection, none }

  var statusLine = "HTTP/1.1 200 OK"
  var status = 200
  var fields: [String] = []
  var framing = Framing.length
  /// The content before it is encoded.
  var plain: [UInt8]
  /// The body on the wire, without chunks.
  var content: [UInt8]
  /// The size of the chunks.
  var chunkBytes = 16
  var trailers: [String] = []
  /// True for the response to HEAD: everything but the content.
  var isHead = false

  init(mark: String) {
    plain = Array(mark.utf8)
    content = plain
  }

  var endsWithConnection: Bool { framing == .connection && !isHead }

  var head: [UInt8] {
    var lines = [statusLine] + fields
    switch framing {
    case .length: lines.append("Content-Length: \(content.count)")
    case .chunked: lines.append("Transfer-Encoding: chunked")
    case .connection: lines.append("Connection: close")
    case .none: break
    }
    return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
  }

  var bytes: [UInt8] {
    if isHead { return head }
    return head + (framing == .chunked ? Self.chunks(content, of: chunkBytes, trailers) : content)
  }

  static func chunks(_ content: [UInt8], of size: Int, _ trailers: [String] = []) -> [UInt8] {
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: content.count, by: max(1, size)) {
      let piece = content[start..<min(content.count, start + max(1, size))]
      bytes += Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [0x0D, 0x0A]
    }
    return bytes + Array((["0"] + trailers + ["", ""]).joined(separator: "\r\n").utf8)
  }
}

extension HostileMaker {
  /// A correct response.
  mutating func response() -> HostileResponse {
    var response = HostileResponse(mark: mark)
    response.isHead = context.isHead
    response.status = pick([200, 200, 200, 200, 201, 202, 203, 299, 400, 404, 409, 418, 429, 500, 503, 204, 304])
    response.statusLine = "HTTP/1.1 \(response.status)\(pick([" OK", " ", "", " Not What You Think"]))"
    response.fields = (0..<below(5)).map { _ in pick(Self.harmlessFields) }
    if response.status == 204 || response.status == 304 {
      (response.framing, response.plain, response.content) = (.none, [], [])
      return response
    }
    let size = chance(10) ? below(30_000) : below(100)
    response.plain += (0..<size).map { _ in UInt8(0x61 + below(26)) }
    response.content = response.plain
    response.framing = pick([.length, .length, .length, .chunked, .chunked, .connection])
    response.chunkBytes = 1 + below(chance(4) ? 20 : 4_000)
    if chance(4) { response.trailers = ["X-Trailer: t"] }
    if chance(4) {
      response.content = StoredGzip.bytes(of: response.plain)
      response.fields.append("Content-Encoding: gzip")
    }
    return response
  }

  /// Fields that change neither the end of a response nor the connection.
  static let harmlessFields = [
    "Content-Type: text/plain", "Content-Type: application/json", "Date: Thu, 01 Jan 2026 00:00:00 GMT", "ETag: \"a\"",
    "Set-Cookie: a=b", "Set-Cookie: a=b; Path=/; Max-Age=3", "Server: x", "X-Empty:", "x-lower: y", "Retry-After: 1",
    "Alt-Svc: h2=\":443\"; ma=60", "Strict-Transport-Security: max-age=60", "Keep-Alive: timeout=5, max=100",
    "Connection: keep-alive", "Vary: *", "Link: </2>; rel=next", "X-Obs: \u{E4}\u{F6}",
  ]
}
