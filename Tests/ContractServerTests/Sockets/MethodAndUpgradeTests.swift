import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer

/// Requests that HTTP/1.1 allows a server to decline, on the wire of a whole server.
@Suite("Methods and upgrades", .ownThreads, .timeLimit(.minutes(2)))
struct MethodAndUpgradeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let head: String
    let status: Int
    /// A line that the response must have; empty for none.
    var line = ""
    var closes = false
  }

  private static func server() -> Server {
    var router = Router()
    router.on(.get, "/") { _ in .text("root") }
    router.on(.options, "/own") { _ in .text("own") }
    router.on(.post, "/") { request in .text("\(request.body.count)") }
    return Server(port: 0, threads: 1, router: router)
  }

  /// Runs `body` with clients of one server.
  private func withServer(_ body: (SocketAddress) async throws -> Void) async throws {
    let server = Self.server()
    let port = try await server.start().port
    do {
      try await body(.ipv4(0x7F00_0001, port: UInt16(port)))
    } catch {
      await server.stop(drain: .zero)
      throw error
    }
    await server.stop(drain: .zero)
  }

  private static let upgrade = "Connection: Upgrade"

  static let rows = [
    Row(
      testDescription: "TRACE without a route", head: "TRACE / HTTP/1.1\r\nHost: a\r\nCookie: secret", status: 405,
      line: "Allow: GET, HEAD, OPTIONS, POST"),
    Row(
      testDescription: "OPTIONS of a path", head: "OPTIONS / HTTP/1.1\r\nHost: a", status: 204,
      line: "Allow: GET, HEAD, OPTIONS, POST"),
    Row(testDescription: "OPTIONS with its own route", head: "OPTIONS /own HTTP/1.1\r\nHost: a", status: 200),
    Row(testDescription: "OPTIONS of the server", head: "OPTIONS * HTTP/1.1\r\nHost: a", status: 204),
    Row(testDescription: "CONNECT", head: "CONNECT a:80 HTTP/1.1\r\nHost: a:80", status: 501, closes: true),
    Row(
      testDescription: "an unknown method", head: "PURGE / HTTP/1.1\r\nHost: a", status: 405,
      line: "Allow: GET, HEAD, OPTIONS, POST"),
    Row(
      testDescription: "an upgrade to HTTP/2",
      head:
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk",
      status: 200),
    Row(
      testDescription: "an upgrade to WebSocket",
      head: "GET / HTTP/1.1\r\nHost: a\r\n\(upgrade)\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      status: 200),
    Row(
      testDescription: "an upgrade to TLS", head: "GET / HTTP/1.1\r\nHost: a\r\n\(upgrade)\r\nUpgrade: TLS/1.2",
      status: 200),
    Row(
      testDescription: "an upgrade with a close",
      head: "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade, close\r\nUpgrade: h2c", status: 200,
      line: "Connection: close", closes: true),
    Row(testDescription: "the preface of HTTP/2", head: "PRI * HTTP/2.0", status: 505, closes: true),
    Row(
      testDescription: "an unknown expectation", head: "GET / HTTP/1.1\r\nHost: a\r\nExpect: 42-answers", status: 417),
    Row(
      testDescription: "an unknown expectation of HTTP/1.0", head: "GET / HTTP/1.0\r\nExpect: 42-answers",
      status: 200, closes: true),
    Row(
      testDescription: "a transfer coding that the client accepts",
      head: "GET / HTTP/1.1\r\nHost: a\r\nConnection: TE\r\nTE: gzip, trailers", status: 200, line: "Content-Length: 4"),
    Row(testDescription: "Max-Forwards", head: "OPTIONS / HTTP/1.1\r\nHost: a\r\nMax-Forwards: 0", status: 204),
    Row(
      testDescription: "a range, which may be ignored",
      head: "GET / HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1", status: 200, line: "Content-Length: 4"),
  ]

  @Test(
    "A method or upgrade that is not served is declined, and the connection stays open where possible", arguments: rows)
  func declined(_ row: Row) async throws {
    try await withServer { address in
      let client = try RawClient(address)
      try client.send("\(row.head)\r\n\r\n")
      let response = try client.response()
      #expect(response.status == row.status, "\(response.head)")
      #expect(row.line.isEmpty || response.has(row.line), "\(response.head)")
      #expect(!response.head.contains("Upgrade") && !response.head.contains("secret"))
      #expect(!response.body.contains("secret"))
      if row.closes {
        #expect(response.has("Connection: close"), "\(response.head)")
        #expect(try client.toEnd() == "")
      } else {
        try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try client.response().body == "root")
      }
    }
  }

  @Test("The body of a declined upgrade request is read, and the next request is served")
  func upgradeWithContent() async throws {
    try await withServer { address in
      let client = try RawClient(address)
      try client.send(
        "POST / HTTP/1.1\r\nHost: a\r\n\(Self.upgrade)\r\nUpgrade: h2c\r\nContent-Length: 5\r\n\r\nhello"
          + "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().body == "5")
      #expect(try client.response().body == "root")
    }
  }

  @Test("An HTTP/1.0 request gets no interim response and no chunks")
  func version10() async throws {
    var router = Router()
    router.on(.post, "/stream") { request in
      let pieces = Lock(request.body.map { [$0] })
      return HTTPResponse(
        .ok, body: .stream(ByteStream { pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() } }))
    }
    let server = Server(port: 0, threads: 1, router: router)
    let port = try await server.start().port
    let client = try RawClient(.ipv4(0x7F00_0001, port: UInt16(port)))
    try client.send("POST /stream HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc")
    let answer = try client.toEnd()
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.hasSuffix("\r\n\r\nabc"))
    #expect(!answer.contains("Transfer-Encoding"))
    await server.stop(drain: .zero)
  }
}
