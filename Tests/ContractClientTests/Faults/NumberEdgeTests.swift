import Contract
import ContractClient
import ContractHTTP
import ContractTestSupport
import ContractTesting
import Testing

/// Numbers from a server at the limits of a type and beyond, wherever a client computes with them.
@Suite("Numbers in responses", .ownThreads, .timeLimit(.minutes(5)))
struct NumberEdgeTests {
  private static let numbers = [
    "", "0", "-0", "-1", "+1", "1.5", "1e400", "nan", "inf", "0x10", "2147483648", "4294967296", "9007199254740993",
    "9223372036854775806", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "18446744073709551615", "18446744073709551616", "99999999999999999999999999",
  ]

  /// Header lines with a number at `#`, and the status of their response.
  private static let fields: [(status: String, lines: String)] = [
    ("200 OK", "Content-Length: #\r\n"), ("200 OK", "Content-Length: #, #\r\n"),
    ("200 OK", "Content-Length: 1\r\nAge: #\r\nCache-Control: max-age=#, stale-while-revalidate=#\r\n"),
    ("200 OK", "Content-Length: 1\r\nKeep-Alive: timeout=#, max=#\r\nConnection: keep-alive\r\n"),
    ("200 OK", "Content-Length: 1\r\nSet-Cookie: a=b; Max-Age=#; Expires=#\r\n"),
    ("200 OK", "Content-Length: 1\r\nDate: #\r\nExpires: #\r\nLast-Modified: #\r\nETag: \"#\"\r\n"),
    ("200 OK", "Content-Length: 1\r\nStrict-Transport-Security: max-age=#\r\nAlt-Svc: h2=\":#\"; ma=#\r\n"),
    ("206 Partial Content", "Content-Length: 1\r\nContent-Range: bytes 0-#/#\r\n"),
    ("206 Partial Content", "Content-Length: 1\r\nContent-Range: bytes #-#/*\r\n"),
    ("416 No", "Content-Length: 0\r\nContent-Range: bytes */#\r\n"),
    ("429 Slow", "Content-Length: 0\r\nRetry-After: #\r\n"), ("503 Later", "Content-Length: 0\r\nRetry-After: #\r\n"),
    ("401 Who", "Content-Length: 0\r\nWWW-Authenticate: Digest nonce=#\r\n"),
    ("302 Found", "Content-Length: 0\r\nLocation: http://127.0.0.1:#/\r\n"),
    ("200 OK", "Transfer-Encoding: chunked\r\n\r\n#\r\nx\r\n0\r\n"),
  ]

  @Test("An extreme number in a response header never crashes the process")
  func everywhere() async {
    await #expect(processExitsWith: .success) {
      let server = ScriptedServer { connection in
        guard let target = connection.readRequest()?.target else { return }
        let places = target.dropFirst().prefix { $0 != "?" }.split(separator: "-").compactMap { Int($0) }
        let (status, lines) = NumberEdgeTests.fields[places[0]]
        let number = NumberEdgeTests.numbers[places[1]]
        let text = lines.split(separator: "#", omittingEmptySubsequences: false).joined(separator: number)
        connection.send("HTTP/1.1 \(status)\r\n\(text)\r\nx")
      }
      var configuration = CurlTransport.Configuration()
      configuration.cookies = .memory
      let client = APIClient(baseURL: server.baseURL, transport: CurlTransport(configuration))
        .clock(TestClock()).cache().retry(limit: 1)
      for row in NumberEdgeTests.fields.indices {
        for number in NumberEdgeTests.numbers.indices {
          for _ in 0..<2 {
            _ = await clientErrorCode { try await client("\(row)-\(number)").timeout(.seconds(20)).response() }
          }
          let path = "/tmp/contract-numbers-\(server.port)"
          _ = await clientErrorCode { try await client("\(row)-\(number)").timeout(.seconds(20)).download(to: path) }
        }
      }
      server.stop()
    }
  }

  @Test("An extreme number in an event stream never crashes the process")
  func streams() async {
    await #expect(processExitsWith: .success) {
      for number in NumberEdgeTests.numbers {
        let server = ScriptedServer(answering: { _ in
          ok("retry: \(number)\nid: \(number)\ndata: x\n\n", "Content-Type: text/event-stream\r\n")
        })
        let client = APIClient(baseURL: server.baseURL).clock(TestClock())
        var count = 0
        for try await event in client("events").events() {
          precondition(event.data == "x")
          count += 1
          if count == 3 { break }
        }
        server.stop()
      }
    }
  }
}
