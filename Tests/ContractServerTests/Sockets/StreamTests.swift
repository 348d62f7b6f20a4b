import ContractHTTP
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("Streamed responses", .ownThreads, .serialized)
struct StreamTests {
  private struct Broken: Error {}

  /// A stream of chunks that suspends before each of them.
  private static func stream(_ pieces: [String], length: Int? = nil, fails: Bool = false) -> ByteStream {
    let left = Lock(pieces)
    return ByteStream(length: length) {
      await Task.yield()
      let piece = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if piece == nil && fails { throw Broken() }
      return piece.map { Array($0.utf8) }
    }
  }

  private static let responder = TestResponder.handling { head, _ in
    let stream =
      switch head.path {
      case "/chunked": stream(["hello", "", " world"])
      case "/length": stream(["hello", " world", ""], length: 11)
      case "/short": stream(["hello"], length: 11)
      case "/long": stream(["hello", " world", "!"], length: 11)
      case "/late": stream(["hello", " world"], length: 11, fails: true)
      case "/large": stream([String(repeating: "a", count: 20_000)], length: 20_000, fails: true)
      case "/negative": stream([], length: -5)
      case "/fails": stream(["hello"], fails: true)
      default: stream([])
      }
    return HTTPResponse(.ok, body: .stream(stream))
  }

  private func send(_ line: String, to server: SocketServer) throws -> RawClient {
    let client = try RawClient(server.address)
    try client.send("\(line)\r\nHost: a\r\n\r\n")
    return client
  }

  @Test("A stream is sent in chunks or with its length, and the connection stays open")
  func complete() async throws {
    try await withEngine(Self.responder) { server in
      let client = try RawClient(server.address)
      for (path, line, body) in [
        ("/chunked", "Transfer-Encoding: chunked", "hello world"), ("/length", "Content-Length: 11", "hello world"),
        ("/", "Transfer-Encoding: chunked", ""),
      ] {
        try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        let response = try client.response()
        #expect(response.has(line))
        #expect(response.body == body)
      }
      try client.send("HEAD /length HTTP/1.1\r\nHost: a\r\n\r\nGET /length HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response(to: "HEAD").has("Content-Length: 11"))
      #expect(try client.response().body == "hello world")
    }
  }

  @Test("A stream with a negative length is not sent, and the connection stays open")
  func negativeLength() async throws {
    try await withEngine(Self.responder) { server in
      let client = try send("GET /negative HTTP/1.1", to: server)
      try client.send("GET /length HTTP/1.1\r\nHost: a\r\n\r\n")
      let response = try client.response()
      #expect(response.status == 500 && response.body == "the response cannot be sent")
      #expect(try client.response().body == "hello world")
      try client.send("HEAD /negative HTTP/1.1\r\nHost: a\r\n\r\nGET /length HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try !client.response(to: "HEAD").head.contains("Content-Length"))
      #expect(try client.response().body == "hello world")
    }
  }

  /// All connections of a loop write into one buffer, so a late head would go to another client.
  @Test("The head of a stream is sent immediately, whatever other connections do")
  func headComesFirst() async throws {
    let mayGoOn = Event()
    let responder = TestResponder.handling { head, _ in
      guard head.path == "/events" else { return .text(head.path) }
      let left = Lock(["event"])
      let stream = ByteStream(length: nil) {
        await mayGoOn.wait()
        return left.withLock { $0.popLast() }.map { Array($0.utf8) }
      }
      return HTTPResponse(.ok, fields: ["X-Whose": "listener"], body: .stream(stream))
    }
    try await withEngine(responder) { server in
      // The handler runs in a separate job of the loop, whether its worker is new or was parked.
      let first = try send("GET /first HTTP/1.1", to: server)
      #expect(try first.response().body == "/first")
      let listener = try send("GET /events HTTP/1.1", to: server)
      #expect(try listener.head().contains("X-Whose: listener"))
      let other = try send("GET /other HTTP/1.1", to: server)
      let answer = try other.response()
      #expect(answer.body == "/other" && !answer.head.contains("X-Whose"))
      mayGoOn.set()
      #expect(try listener.chunks() == "event")
    }
  }

  @Test("All chunks that are produced at once arrive before the stream pauses")
  func burst() async throws {
    let mayGoOn = Event()
    let responder = TestResponder.handling { _, _ in
      let count = Lock(0)
      let stream = ByteStream(length: nil) {
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number < 1_000 { return Array("event \(number),".utf8) }
        await mayGoOn.wait()
        return number == 1_000 ? Array("last".utf8) : nil
      }
      return HTTPResponse(.ok, body: .stream(stream))
    }
    try await withEngine(responder) { server in
      let client = try send("GET / HTTP/1.1", to: server)
      _ = try client.head()
      for number in 1..<1_000 {
        #expect(try client.take(until: "event \(number),\r\n").hasSuffix("\r\nevent \(number),\r\n") == true)
      }
      mayGoOn.set()
      #expect(try client.chunks() == "last")
    }
  }

  @Test("In HTTP/1.0, the end of the connection ends a stream")
  func version10() async throws {
    try await withEngine(Self.responder) { server in
      let client = try send("GET /chunked HTTP/1.0", to: server)
      #expect(try client.toEnd().hasSuffix("Connection: close\r\n\r\nhello world"))
    }
  }

  @Test("A client recognizes an interrupted stream")
  func broken() async throws {
    try await withEngine(Self.responder) { server in
      let chunked = try send("GET /fails HTTP/1.1", to: server)
      let text = try chunked.toEnd()
      #expect(text.hasSuffix("\r\n\r\n5\r\nhello\r\n"))
      let short = try send("GET /short HTTP/1.1", to: server)
      #expect(try short.toEnd().hasSuffix("\r\n\r\nhello"))
      // The chunk that completes the declared length is held until the stream ends, because a stream that continues or fails
      // must not look complete.
      for path in ["/long", "/late"] {
        let client = try send("GET \(path) HTTP/1.1", to: server)
        #expect(try client.toEnd().hasSuffix("\r\n\r\nhello"))
      }
      // Of a large chunk, only the last byte is held.
      let large = try send("GET /large HTTP/1.1", to: server)
      #expect(try large.toEnd().hasSuffix("\r\n\r\n" + String(repeating: "a", count: 19_999)))
      let untilClose = try send("GET /fails HTTP/1.0", to: server)
      #expect(throws: RawClient.Failure.self) { try untilClose.toEnd() }
    }
  }

  @Test("A stream waits for a slow reader instead of filling memory")
  func backPressure() async throws {
    let pulled = Lock(0)
    let responder = TestResponder.handling { _, _ in
      let piece = [UInt8](repeating: 120, count: 10_000)
      return HTTPResponse(
        .ok,
        body: .stream(
          ByteStream(length: 100_000_000) {
            let count = pulled.withLock { count in
              count += 1
              return count
            }
            return count <= 10_000 ? piece : nil
          }))
    }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address, receiveBuffer: 4096)
      try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = try client.skip(1_000_000)
      // The server has pulled the bytes that were read, and less than half a megabyte more: bytes in transit, in the kernel,
      // and one watermark.
      #expect(pulled.withLock { $0 } < 150)
      try client.reset()
    }
  }

  @Test("A stream is cancelled when its client resets the connection")
  func clientGone() async throws {
    let cancelled = Event()
    let responder = TestResponder.handling { _, _ in HTTPResponse(.ok, body: .stream(.silent(cancelled))) }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      // The server waits for the second chunk when it has sent the first.
      _ = try client.head()
      try client.skip("1\r\nA\r\n".utf8.count)
      try client.reset()
      await cancelled.wait()
    }
  }

  /// A client that has read everything and closes sends only FIN, like a client that has only finished sending.
  @Test(
    "A stream that sends nothing is cancelled when its client closes the connection", .timeLimit(.minutes(1)),
    arguments: ["HTTP/1.1", "HTTP/1.0"])
  func clientClosed(version: String) async throws {
    let cancelled = Event()
    let responder = TestResponder.handling { _, _ in HTTPResponse(.ok, body: .stream(.silent(cancelled))) }
    var timeouts = ServerTimeouts()
    timeouts.departure = .milliseconds(50)
    try await withEngine(responder, timeouts: timeouts) { server in
      let client = try RawClient(server.address)
      try client.send("GET / \(version)\r\nHost: a\r\n\r\n")
      _ = try client.head()
      try client.skip((version == "HTTP/1.1" ? "1\r\nA\r\n" : "A").utf8.count)
      client.close()
      await cancelled.wait()
    }
  }

  /// Chunks that are produced on request.
  private static func fed(_ pieces: AsyncStream<String>) -> ByteStream {
    ByteStream {
      var next = pieces.makeAsyncIterator()
      return await next.next().map { Array($0.utf8) }
    }
  }

  @Test("A stream may take longer than the timeout of its handler")
  func lasts() async throws {
    let (pieces, feed) = AsyncStream.makeStream(of: String.self)
    let responder = TestResponder.handling { _, _ in HTTPResponse(.ok, body: .stream(Self.fed(pieces))) }
    var timeouts = ServerTimeouts()
    timeouts.handler = .milliseconds(200)
    try await withEngine(responder, timeouts: timeouts) { server in
      let client = try send("GET / HTTP/1.1", to: server)
      #expect(try client.head().hasPrefix("HTTP/1.1 200 "))
      let end = ContinuousClock.now + .milliseconds(800)
      while ContinuousClock.now < end {
        // The client has each chunk before the next one is produced.
        feed.yield("x")
        try client.skip("1\r\nx\r\n".utf8.count)
      }
      feed.finish()
      // The last chunk: the response is complete.
      #expect(try client.take(until: "0\r\n\r\n") == "0\r\n\r\n")
    }
  }

  @Test(
    "A stream continues for a client that has finished sending, after one zero is sent to probe it")
  func halfClosed() async throws {
    let (pieces, feed) = AsyncStream.makeStream(of: String.self)
    let responder = TestResponder.handling { _, _ in HTTPResponse(.ok, body: .stream(Self.fed(pieces))) }
    try await withEngine(responder) { server in
      let client = try send("GET / HTTP/1.1", to: server)
      feed.yield("first")
      _ = try client.head()
      try client.skip("5\r\nfirst\r\n".utf8.count)
      try client.finishSending()
      // This byte is a zero, with which the server probes a client when it has noticed that the client finished sending.
      try client.skip(1)
      for piece in ["second", "third"] { feed.yield(piece) }
      feed.finish()
      #expect(try client.toEnd() == "6\r\nsecond\r\n5\r\nthird\r\n0\r\n\r\n")
    }
  }

  @Test("Chunk sizes stay valid after a probe has sent their leading zero", arguments: [0, 1])
  func zeroes(pieceCount: Int) async throws {
    let (pieces, feed) = AsyncStream.makeStream(of: String.self)
    let responder = TestResponder.handling { _, _ in HTTPResponse(.ok, body: .stream(Self.fed(pieces))) }
    try await withEngine(responder) { server in
      let (client, other) = (try send("GET / HTTP/1.1", to: server), try RawClient(server.address))
      feed.yield("first")
      _ = try client.head()
      try client.finishSending()
      // The server has noticed the half-close when it has responded to later requests.
      for _ in 0..<3 {
        try other.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try other.response(to: "HEAD")
      }
      if pieceCount == 1 { feed.yield(" second") }
      feed.finish()
      #expect(try client.chunks() == (pieceCount == 1 ? "first second" : "first"))
    }
  }

  @Test("In HTTP/1.0, a stream with data to send continues after its client has finished sending")
  func halfClosedWithoutChunks() async throws {
    let (pieces, feed) = AsyncStream.makeStream(of: String.self)
    let responder = TestResponder.handling { _, _ in HTTPResponse(.ok, body: .stream(Self.fed(pieces))) }
    var timeouts = ServerTimeouts()
    timeouts.departure = .seconds(30)
    try await withEngine(responder, timeouts: timeouts) { server in
      let client = try send("GET / HTTP/1.0", to: server)
      try client.finishSending()
      feed.yield("first")
      _ = try client.head()
      try client.skip("first".utf8.count)
      for piece in [" second", " third"] { feed.yield(piece) }
      feed.finish()
      #expect(try client.toEnd() == " second third")
    }
  }

  @Test("A stream produced without a pause leaves the loop to others")
  func fairness() async throws {
    let responder = TestResponder.handling { head, _ in
      guard head.path == "/endless" else { return .text("here") }
      return HTTPResponse(.ok, body: .stream(ByteStream { [UInt8](repeating: 120, count: 16_000) }))
    }
    try await withEngine(responder) { server in
      let endless = try RawClient(server.address)
      try endless.send("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n")
      try endless.skip(200_000)
      let other = try RawClient(server.address)
      try other.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      try endless.skip(200_000)
      #expect(try other.response().body == "here")
      try endless.reset()
    }
  }

  @Test("The head of a stream is sent to its client before a late first chunk")
  func slowFirstPiece() async throws {
    let asked = Event()
    let go = Event()
    let responder = TestResponder.handling { head, _ in
      guard head.path == "/stream" else { return .text("quick") }
      // After the yield, the resumed task sends the response, not the loop iteration that read the request.
      await Task.yield()
      let left = Lock(1)
      return HTTPResponse(
        .ok,
        body: .stream(
          ByteStream {
            asked.set()
            await go.wait()
            return left.withLock { left in
              left -= 1
              return left >= 0 ? Array("piece".utf8) : nil
            }
          }))
    }
    try await withEngine(responder) { server in
      let (streaming, other) = (try RawClient(server.address), try RawClient(server.address))
      try streaming.send("GET /stream HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      await asked.wait()
      for _ in 0..<3 {
        try other.send("GET /quick HTTP/1.1\r\nHost: a\r\n\r\n")
        let answer = try other.response()
        #expect(answer.body == "quick" && !answer.has("Transfer-Encoding: chunked"))
      }
      try streaming.skip("HTTP/1.1 200 OK\r\n".utf8.count)
      go.set()
      #expect(try streaming.toEnd().hasSuffix("\r\n\r\n5\r\npiece\r\n0\r\n\r\n"))
    }
  }
}
