import ContractClient
import ContractHTTP
import Testing

@testable import ContractCurl

@Suite("Limits on stored cookies", .timeLimit(.minutes(2)))
struct CookieLimitTests {
  private static func line(_ domain: String, _ number: Int) -> String {
    "\(domain)\tTRUE\t/\tFALSE\t0\tc\(number)\tv"
  }

  private static func names(_ lines: [String]) -> Set<Substring> {
    Set(lines.map { $0.split(separator: "\t")[5] })
  }

  @Test("The oldest cookies of a domain above its limit are removed")
  func domain() {
    let limit = CookieLimits.perDomain
    let lines =
      (0..<limit).map { Self.line("a.example", $0) } + (0..<limit).map { Self.line("#HttpOnly_.b.example", $0) }
    #expect(CookieLimits.removals(from: lines).isEmpty)
    let more = lines + [Self.line("b.example", limit), Self.line(".B.example", limit + 1)]
    let removals = CookieLimits.removals(from: more)
    #expect(
      removals == [0, 1].map { "#HttpOnly_.b.example\tTRUE\t/\tFALSE\t1\tc\($0)\tv" })
  }

  @Test("Above the total limit, the domain with the most cookies loses its own")
  func total() {
    var lines = (0..<CookieLimits.perDomain).map { Self.line("big.example", $0) }
    let small = (0..<(CookieLimits.total - lines.count)).map { Self.line("\($0).example", 1000 + $0) }
    lines = small + lines
    #expect(CookieLimits.removals(from: lines).isEmpty)
    lines += (0..<5).map { Self.line("more\($0).example", 5000 + $0) }
    #expect(Self.names(CookieLimits.removals(from: lines)) == ["c0", "c1", "c2", "c3", "c4"])
  }

  @Test("Above the total limit, all domains are reduced to the same number of cookies")
  func fairness() {
    // 302 cookies of three domains, for which the others leave room for 203: 100, 100 and 3.
    let counts = ["a": 150, "b": 149, "c": 3]
    var lines = counts.flatMap { name, count in (0..<count).map { Self.line("\(name).example", $0) } }
    lines += (0..<(CookieLimits.total - 203)).map { Self.line("\($0).example", 0) }
    let removals = CookieLimits.removals(from: lines)
    func removed(_ domain: String) -> Set<Substring> { Self.names(removals.filter { $0.hasPrefix(domain + "\t") }) }
    func oldest(_ count: Int) -> Set<Substring> { Set((0..<count).map { "c\($0)" }) }
    #expect(removals.count == 99)
    #expect(removed("a.example") == oldest(50))
    #expect(removed("b.example") == oldest(49))
  }

  @Test("A line that is no cookie is left alone")
  func malformed() {
    #expect(CookieLimits.removals(from: Array(repeating: "# comment", count: CookieLimits.perDomain + 1)).isEmpty)
  }

  @Test(
    "Cookies of interim and final heads are counted, and heads without cookies are not",
    arguments: [
      (["HTTP/1.1 100 Continue\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "Set-Cookies: a=b\r\n", "\r\n"], 0),
      (["HTTP/1.1 103 Early Hints\r\n", "Link: </a>\r\n", "SET-cookie: a=b\r\n", "Set-Cookie\r\n", "\r\n"], 1),
      (
        [
          "HTTP/1.1 103 Early Hints\r\n", "set-cookie:a=b\r\n", "set-cookie:c=d\r\n", "\r\n", "HTTP/1.1 200 OK\r\n",
          "Set-Cookie: a=b\r\n", "\r\n",
        ], 3
      ),
    ] as [(lines: [String], count: Int)])
  func counts(lines: [String], count: Int) throws {
    var parser = ResponseHeadParser(maxBytes: 1 << 16)
    for line in lines { _ = try Array(line.utf8).withUnsafeBytes { bytes in try parser.parse(bytes) } }
    #expect(parser.maxCookieCount == count)
  }

  @Test(
    "A server cannot store any number of cookies, whichever head has them",
    arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", "HTTP/1.1 103 Early Hints\r\n"])
  func server(head: String) async throws {
    let count = Lock(0)
    let server = ScriptedServer(answering: { _ in
      let first = count.withLock { count in
        defer { count += 40 }
        return count
      }
      let cookies = (first..<(first + 40)).map { "Set-Cookie: c\($0)=v\r\n" }.joined()
      let isInterim = head.contains("103")
      return head + cookies + "\r\n" + (isInterim ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" : "")
    })
    defer { server.stop() }
    var configuration = CurlTransport.Configuration()
    configuration.cookies = .memory
    let transport = CurlTransport(configuration)
    for _ in 0..<20 { _ = try await transport.send(server.request(), options: TransportOptions()) }
    let names = Set(transport.storedCookies.map(\.name))
    #expect(names.count <= CookieLimits.perDomain + CookieLimits.checkInterval + 40)
    // The cookies of the last response are stored.
    #expect(names.isSuperset(of: (760..<800).map { "c\($0)" }))
  }
}
