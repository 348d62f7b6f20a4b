import ContractTestSupport
import ContractTesting
import Testing

@API @Mock
private protocol Probes: Sendable {
  @TRACE("/probe") func trace(hops: Header<Int?>) async throws -> String
  @CONNECT("/tunnels/:name") func open(name: String, retries: Query<Int?>) async throws -> String
}

private struct Prober: Probes {
  func trace(hops: Int?) async throws -> String { "hops \(hops ?? 0)" }
  func open(name: String, retries: Int?) async throws -> String { "\(name) \(retries ?? 0)" }
}

@Suite("Contracts with TRACE and CONNECT", .ownThreads)
struct UnusualMethodTests {
  @Test("A declared TRACE is served over sockets")
  func traceOverSockets() async throws {
    try await serve(Server(port: 0, threads: 1) { ProbesRoutes(Prober()) }) { port, client in
      #expect(try await ProbesAPI(client).trace(hops: 3) == "hops 3")
      let raw = try RawConnection(port: port)
      try raw.write("TRACE /probe HTTP/1.1\r\nHost: a\r\nHops: 4\r\n\r\n")
      let response = try raw.read()
      #expect(response.status == 200 && response.text == "hops 4")
    }
  }

  @Test("A declared TRACE is served in process")
  func traceInProcess() async throws {
    #expect(try await ProbesAPI(ProbesRoutes(Prober()).inProcess).trace(hops: nil) == "hops 0")
  }

  @Test("A declared CONNECT is called in process with its path and query")
  func connectInProcess() async throws {
    let probes = ProbesAPI(ProbesRoutes(Prober()).inProcess)
    #expect(try await probes.open(name: "a/b", retries: 2) == "a/b 2")
  }

  @Test("A declared CONNECT is mocked")
  func connectMocked() async throws {
    let mock = ProbesMock()
    mock.mockOpen { name, retries in "\(name) \(retries ?? 9)" }
    #expect(try await mock.open(name: "x", retries: nil) == "x 9")
  }

  @Test("A CONNECT request with a path is refused on a connection (RFC 9110 section 9.3.6)")
  func connectOverSockets() async throws {
    try await serve(Server(port: 0, threads: 1) { ProbesRoutes(Prober()) }) { port, _ in
      let raw = try RawConnection(port: port)
      try raw.write("CONNECT /tunnels/x HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try raw.read().status == 400)
    }
  }
}
