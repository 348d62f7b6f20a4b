import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("APIClient", .timeLimit(.minutes(5)))
struct APIClientTests {
  /// Records requests and responds with the target.
  private final class Recorder: ClientTransport {
    let sent = Lock<[(HTTPRequest, TransportOptions)]>([])

    func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
      sent.withLock { $0.append((request, options)) }
      return .text(request.target)
    }

    var last: (request: HTTPRequest, options: TransportOptions)? { sent.withLock { $0.last } }
  }

  private static let operation = APIOperation(id: "Things.list", method: .get, path: "/things")

  private func send(
    _ client: APIClient, _ target: String = "/things", fields: HTTPFields = [:]
  ) async throws -> HTTPResponse {
    try await client.send(HTTPRequest(.get, target, fields: fields), for: Self.operation)
  }

  @Test("A request is completed with the client's base URL and headers")
  func completes() async throws {
    let recorder = Recorder()
    let client = APIClient(baseURL: "https://api.example/v1/", transport: recorder)
      .header(.authorization, "Bearer t").header("X-Mode", "a").header("x-mode", "b")
    let response = try await send(client, "/things?x=1", fields: ["User-Agent": "mine"])
    #expect(response.bytes == Array("/v1/things?x=1".utf8))
    let request = try #require(recorder.last?.request)
    #expect(request.url == "https://api.example/v1/things?x=1")
    #expect(request.fields == ["User-Agent": "mine", "Authorization": "Bearer t", "X-Mode": "b"])
    _ = try await send(client.removingHeader(.authorization))
    let fields = try #require(recorder.last?.request.fields)
    #expect(fields[.userAgent]?.rawValue.hasPrefix("contract/") == true)
    #expect(!fields.contains(.authorization))
  }

  @Test("A client's headers are merged with those of each request, independently of earlier merges")
  func mergedFields() async throws {
    let recorder = Recorder()
    let first = APIClient(baseURL: "http://h", transport: recorder).removingHeader(.userAgent).header("X-Mode", "a")
    let second = first.header("X-Mode", "b").header("Accept", "text/html")
    let plain = Endpoint<Empty, String>(.get, "/names", .fields(["X-Fixed": "f"]))
    let expected: [(APIClient, HTTPFields)] = [
      (first, ["X-Fixed": "f", "Accept": "text/plain, application/problem+json;q=0.5", "X-Mode": "a"]),
      (second, ["X-Fixed": "f", "Accept": "text/plain, application/problem+json;q=0.5", "X-Mode": "b"]),
    ]
    for _ in 0..<2 {
      for (client, fields) in expected {
        _ = try await client.call(plain)
        #expect(recorder.last?.request.fields == fields)
        // The request has a header of the operation in another spelling, and a header that only the request has.
        let own: HTTPFields = ["x-fixed": "f", "X-Mode": "own"]
        _ = try await client.send(HTTPRequest(.get, "/names", fields: own), for: plain.operation)
        #expect(recorder.last?.request.fields["X-Mode"] == "own")
        #expect(recorder.last?.request.fields.lines.first?.name.rawName == "x-fixed")
      }
    }
  }

  @Test("A modifier returns a new client, and the last value wins")
  func values() async throws {
    let recorder = Recorder()
    let parent = APIClient(baseURL: "http://h", transport: recorder).timeout(.seconds(1))
    let child = parent.timeout(.seconds(2)).timeout(.seconds(3)).maxResponseBytes(9).redirects(.none)
    _ = try await send(child)
    #expect(recorder.last?.options == TransportOptions(timeout: .seconds(3), maxResponseBytes: 9, redirects: .none))
    _ = try await send(parent)
    #expect(recorder.last?.options == TransportOptions(timeout: .seconds(1)))
    let other = Recorder()
    _ = try await send(child.transport(other))
    #expect(other.last?.options.maxResponseBytes == 9)
  }

  private struct Tag: Middleware {
    let name: String
    let seen: Lock<[String]>

    func handle(
      _ request: HTTPRequest, for operation: APIOperation?, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
      seen.withLock { $0.append("\(name) > \(operation?.id ?? "?") \(request.url)") }
      var request = request
      request.fields.append("X-Tag", HTTPFieldValue(name)!)
      let response = try await next(request)
      seen.withLock { $0.append("\(name) < \(response.status.code)") }
      return response
    }
  }

  @Test("Middleware runs in the order it was added and unwinds in reverse")
  func middleware() async throws {
    let recorder = Recorder()
    let seen = Lock<[String]>([])
    let client = APIClient(baseURL: "http://h/v1", transport: recorder)
      .middleware(Tag(name: "a", seen: seen)).middleware(Tag(name: "b", seen: seen))
    _ = try await send(client)
    #expect(
      seen.withLock { $0 } == [
        "a > Things.list http://h/v1/things", "b > Things.list http://h/v1/things", "b < 200", "a < 200",
      ])
    #expect(recorder.last?.request.fields.values("X-Tag") == ["a", "b"])
  }

  @Test(
    "An invalid header or base URL fails the first call, and nothing is sent",
    arguments: [
      "Bearer t\r\nX-Admin: 1", "t\n", "\u{0}", " t", "t ",
    ])
  func mistakes(value: String) async throws {
    let recorder = Recorder()
    let client = APIClient(baseURL: "http://h", transport: recorder).header(.authorization, value)
    #expect(await clientErrorCode { try await send(client) } == .invalidInput)
    let lost = APIClient(baseURL: "localhost:8080", transport: recorder)
    do {
      _ = try await send(lost)
      Issue.record("expected invalidBaseURL")
    } catch let error as ClientError {
      #expect(error.code == .invalidBaseURL)
      #expect(error.operationID == "Things.list")
    }
    #expect(recorder.last == nil)
  }

  private struct Failing: ClientTransport {
    let error: any Error
    func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse { throw error }
  }

  private struct Broken: Error {}

  @Test("A transport failure becomes a ClientError that names the operation")
  func transportErrors() async throws {
    let rows: [(any Error, ClientError.Code)] = [
      (ClientError(.tls, stage: .connect, "no"), .tls), (CancellationError(), .cancelled), (Broken(), .transport),
    ]
    for (error, code) in rows {
      do {
        _ = try await send(APIClient(baseURL: "http://h", transport: Failing(error: error)))
        Issue.record("expected a ClientError")
      } catch let error as ClientError {
        #expect(error.code == code)
        #expect(error.operationID == "Things.list")
      }
    }
  }

  @Test(
    "A target with invalid characters is refused before anything is sent",
    arguments: [
      "/a b", "/a\r\nX: 1", "/a\u{0}", "/\u{E4}", "/a#b", "/a\tb",
    ])
  func injection(target: String) async throws {
    let server = ScriptedServer(answering: { _ in ok("") })
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport())
    #expect(await clientErrorCode { try await send(client, target) } == .invalidInput)
    #expect(server.acceptedCount == 0)
  }

  @Test("An endpoint is called over a socket, and a body of another type throws a decoding error")
  func endpoint() async throws {
    let server = ScriptedServer(answering: { request in
      ok("\"\(request.line) \(request.field("accept") ?? "")\"", "Content-Type: application/json\r\n")
    })
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL)
    let text = try await client.call(Endpoint<Empty, String>(.get, "/names"))
    #expect(text.hasPrefix("\"GET /names HTTP/1.1 text/plain"))
    let json = Endpoint<Empty, [String]>(.get, "/names")
    #expect(await clientErrorCode { try await client.call(json) } == .decoding)
  }

  @Test("`CurlTransport.shared` is one object, and an unreferenced transport is deallocated")
  func shared() {
    let first = CurlTransport.shared
    #expect(first === CurlTransport.shared)
    weak var own: CurlTransport?
    do {
      let held = CurlTransport()
      own = held
    }
    #expect(own == nil)
  }
}
