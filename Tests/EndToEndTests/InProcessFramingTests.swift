import ContractTestSupport
import ContractTesting
import Testing

/// The rules of a connection that need no connection apply in process too.
@Suite("Framing in process", .ownThreads, .timeLimit(.minutes(2)))
struct InProcessFramingTests {
  private static var server: Server {
    var router = Router()
    router.on(.get, "/text") { _ in .text("hello") }
    router.on(.get, "/stream") { _ in HTTPResponse(.ok, body: .stream(ByteStream(Array("hello".utf8)))) }
    router.on(.get, "/empty") { _ in HTTPResponse(.ok, fields: [.contentLength: "99"], body: .empty) }
    router.on(.get, "/205") { _ in HTTPResponse(HTTPStatus(205), body: .bytes([1, 2, 3])) }
    router.on(.get, "/204") { _ in HTTPResponse(.noContent, fields: [.contentLength: "3"], body: .bytes([1, 2, 3])) }
    router.on(.get, "/negative") { _ in HTTPResponse(.ok, body: .stream(ByteStream(length: -5) { nil })) }
    router.on(.get, "/hop") { _ in
      let fields: HTTPFields = [.connection: "x-foo", "X-Foo": "1", .transferEncoding: "gzip", .contentLength: "99"]
      return HTTPResponse(.ok, fields: fields, body: .bytes([1, 2, 3]))
    }
    router.on(.post, "/echo") { request in
      let framing = [HTTPFieldName.contentLength, .transferEncoding, .connection].map {
        request.head.fields[$0]?.rawValue ?? "-"
      }
      return .text("\(framing) \(request.body.count)")
    }
    // Other tests of the process may delay the client.
    var (limits, timeouts) = (ServerLimits(), ServerTimeouts())
    limits.minBodyBytesPerSecond = 0
    timeouts.body = .seconds(120)
    return Server(port: 0, threads: 1, limits: limits, timeouts: timeouts, router: router)
  }

  /// Calls `body` with the transports of a server, in process and over sockets.
  private static func withTransports(
    _ body: (_ local: any ClientTransport, _ remote: any ClientTransport, _ authority: String) async throws -> Void
  ) async throws {
    let server = server
    let address = try await server.start()
    try await body(try InProcessTransport(Self.server), CurlTransport(), String(address.url.dropFirst(7)))
    await server.stop()
  }

  private static let names: [HTTPFieldName] = [.contentLength, .connection, .transferEncoding, "X-Foo"]

  @Test(
    "A response has the body and the framing headers of a response over a connection",
    arguments: ["/text", "/stream", "/empty", "/205", "/204", "/hop", "/negative", "/none"], [HTTPMethod.get, .head])
  func responses(target: String, method: HTTPMethod) async throws {
    try await Self.withTransports { local, remote, authority in
      let request = HTTPRequest(method, target, scheme: "http", authority: authority)
      let (ours, theirs) = (
        try await local.send(request, options: .init()), try await remote.send(request, options: .init())
      )
      #expect(ours.status == theirs.status)
      #expect(Self.names.map { ours.fields[$0] } == Self.names.map { theirs.fields[$0] })
      let (ourBody, theirBody) = (try await ours.body.collect(upTo: 500), try await theirs.body.collect(upTo: 500))
      #expect(ourBody.count == theirBody.count)
    }
  }

  /// A body that can be sent once, by its name.
  private static func body(_ name: String) -> HTTPBody {
    let chunks = Lock<[[UInt8]]>([[1], [2]])
    let next: @Sendable () async throws -> [UInt8]? = { chunks.withLock { $0.popLast() } }
    return switch name {
    case "bytes": .bytes([1, 2, 3])
    case "stream": .stream(ByteStream(next: next))
    case "stream with a length": .stream(ByteStream(length: 2, next: next))
    default: .empty
    }
  }

  @Test(
    "A handler gets the framing headers that the body requires, whatever the request contains",
    arguments: ["empty", "bytes", "stream", "stream with a length"],
    [[:], [.contentLength: "7", .transferEncoding: "chunked"]] as [HTTPFields])
  func requests(body: String, fields: HTTPFields) async throws {
    try await Self.withTransports { local, remote, authority in
      var texts: [String] = []
      for transport in [local, remote] {
        let request = HTTPRequest(
          .post, "/echo", scheme: "http", authority: authority, fields: fields, body: Self.body(body))
        let response = try await transport.send(request, options: .init())
        #expect(response.status == .ok)
        texts.append(String(decoding: try await response.body.collect(upTo: 500), as: UTF8.self))
      }
      #expect(texts[0] == texts[1])
    }
  }

  @Test("A request body with a negative length is refused before it is sent")
  func negativeLength() async throws {
    try await Self.withTransports { local, remote, authority in
      for transport in [local, remote] {
        let body = HTTPBody.stream(ByteStream(length: -1) { nil })
        let request = HTTPRequest(.post, "/echo", scheme: "http", authority: authority, body: body)
        let error = await #expect(throws: ClientError.self) { try await transport.send(request, options: .init()) }
        #expect(error?.code == .invalidInput)
      }
    }
  }

  @Test(
    "An unknown expectation is refused, and `100-continue` is not",
    arguments: [("foo", 417), ("100-continue, foo", 417), ("100-Continue", 200)] as [(HTTPFieldValue, Int)])
  func expectations(expectation: HTTPFieldValue, status: Int) async throws {
    try await Self.withTransports { local, remote, authority in
      for transport in [local, remote] {
        let request = HTTPRequest(
          .post, "/echo", scheme: "http", authority: authority, fields: [.expect: expectation], body: .bytes([1]))
        let response = try await transport.send(request, options: .init())
        #expect(response.status.code == status)
      }
    }
  }
}
