#if TLS
  import Contract
  import ContractClient
  import ContractServer
  import ContractSockets
  import ContractTestSupport
  import Testing

  @Suite("Streams over TLS")
  struct StreamReadingTLSTests {
    private struct Row: Codable, Equatable, Sendable {
      var n: Int
    }

    private static func stream(_ text: String, type: HTTPFieldValue) -> HTTPResponse {
      var response = HTTPResponse(.ok, body: .stream(.crumbs(of: text)))
      response.fields[.contentType] = type
      return response
    }

    private static var router: Router {
      var router = Router()
      router.on(.get, "/lines") { _ in stream("one\r\ntwo\n", type: "text/plain") }
      router.on(.get, "/rows") { _ in stream("{\"n\":1}\n{\"n\":2}", type: "application/x-ndjson") }
      router.on(.get, "/events") { request in
        let last = request.head.text(of: "Last-Event-ID") ?? "0"
        return stream("retry: 100\nid: \(last)1\ndata: after \(last)\n\n", type: "text/event-stream")
      }
      return router
    }

    @Test("A stream over TLS is read as lines, JSON lines and events, compressed or not", arguments: [false, true])
    func streams(compressed: Bool) async throws {
      let certificates = Certificates()
      let server = Server(
        listening: [.tcp(port: 0).secured(by: certificates.server)], threads: 1,
        middleware: compressed ? [Compression(minBytes: 1)] : [], router: Self.router)
      let address = try await server.start()
      var configuration = CurlTransport.Configuration()
      configuration.tls.authorities = .file(certificates.file("ca.pem"))
      let transport = CurlTransport(configuration)
      let client = APIClient(baseURL: address.url, transport: transport)

      var lines: [String] = []
      for try await line in try await client("lines").stream().lines { lines.append(line) }
      #expect(lines == ["one", "two"])

      var rows: [Row] = []
      for try await row in try await client("rows").stream().jsonLines(of: Row.self) { rows.append(row) }
      #expect(rows == [Row(n: 1), Row(n: 2)])

      var events: [String] = []
      for try await event in client("events").events() {
        events.append(event.data)
        if events.count == 2 { break }
      }
      #expect(events == ["after 0", "after 01"])
      await server.stop(drain: .zero)
    }
  }
#endif
