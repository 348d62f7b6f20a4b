import ContractTestSupport
import ContractTesting
import Testing

/// Valid requests with some of their bytes changed, through everything that a server reads: framing, heads, routing,
/// all middleware, paths, queries, fields, JSON, forms and parts. Whatever they contain, the process continues.
@Suite("Mutated requests", .ownThreads, .timeLimit(.minutes(5)))
struct MutatedRequestTests {
  private static let count = 3000

  /// Valid requests, and requests that other tests expect to be refused.
  private static let seeds: [[UInt8]] = {
    let line = InputFailureTests.line
    let order =
      #"{"title":"t","order":{"lines":[\#(line)],"sort":"newest","due":"2026-01-31T12:00:00.5Z"},"urgent":true}"#
    let echo =
      "?queryOne=1&queryMany=1&queryMany=-9223372036854775808&queryMaybe=9223372036854775807 HTTP/1.1\r\nHost: a\r\n"
      + "Header-One: 1\r\nHeader-Many: 1, 2\r\n"
    let numbers = #"{"fieldOne":1,"fieldMaybe":1e3,"fieldMany":[1,-1,9223372036854775807,1.5e300]}"#
    let form = "fieldOne=1&fieldMany%5B%5D=2&fieldMany[9223372036854775807]=3&fieldMaybe=4"
    let parts =
      "--x\r\nContent-Disposition: form-data; name=\"fieldOne\"\r\n\r\n1\r\n--x\r\n"
      + "Content-Disposition: form-data; name=\"fieldMany\"; filename*=UTF-8''%C3%A9\r\nContent-Type: text/plain\r\n\r\n2\r\n--x--\r\n"
    let common =
      "X-Forwarded-For: 1.1.1.1, 192.0.2.7:80\r\nX-Forwarded-Proto: https\r\nAccept-Encoding: gzip;q=0.5, br\r\n"
      + "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\ntracestate: a=1,b@c=2\r\n"
      + "If-None-Match: W/\"a\", \"b\"\r\nOrigin: http://app.example\r\nRange: bytes=0-9223372036854775807\r\n"
      + "Idempotency-Key: 1\r\nAccept: text/html;q=0.999, */*;q=0.1\r\nDeadline: 9223372036854775807\r\n"
    func content(_ type: String, _ text: String) -> String {
      "Content-Type: \(type)\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
    }
    func chunked(_ type: String, _ text: String) -> String {
      "Content-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n\(String(text.utf8.count, radix: 16));x=y\r\n\(text)\r\n0\r\nA: b\r\n\r\n"
    }
    let head = " HTTP/1.1\r\nHost: a\r\n"
    let written = [
      "GET /search?limit=1&sort=newest&since=2026-01-31T12:00:00%2B02:00&tags=1&stars=2\(head)\(InputFailureTests.account)\r\n\(common)\r\n",
      "GET /items/-128/clubs?kind=open\(head)\(common)\r\n", "OPTIONS /orders\(head)\(common)\r\n",
      "POST /orders\(head)\(common)" + content("application/json", order),
      "POST /orders\(head)" + chunked("application/json; charset=\"utf-8\"", order),
      "PUT /text\(head)Expect: 100-continue\r\n" + content("text/plain;charset=us-ascii", "text"),
      "POST /int/1" + echo + content("application/json", numbers),
      "POST /double/1" + echo + chunked("application/json", numbers),
      "POST /int8/1" + echo + content("application/x-www-form-urlencoded", form),
      "POST /int64/1" + echo + content("multipart/form-data; boundary=x", parts),
      "POST /orders\(head)Content-Encoding: gzip\r\n" + content("application/json", "\u{1F}\u{8B}\u{8}\0"),
    ]
    return written.map { Array($0.utf8) }
      + InputFailureTests.rows.map { row in
        let content = row.body.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" } ?? "\r\n"
        let fields = row.fields.map { "\($0)\r\n" }.joined()
        return Array("\(row.method) \(row.target) HTTP/1.1\r\nHost: a\r\n\(fields)\(content)".utf8)
      }
  }()

  @Test("Mutated requests neither crash the server nor affect other clients")
  func survive() async throws {
    let middleware: [any Middleware] = [
      TrustedProxies(["127.0.0.0/8"]), Metrics(), RequestID(), Tracing(), Health(),
      CORS(origins: .these(["http://app.example"])), RateLimit(1_000_000_000, per: .seconds(1)), Compression(),
      RequestDecompression(), IdempotencyKeys(), ConditionalRequests(),
    ]
    var router = Router()
    router.add(ShopRoutes(ShopService()))
    router.add(EchoRoutes(EchoService()))
    var timeouts = ServerTimeouts()
    timeouts.deadlineField = "Deadline"
    let server = Server(port: 0, threads: 1, timeouts: timeouts, middleware: middleware, router: router)
    var random = Randomness()
    try await serve(server) { port, _ in
      for number in 0..<Self.count {
        let bytes = RequestMutation.mutated(Self.seeds, &random.generator)
        let connection = try RawConnection(port: port)
        // A connection that the server closes before reading everything may refuse the rest.
        try? connection.write(bytes)
        connection.finishWriting()
        let answer = connection.rest()
        #expect(answer.isEmpty || answer.starts(with: "HTTP/1.".utf8), "\(String(decoding: bytes, as: UTF8.self))")
        if number % 100 != 0 { continue }
        let honest = try RawConnection(port: port).exchange("GET", "/items/1/clubs?kind=open")
        #expect(
          honest.status == 200, "seed \(random.seed), after \(String(decoding: bytes, as: UTF8.self).debugDescription)"
        )
      }
    }
  }
}
