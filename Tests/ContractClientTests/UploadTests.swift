import Contract
import ContractClient
import ContractHTTP
import ContractLoop
import Testing

@Suite("Request bodies", .timeLimit(.minutes(5)))
struct UploadTests {
  /// Returns a server that responds with the framing of the request and a checksum of its content.
  private static func server() -> ScriptedServer {
    ScriptedServer(answering: { request in
      let framing = request.field("content-length") ?? request.field("transfer-encoding") ?? "none"
      return ok("\(framing) \(sum(request.content)) \(request.field("expect") ?? "-")")
    })
  }

  private static func sum(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }

  /// A stream of chunks that suspends before each of them.
  private static func stream(_ pieces: [[UInt8]], length: Int? = nil) -> HTTPBody {
    let next = Lock(0)
    return .stream(
      ByteStream(length: length) {
        await Task.yield()
        return next.withLock { index in
          guard index < pieces.count else { return nil }
          defer { index += 1 }
          return pieces[index]
        }
      })
  }

  @Test("A byte body of any size arrives with its length", arguments: [0, 1, 65_536, 65_537, 1 << 21])
  func bytes(count: Int) async throws {
    let server = Self.server()
    defer { server.stop() }
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for method in [HTTPMethod.post, .put, .delete] {
      let response = try await CurlTransport().send(
        server.request(method, "/", body: .bytes(content)), options: TransportOptions())
      #expect(response.text == "\(count) \(Self.sum(content)) -")
    }
  }

  @Test("A stream arrives chunked, or with its length if known", arguments: [false, true])
  func stream(onLoop: Bool) async throws {
    let server = Self.server()
    defer { server.stop() }
    let pieces = (0..<50).map { [UInt8](repeating: UInt8($0), count: $0 * 997) }
    let content = Array(pieces.joined())
    let transport = CurlTransport()
    @Sendable func calls() async throws {
      for length in [nil, content.count] {
        let response = try await transport.send(
          server.request(.post, "/", body: Self.stream(pieces, length: length)), options: TransportOptions())
        #expect(response.text == "\(length.map(String.init) ?? "chunked") \(Self.sum(content)) -")
      }
    }
    if onLoop { try await ContractLoop.run { try await calls() } } else { try await calls() }
  }

  @Test("An empty stream is sent as an empty body")
  func emptyStream() async throws {
    let server = Self.server()
    defer { server.stop() }
    let response = try await CurlTransport().send(
      server.request(.post, "/", body: Self.stream([])), options: TransportOptions())
    #expect(response.text == "chunked \(Self.sum([])) -")
  }

  @Test("A body stream is pulled only as its chunks are sent")
  func backPressure() async throws {
    let pulled = EventCounter()
    let (requested, mayAnswer) = (Signal(), Gate())
    let server = ScriptedServer { connection in
      _ = connection.readHead()
      requested.raise()
      mayAnswer.wait()
      connection.send(ok("enough", "Connection: close\r\n"))
      connection.waitForClose()
    }
    defer { server.stop() }
    let piece = [UInt8](repeating: 1, count: 1 << 20)
    let body = HTTPBody.stream(
      ByteStream {
        pulled.add()
        return piece
      })
    let call = Task { try await CurlTransport().send(server.request(.post, "/", body: body), options: .init()) }
    await requested.wait()
    // The server reads nothing: only as much is pulled as the sockets hold, never the whole body.
    var last = -1
    while last != pulled.count {
      last = pulled.count
      for _ in 0..<10_000 { await Task.yield() }
    }
    #expect(pulled.count < 64)
    mayAnswer.open()
    let response = try await call.value
    #expect(response.text == "enough")
  }

  struct StreamBroke: Error {}

  @Test("A stream that throws or does not have its declared length fails the call")
  func brokenStreams() async throws {
    let server = Self.server()
    defer { server.stop() }
    let transport = CurlTransport()
    let throwing = HTTPBody.stream(ByteStream { throw StreamBroke() })
    do {
      _ = try await transport.send(server.request(.post, "/", body: throwing), options: TransportOptions())
      Issue.record("expected the stream's error to be thrown")
    } catch let error as ClientError {
      #expect(error.code == .transport)
      #expect(error.cause is StreamBroke)
    }
    for body in [Self.stream([[1, 2, 3]], length: 2), Self.stream([[1, 2, 3]], length: 4)] {
      let code = await clientErrorCode {
        try await transport.send(server.request(.post, "/", body: body), options: TransportOptions())
      }
      #expect(code == .transport)
    }
  }

  @Test("A stream with a negative length is refused as invalid input", arguments: [-1, -2, .min])
  func negativeLength(length: Int) async throws {
    let server = Self.server()
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport())
    let error = await clientError { try await client.body(stream: ByteStream(length: length) { nil }).post() }
    #expect(error?.code == .invalidInput && error?.message == "the length of the request body is negative")
  }

  @Test("A stream that can be sent again is opened once by a call that succeeds")
  func openings() async throws {
    let server = Self.server()
    defer { server.stop() }
    let opened = Lock(0)
    let stream = ByteStream(
      length: 3,
      replaying: {
        opened.withLock { $0 += 1 }
        let pieces = Lock<[[UInt8]]>([[1, 2, 3]])
        return { pieces.withLock { $0.popLast() } }
      })
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).retry()
    #expect(try await client.body(stream: stream).put.response().text == "3 \(Self.sum([1, 2, 3])) -")
    #expect(opened.withLock { $0 } == 1)
  }

  @Test("A stream that throws or has a wrong length is neither retried nor counted as a failure of the host")
  func localFailures() async throws {
    let server = Self.server()
    defer { server.stop() }
    let breaker = CircuitBreaker(failures: 1)
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).circuitBreaker(breaker)
      .retry(limit: 2, backoff: .none)
    for length in [nil, 4] {
      let sent = EventCounter()
      let stream = ByteStream(length: length) {
        let pieces = Lock<[[UInt8]]>([[1, 2, 3]])
        return {
          if let piece = pieces.withLock({ $0.popLast() }) {
            sent.add()
            return piece
          }
          if length == nil { throw StreamBroke() }
          return nil
        }
      }
      #expect(await clientErrorCode { try await client.body(stream: stream).put() } == .transport)
      #expect(sent.count == 1)
    }
    #expect(!breaker.isOpen(for: "127.0.0.1:\(server.port)"))
  }

  @Test("A response received before the whole body was sent is delivered")
  func earlyAnswer() async throws {
    let server = ScriptedServer { connection in
      _ = connection.readHead()
      connection.send("HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 3\r\n\r\nbig")
      connection.waitForClose()
    }
    defer { server.stop() }
    let content = [UInt8](repeating: 0, count: 8 << 20)
    let response = try await CurlTransport().send(
      server.request(.post, "/", body: .bytes(content)), options: TransportOptions())
    #expect(response.status == .contentTooLarge)
    #expect(response.text == "big")
  }
}
