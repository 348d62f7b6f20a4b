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
