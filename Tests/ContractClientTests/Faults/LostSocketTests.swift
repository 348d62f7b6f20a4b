import Contract
import ContractClient
import ContractHTTP
import ContractTestSupport
import Testing

/// Reports of nonexistent sockets that a server can cause in libcurl.
@Suite("Sockets lost by libcurl", .ownThreads, .timeLimit(.minutes(5)))
struct LostSocketTests {
  /// A server that sends a valid response, then half a head, and then closes.
  private static func server(_ version: String) -> ScriptedServer {
    ScriptedServer { connection in
      guard connection.readHead() != nil else { return }
      connection.send("\(version) 200 OK\r\nContent-Length: 2\r\n\r\nok")
      // This waits for a byte of the request's body or of the next request.
      guard connection.read(1) != nil else { return }
      connection.send("HTTP/1.1 429 TM\r\nCont")
    }
  }

  @Test("A broken response ends only its own call")
  func breaksOff() async {
    await #expect(processExitsWith: .success) {
      for version in ["HTTP/1.1", "HTTP/1.0", "HTTP/2"] {
        let server = LostSocketTests.server(version)
        let healthy = ScriptedServer(answering: { ok($0.target) })
        let transport = CurlTransport()
        for round in 0..<10 {
          await withTaskGroup(of: Void.self) { group in
            for number in 0..<32 {
              let body = LostSocketTests.content([0, 300_000, 70_000, 10][number % 4], isStream: round % 2 == 1)
              let request = server.request(number % 3 == 0 ? .post : .put, "/", body: body)
              group.addTask {
                let code = await clientErrorCode {
                  try await transport.send(request, options: TransportOptions(timeout: .seconds(20)))
                }
                precondition(code == nil || code == .lostConnection || code == .malformedResponse, "\(code as Any)")
              }
            }
          }
          let next = try await transport.send(healthy.request(.get, "/fine"), options: TransportOptions())
          precondition(next.text == "/fine")
        }
        server.stop()
        healthy.stop()
      }
    }
  }

  private static func content(_ count: Int, isStream: Bool) -> HTTPBody {
    if count == 0 { return .empty }
    let bytes = [UInt8](repeating: 1, count: count)
    guard isStream else { return .bytes(bytes) }
    let parts = Lock([bytes])
    return .stream(ByteStream { parts.withLock { $0.popLast() } })
  }
}
