import Contract
import ContractClient
import ContractHTTP
import Testing

/// Responses that arrive before the whole request was sent.
@Suite("Early responses", .timeLimit(.minutes(2)))
struct EarlyResponseTests {
  static let responses = [
    "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nwell",
    "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nwell\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 204 No Content\r\n\r\n",
    "HTTP/1.1 409 Conflict\r\nContent-Length: 4\r\n\r\nwell",
  ]

  /// A body that the server does not receive completely.
  enum Body: CaseIterable {
    /// A stream that produces chunks forever, which the server reads.
    case endless
    /// A stream that waits forever after its first chunk.
    case waiting
    /// A stream with a length that waits forever after its first chunk.
    case waitingWithLength
    /// Bytes that the server does not read.
    case unread

    var content: HTTPBody {
      switch self {
      case .endless: .stream(ByteStream { [1] })
      case .waiting: .stream(ByteStream(next: Self.waiting()))
      case .waitingWithLength: .stream(ByteStream(length: 10, next: Self.waiting()))
      case .unread: .bytes([UInt8](repeating: 1, count: 32 << 20))
      }
    }

    private static func waiting() -> @Sendable () async throws -> [UInt8]? {
      let chunks = Lock<[[UInt8]]>([[1]])
      return {
        if let chunk = chunks.withLock({ $0.popLast() }) { return chunk }
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
      }
    }
  }

  @Test(
    "A complete response ends the upload, whatever its stream and the server do, and the connection is closed",
    arguments: responses, Body.allCases)
  func complete(response: String, body: Body) async throws {
    let (isClosed, isDone) = (Signal(), Gate())
    try await ScriptedServer.with({ connection in
      _ = connection.readHead()
      connection.send(response)
      if body == .unread { isDone.wait() }
      connection.waitForClose()
      isClosed.raise()
    }) { server in
      defer { isDone.open() }
      let transport = CurlTransport()
      var options = TransportOptions(timeout: .seconds(60))
      options.waitsForUpload = true
      let received = try await transport.send(server.request(.post, "/", body: body.content), options: options)
      #expect(response.hasPrefix("HTTP/1.1 \(received.status.code) "))
      #expect(received.text == (response.contains("well") ? "well" : ""))
      isDone.open()
      await isClosed.wait()
      #expect(server.clientSocketCount == 0)
      withExtendedLifetime(transport) {}
    }
  }

  @Test("A complete response ends even if the request body has not ended", arguments: responses.prefix(2))
  func streamed(response: String) async throws {
    try await ScriptedServer.with({ connection in
      _ = connection.readHead()
      connection.send(response)
      connection.waitForClose()
    }) { server in
      for body in [Body.endless, .waiting] {
        var options = TransportOptions(timeout: .seconds(60))
        options.waitsForUpload = true
        let received = try await CurlTransport().stream(
          server.request(.post, "/", body: body.content), options: options)
        #expect(try await received.body.collect(upTo: 100) == Array("well".utf8))
      }
    }
  }

  @Test("The timeout applies to a response that has begun, even while the stream of the request body waits")
  func begun() async throws {
    try await ScriptedServer.with({ connection in
      _ = connection.readHead()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
      connection.waitForClose()
    }) { server in
      var options = TransportOptions(timeout: .milliseconds(80))
      options.waitsForUpload = true
      let request = server.request(.post, "/", body: Body.waiting.content)
      #expect(await clientErrorCode { try await CurlTransport().send(request, options: options) } == .timeout)
    }
  }

  @Test("The connection is kept after a response that follows the complete request")
  func kept() async throws {
    let server = ScriptedServer(answering: { ok("\($0.content.count)") })
    defer { server.stop() }
    let transport = CurlTransport()
    for length in [nil, 3] {
      for _ in 0..<20 {
        let chunks = Lock<[[UInt8]]>([[1], [2], [3]])
        let body = ByteStream(length: length) { chunks.withLock { $0.popLast() } }
        let response = try await transport.send(server.request(.post, "/", body: .stream(body)), options: .init())
        #expect(response.text == "3")
      }
    }
    for count in [10, 1 << 20] {
      let body = HTTPBody.bytes([UInt8](repeating: 1, count: count))
      #expect(try await transport.send(server.request(.post, "/", body: body), options: .init()).text == "\(count)")
    }
    #expect(server.acceptedCount == 1)
  }
}
