import ContractTestSupport
import ContractTesting
import Testing

/// The limits of heads and of chunked bodies, through the public interface of the server.
@Suite("Limits of requests on the wire", .ownThreads, .timeLimit(.minutes(5)))
struct ServerLimitsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let limit: @Sendable (inout ServerLimits) -> Void
    /// A request within the limit.
    let accepted: String
    /// A request beyond the limit, but within the default one.
    let refused: String
    let status: Int

    var limits: ServerLimits {
      var limits = ServerLimits()
      limit(&limits)
      return limits
    }
  }

  private static let long = String(repeating: "a", count: 100)

  private static func chunked(_ body: String) -> String {
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
  }

  static let rows = [
    Row(
      testDescription: "the request line", limit: { $0.maxRequestLineBytes = 20 },
      accepted: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", refused: "GET /?\(long) HTTP/1.1\r\nHost: a\r\n\r\n",
      status: 414),
    Row(
      testDescription: "the head", limit: { $0.maxHeadBytes = 60 },
      accepted: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", refused: "GET / HTTP/1.1\r\nHost: a\r\nX-A: \(long)\r\n\r\n",
      status: 431),
    Row(
      testDescription: "the number of headers", limit: { $0.maxFieldCount = 2 },
      accepted: "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n\r\n",
      refused: "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\nX-B: c\r\n\r\n", status: 431),
    Row(
      testDescription: "the line of a chunk", limit: { $0.maxChunkLineBytes = 10 },
      accepted: chunked("3;a=b\r\nabc\r\n0\r\n\r\n"), refused: chunked("3;a=\(long)\r\nabc\r\n0\r\n\r\n"),
      status: 400),
    Row(
      testDescription: "the overhead of all chunks", limit: { $0.maxChunkOverheadBytes = 10 },
      accepted: chunked("3;a=b\r\nabc\r\n0\r\n\r\n"), refused: chunked("3;a=\(long)\r\nabc\r\n0\r\n\r\n"),
      status: 400),
    Row(
      testDescription: "the trailer section", limit: { $0.maxTrailerBytes = 20 },
      accepted: chunked("3\r\nabc\r\n0\r\nX-A: b\r\n\r\n"), refused: chunked("3\r\nabc\r\n0\r\nX-A: \(long)\r\n\r\n"),
      status: 431),
  ]

  /// Returns the status of the response to a request.
  private static func status(_ request: String, _ limits: ServerLimits) async throws -> Int {
    var router = Router()
    router.on(nil, "/") { _ in .text("fine") }
    let server = Server(port: 0, threads: 1, limits: limits, onError: { _, _ in }, router: router)
    return try await serve(server) { port, _ in
      let connection = try RawConnection(port: port)
      try connection.write(request)
      return try connection.read().status
    }
  }

  @Test("A request within a limit of the server is accepted, and a request beyond it is refused", arguments: rows)
  func limits(_ row: Row) async throws {
    let accepted = try await Self.status(row.accepted, row.limits)
    #expect(accepted == 200)
    let refused = try await Self.status(row.refused, row.limits)
    #expect(refused == row.status)
    let usual = try await Self.status(row.refused, ServerLimits())
    #expect(usual == 200, "the default limit is higher")
  }
}
