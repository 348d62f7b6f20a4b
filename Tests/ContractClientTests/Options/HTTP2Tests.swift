import Contract
import ContractHTTP
import ContractLoop
import Testing

@testable import ContractClient
@testable import ContractCurl

@Suite("HTTP/2", .timeLimit(.minutes(5)), .enabled(if: CurlTransport.library.supportsHTTP2))
struct HTTP2Tests {
  private static func transport() -> CurlTransport {
    var configuration = CurlTransport.Configuration()
    configuration.httpVersion = .http2PriorKnowledge
    return CurlTransport(configuration)
  }

  @Test("HTTP/2 with prior knowledge is used from the first byte")
  func priorKnowledge() async throws {
    let server = ScriptedServer { connection in
      guard let session = HTTP2Session(connection) else { return }
      while let request = session.nextRequest() { session.answer(request.stream, request.content + [0x21]) }
    }
    defer { server.stop() }
    let transport = Self.transport()
    for method in [HTTPMethod.get, .post] {
      let response = try await transport.send(
        server.request(method, "/x", body: method == .post ? .bytes([0x61]) : .empty), options: TransportOptions())
      #expect(response.status == .ok)
      #expect(response.httpVersion == .http2)
      #expect(response.fields["x-two"]?.rawValue == "yes")
      #expect(response.text == (method == .post ? "a!" : "!"))
    }
    #expect(server.acceptedCount == (CurlTransport.library.reusesCleartextHTTP2 ? 1 : 2))
  }

  @Test(
    "Many concurrent HTTP/2 calls share one connection",
    .enabled(if: CurlTransport.library.reusesCleartextHTTP2, "libcurl 7.88 does so with TLS alone; see TLSTests"))
  func multiplexing() async throws {
    let server = ScriptedServer { connection in
      guard let session = HTTP2Session(connection) else { return }
      // The server responds only after all requests have arrived, so only calls that share the connection get a response.
      var streams: [UInt32] = []
      while streams.count < 20, let request = session.nextRequest() { streams.append(request.stream) }
      for stream in streams.reversed() { session.answer(stream, [0x78]) }
      while session.nextRequest() != nil {}
    }
    defer { server.stop() }
    let transport = Self.transport()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        let request = server.request(.get, "/\(number)")
        group.addTask {
          let response = try await transport.send(request, options: TransportOptions(timeout: .seconds(20)))
          #expect(response.text == "x")
        }
      }
      try await group.waitForAll()
    }
    #expect(server.acceptedCount == 1)
  }

  @Test("A broken HTTP/2 stream or connection is a lost connection, and the next call succeeds")
  func broken() async throws {
    let count = EventCounter()
    let server = ScriptedServer { connection in
      guard let session = HTTP2Session(connection) else { return }
      while let request = session.nextRequest() {
        switch count.add() {
        case 1: session.reset(request.stream)
        case 2: return
        default: session.answer(request.stream, [0x78])
        }
      }
    }
    defer { server.stop() }
    let transport = Self.transport()
    for _ in 0..<2 {
      do {
        _ = try await transport.send(server.request(.post), options: TransportOptions())
        Issue.record("expected lostConnection")
      } catch let error as ClientError {
        #expect(error.code == .lostConnection, "\(error)")
      }
    }
    #expect(try await transport.send(server.request(.post), options: TransportOptions()).text == "x")
  }

  @Test("An HTTP/2 response body of any length is complete", arguments: [16_384, 100_000, 8 << 20])
  func longContent(count: Int) async throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 12) }
    let server = ScriptedServer { connection in
      guard let session = HTTP2Session(connection) else { return }
      while let request = session.nextRequest() { session.answer(request.stream, content) }
    }
    defer { server.stop() }
    let transport = Self.transport()
    for _ in 0..<10 {
      let response = try await transport.send(server.request(), options: TransportOptions(timeout: .seconds(30)))
      #expect(response.bytes == content)
    }
  }

  @Test("An HTTP/2 response body is read with back-pressure and arrives complete", arguments: [1 << 20, 8 << 20])
  func backPressure(count: Int) async throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 12) }
    let server = ScriptedServer { connection in
      guard let session = HTTP2Session(connection) else { return }
      while let request = session.nextRequest() { session.answer(request.stream, content) }
    }
    defer { server.stop() }
    var configuration = CurlTransport.Configuration()
    configuration.httpVersion = .http2PriorKnowledge
    let response = try await PulledResponse(server.request(), configuration)
    var received: [UInt8] = []
    while let piece = try await response.nextWhenFull(upTo: ResponseReceiver.highWater, left: count - received.count) {
      received += piece
    }
    #expect(received == content)
    // Fewer than `highWater` bytes are buffered when the last chunk is added. The chunk exceeds `highWater` by at most
    // one libcurl callback of 16 KiB.
    #expect(response.maxWaitingCount < 2 * ResponseReceiver.highWater + 16_384)
  }

  @Test("An HTTP/1.1 response to HTTP/2 with prior knowledge fails the call")
  func wrongServer() async throws {
    let server = ScriptedServer { connection in
      _ = connection.readHead()
      connection.send(ok("x"))
    }
    defer { server.stop() }
    let code = await clientErrorCode {
      try await Self.transport().send(server.request(), options: TransportOptions(timeout: .seconds(5)))
    }
    #expect(code == .malformedResponse || code == .lostConnection)
  }
}

/// The part of HTTP/2 that a server needs to respond to everything with 200 (RFC 9113).
final class HTTP2Session {
  struct Request {
    var stream: UInt32
    var content: [UInt8]
  }

  private let connection: ScriptedConnection
  private var contents: [UInt32: [UInt8]] = [:]

  /// Reads the client's preface and sends the server's; nil if the preface is invalid.
  init?(_ connection: ScriptedConnection) {
    self.connection = connection
    let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    guard connection.read(preface.count) == preface else { return nil }
    send(type: 4, flags: 0, stream: 0, [])
  }

  /// The next whole request; nil when the client is gone.
  func nextRequest() -> Request? {
    while let head = connection.read(9),
      let payload = connection.read(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2]))
    {
      let stream = UInt32(head[5] & 0x7F) << 24 | UInt32(head[6]) << 16 | UInt32(head[7]) << 8 | UInt32(head[8])
      let (type, flags) = (head[3], head[4])
      switch type {
      case 0: contents[stream, default: []] += payload
      case 1: contents[stream] = []
      case 4 where flags & 1 == 0: send(type: 4, flags: 1, stream: 0, [])
      case 6 where flags & 1 == 0: send(type: 6, flags: 1, stream: 0, payload)
      default: break
      }
      if type <= 1, flags & 1 == 1 {
        return Request(stream: stream, content: contents.removeValue(forKey: stream) ?? [])
      }
    }
    return nil
  }

  /// Status 200 with a header, and a body whose length only its end shows.
  func answer(_ stream: UInt32, _ content: [UInt8]) {
    let field: [UInt8] = [0, 5] + Array("x-two".utf8) + [3] + Array("yes".utf8)
    send(type: 1, flags: 4, stream: stream, [0x88] + field)
    for start in stride(from: 0, through: max(0, content.count - 1), by: 16_384) {
      let end = min(start + 16_384, content.count)
      send(type: 0, flags: end == content.count ? 1 : 0, stream: stream, Array(content[start..<end]))
    }
  }

  /// Ends a stream with INTERNAL_ERROR.
  func reset(_ stream: UInt32) {
    send(type: 3, flags: 0, stream: stream, [0, 0, 0, 2])
  }

  private func send(type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8]) {
    let length = payload.count
    let head: [UInt8] = [UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), type, flags]
    let name = [24, 16, 8, 0].map { UInt8(stream >> $0 & 0xFF) }
    connection.send(head + name + payload)
  }
}
