import Contract
import ContractClient
import ContractHTTP
import ContractTestSupport
import Testing

@Suite("Rendered commands run by sh and curl", .timeLimit(.minutes(5)))
struct RealCurlTests {
  static let isAvailable = Subprocess(["curl", "--version"])?.finish() == 0

  /// Makes `curl` quiet and quick, whatever the user has configured.
  private static let preamble = """
    curl() { command curl -q -s --noproxy '*' --max-time 30 -o /dev/null "$@"; }

    """

  @Test("A rendered curl command sends the same request as the client", .enabled(if: isAvailable))
  func arrival() async throws {
    let received = Lock<[ReceivedRequest]>([])
    let server = ScriptedServer { request in
      received.withLock { $0.append(request) }
      return "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    }
    defer { server.stop() }
    let transport = CurlTransport()
    var randomness = Randomness()
    var requests = (0..<40).map { _ in randomness.request(authority: "127.0.0.1:\(server.port)") }
    requests += [
      server.request(.get, "/a/../b/./c%2e"), server.request(.get, "/a[1-3]{x,y}"), server.request(.head, "/"),
      server.request(.post, "/", body: .bytes(Array(0...255))),
      server.request(.put, "/", body: .bytes(Array("-n\0".utf8))),
      server.request(.patch, "/", body: .bytes(Array("-d".utf8))), server.request(.put, "/", fields: ["X-Empty": ""]),
    ]
    for request in requests {
      let command = request.curlCommand(masking: .none)
      let status = await offPool { Subprocess(["sh", "-c", Self.preamble + command])?.finish() }
      #expect(status == 0, "seed \(randomness.seed)\n\(command)")
      _ = try await transport.send(request, options: TransportOptions())
      let pair = received.withLock { received in
        defer { received = [] }
        return received
      }
      try #require(pair.count == 2, "seed \(randomness.seed)\n\(command)")
      let (theirs, ours) = (pair[0], pair[1])
      #expect(theirs.line == ours.line, "seed \(randomness.seed)\n\(command)")
      #expect(theirs.content == ours.content, "seed \(randomness.seed)\n\(command)")
      let names = Set(request.fields.map(\.name.canonicalName) + ["host", "content-type", "content-length"])
      #expect(Self.fields(theirs, names) == Self.fields(ours, names), "seed \(randomness.seed)\n\(command)")
    }
  }

  /// Returns the headers with these names, in order.
  private static func fields(_ request: ReceivedRequest, _ names: Set<String>) -> [String] {
    request.fields.map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return "\(parts[0].lowercased()): \(String(parts[1].drop { $0 == " " }))"
    }.filter { line in names.contains(String(line.prefix { $0 != ":" })) }.sorted()
  }
}
