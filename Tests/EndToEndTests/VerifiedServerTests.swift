import ContractTestSupport
import ContractTesting
import Testing

/// The checks of a server on its routes before it listens.
@Suite("Startup verification", .ownThreads)
struct VerifiedServerTests {
  @Test("A server with route errors does not start and reports all of them")
  func errors() async throws {
    let server = Server(port: 0, threads: 1) {
      Route(Endpoint<Empty, String>(.get, "/a", id: "A.one")) { _ in "" }
      Route(Endpoint<Empty, String>(.get, "/a", id: "A.two")) { _ in "" }
      Route(Endpoint<Empty, String>(.get, "/b", id: "A.two")) { _ in "" }
    }
    let error = await #expect(throws: RouteConflict.self) { try await server.start() }
    #expect(error?.findings.map(\.rule) == ["duplicate-id", "duplicate-route"])
    #expect(error?.description.split(separator: "\n").count == 2)
    #expect(server.address == nil)
  }

  @Test("A server with a warning starts and reports it once")
  func warnings() async throws {
    let told = Lock<[VerificationFinding]>([])
    let server = Server(port: 0, threads: 1, onWarning: { finding in told.withLock { $0.append(finding) } }) {
      Route(Endpoint<Empty, String>(.get, "/a/{name}", id: "A.one")) { _ in
        ServerRequest.current?.pathValue("name") ?? ""
      }
    }
    try await serve(server) { port, _ in
      let connection = try RawConnection(port: port)
      try connection.write("GET /a/x HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try connection.read().text == "x")
    }
    #expect(told.withLock { $0.map(\.rule) } == ["unbound-placeholder"])
  }

  @Test("A raw route is not verified")
  func raw() async throws {
    var router = Router()
    router.on(.get, "/files/{path...}") { request in .text(request.pathValue("path") ?? "") }
    #expect(router.verify().isEmpty)
  }
}
