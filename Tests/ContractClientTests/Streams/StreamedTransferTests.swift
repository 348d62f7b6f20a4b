import Contract
import ContractClient
import ContractCoding
import ContractHTTP
import ContractLoop
import Glibc
import Testing

/// Lets a thread wait for a test.
final class ThreadGate: Sendable {
  private let reading: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "no pipe")
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Resumes one waiting thread, or the next that arrives.
  func open() {
    var byte: UInt8 = 1
    precondition(write(writing, &byte, 1) == 1)
  }

  /// Blocks the thread until it is resumed.
  func wait() {
    var byte: UInt8 = 0
    precondition(read(reading, &byte, 1) == 1)
  }
}

@Suite("Streamed transfers", .timeLimit(.minutes(2)))
struct StreamedTransferTests {
  private static let chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-A: b\r\n\r\n"

  @Test("A chunk is delivered while the server still writes", arguments: [false, true])
  func pieces(onLoop: Bool) async throws {
    let gate = ThreadGate()
    let server = ScriptedServer { connection in
      guard connection.readRequest() != nil, connection.send(Self.chunkedHead) else { return }
      for number in 1...3 {
        gate.wait()
        guard connection.send("2\r\n\(number)\n\r\n") else { return }
      }
      gate.wait()
      connection.send("0\r\n\r\n")
    }
    defer { server.stop() }
    let body: @Sendable () async throws -> [String] = {
      var lines: [String] = []
      let response = try await APIClient(baseURL: server.baseURL, transport: CurlTransport()).stream()
      #expect(response.fields["X-A"] == "b" && response.httpVersion == .http11)
      #expect(response.timings.map { $0.total >= $0.firstByte && $0.firstByte > .zero } == true)
      gate.open()
      for try await line in response.lines {
        lines.append(line)
        gate.open()
      }
      return lines
    }
    let lines = onLoop ? try await ContractLoop.run { try await body() } : try await body()
    #expect(lines == ["1", "2", "3"])
  }

  @Test("A server waits while the reader does not read")
  func backPressure() async throws {
    let total = 128 << 20
    let written = Lock(0)
    let server = ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
      let piece = [UInt8](repeating: 0x61, count: 64 * 1024)
      for _ in 0..<(total / piece.count) {
        guard connection.send(piece) else { return }
        written.withLock { $0 += piece.count }
      }
    }
    defer { server.stop() }
    let response = try await APIClient(baseURL: server.baseURL, transport: CurlTransport()).stream()
    var iterator = response.bytes.makeAsyncIterator()
    var received = try await iterator.next()?.count ?? 0
    // Unread bytes stay in the buffers of client and kernel, up to 32 MiB.
    var last = -1
    while written.withLock({ $0 }) != last {
      last = written.withLock { $0 }
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(last < total / 2)
    while let piece = try await iterator.next() { received += piece.count }
    #expect(received == total)
  }

  @Test("A paused stream does not affect the timeouts of other calls")
  func otherClocks() async throws {
    let listener = try SilentListener()
    defer { listener.close() }
    let gate = ThreadGate()
    let server = ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(8 << 20)\r\n\r\n")
      gate.wait()
      connection.send([UInt8](repeating: 0x61, count: 8 << 20))
    }
    defer { server.stop() }
    var configuration = CurlTransport.Configuration()
    configuration.connectTimeout = .milliseconds(500)
    let transport = CurlTransport(configuration)
    let connecting = listener.request
    let error = try await ContractLoop.run {
      let response = try await APIClient(baseURL: server.baseURL, transport: transport).stream()
      async let other = #expect(throws: ClientError.self) {
        try await transport.send(connecting, options: TransportOptions(timeout: .seconds(20)))
      }
      // The other call has begun when this task continues. The body of the first call arrives while the other call connects.
      for _ in 0..<3 { await Task.yield() }
      gate.open()
      let error = await other
      #expect(try await response.bytes.collect(upTo: 8 << 20).count == 8 << 20)
      return error
    }
    #expect(error?.code == .timeout && error?.stage == .connect)
  }

  @Test("A compressed stream is decompressed as it is read")
  func decoded() async throws {
    let text = (0..<20_000).map { "line \($0)\n" }.joined()
    let deflater = Deflater(.gzip)
    var encoded: [UInt8] = []
    deflater.deflate(Array(text.utf8)[...], into: &encoded)
    deflater.finish(into: &encoded)
    let content = encoded
    let server = ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(content.count)\r\n\r\n")
      for byte in stride(from: 0, to: content.count, by: 1000) {
        connection.send(Array(content[byte..<min(byte + 1000, content.count)]))
      }
    }
    defer { server.stop() }
    let response = try await APIClient(baseURL: server.baseURL, transport: CurlTransport()).stream()
    #expect(response.fields[.contentEncoding] == nil)
    var count = 0
    for try await line in response.lines {
      #expect(line == "line \(count)")
      count += 1
    }
    #expect(count == 20_000)
  }

  @Test("A compressed stream is decompressed only as it is read, and unread bytes stay compressed")
  func expansion() async throws {
    // Each compressed byte becomes about a thousand bytes.
    let total = 64 << 20
    let content = Deflater.deflate([UInt8](repeating: 0x61, count: total), .gzip)
    let server = ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(content.count)\r\n\r\n")
      connection.send(content)
    }
    defer { server.stop() }
    let response = try await PulledResponse(server.request(), maxExpansion: 2000)
    var count = 0
    while let piece = try await response.nextWhenFull(upTo: 0, left: 0) {
      #expect(piece.count < 128 * 1024 && piece.allSatisfy { $0 == 0x61 })
      count += piece.count
    }
    #expect(count == total)
    #expect(response.maxWaitingCount <= content.count)
  }

  @Test("A truncated stream fails at its end, after the bytes received")
  func truncated() async throws {
    let server = ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
    }
    defer { server.stop() }
    let response = try await APIClient(baseURL: server.baseURL, transport: CurlTransport()).stream()
    var text = ""
    let error = await #expect(throws: ClientError.self) {
      for try await piece in response.bytes { text += String(decoding: piece, as: UTF8.self) }
    }
    #expect(error?.code == .lostConnection)
    #expect(text == "abc")
  }

  @Test("The bytes before a broken chunk are read, even those in its TCP segment", arguments: ["", "1\r\na\r\n"])
  func brokenChunk(first: String) async throws {
    let hasFirst = ThreadGate()
    let server = ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send(Self.chunkedHead + first)
      if !first.isEmpty { hasFirst.wait() }
      connection.send("2\r\nbc\r\nzz\r\n")
    }
    defer { server.stop() }
    var text = ""
    let error = await #expect(throws: ClientError.self) {
      for try await piece in try await APIClient(baseURL: server.baseURL, transport: CurlTransport()).stream().bytes {
        text += String(decoding: piece, as: UTF8.self)
        hasFirst.open()
      }
    }
    #expect(error?.code == .malformedResponse)
    #expect(text == (first.isEmpty ? "bc" : "abc"))
  }

  @Test("Dropping a stream or cancelling its reader closes the connection", arguments: [false, true])
  func abandoned(isCancelled: Bool) async throws {
    let isClosed = ThreadGate()
    let server = ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send(Self.chunkedHead + "1\r\na\r\n")
      connection.waitForClose()
      isClosed.open()
    }
    defer { server.stop() }
    let transport = CurlTransport()
    let client = APIClient(baseURL: server.baseURL, transport: transport)
    if isCancelled {
      let first = Turnstile()
      let task = Task {
        for try await _ in try await client.stream().bytes { await first.pass() }
      }
      await first.waitForArrivals(1)
      first.open()
      task.cancel()
      let error = await #expect(throws: ClientError.self) { try await task.value }
      #expect(error?.code == .cancelled)
    } else {
      var iterator = try await client.stream().bytes.makeAsyncIterator()
      #expect(try await iterator.next() == [0x61])
    }
    await Task.detached { isClosed.wait() }.value
    withExtendedLifetime(transport) {}
  }

  @Test("Dropping the response stream cancels the request's body stream")
  func requestStream() async throws {
    let server = ScriptedServer { connection in
      guard connection.readHead() != nil else { return }
      connection.send(Self.chunkedHead + "1\r\na\r\n")
      connection.waitForClose()
    }
    defer { server.stop() }
    let never = Turnstile()
    let isCancelled = Signal()
    let stream = ByteStream {
      await withTaskCancellationHandler {
        await never.pass()
      } onCancel: {
        isCancelled.raise()
        never.open()
      }
      return nil
    }
    let transport = CurlTransport()
    do {
      let client = APIClient(baseURL: server.baseURL, transport: transport).body(stream: stream)
      var iterator = try await client.stream().bytes.makeAsyncIterator()
      #expect(try await iterator.next() == [0x61])
    }
    await isCancelled.wait()
    withExtendedLifetime(transport) {}
  }

  @Test("An unfinished error body does not outlast the call's timeout")
  func unfinishedFailure() async throws {
    let isSent = Signal()
    let server = ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send("HTTP/1.1 500 No\r\nContent-Length: 100\r\n\r\nabc")
      isSent.raise()
      connection.waitForClose()
    }
    defer { server.stop() }
    var clock = TimeSource.system
    clock.alarm = { _ in await isSent.wait() }
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).configured { [clock] in $0.clock = clock
    }
    let error = await #expect(throws: ClientError.self) { try await client.stream() }
    #expect(error?.code == .unexpected)
    #expect(error?.response?.status == .internalServerError)
  }

  @Test("An error body that breaks off does not hide the status")
  func brokenFailure() async throws {
    let server = ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send("HTTP/1.1 503 No\r\nContent-Length: 100\r\n\r\nabc")
    }
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport())
    let error = await #expect(throws: ClientError.self) { try await client.stream() }
    #expect(error?.response?.status == .serviceUnavailable)
    #expect(error?.response?.text == "abc")
  }

  @Test("A streamed call follows redirects, and its timeout covers only the head")
  func redirectsAndTime() async throws {
    let server = ScriptedServer(answering: { request in
      switch request.target {
      case "/from": "HTTP/1.1 302 Found\r\nLocation: /to\r\nContent-Length: 5\r\n\r\nmoved"
      case "/to": ok("there")
      default: nil
      }
    })
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport())
    #expect(try await client("from").stream().bytes.collect(upTo: 10) == Array("there".utf8))
    let gate = ThreadGate()
    let slow = ScriptedServer { connection in
      guard let request = connection.readRequest() else { return }
      if request.target == "/head" { return connection.waitForClose() }
      connection.send(Self.chunkedHead)
      gate.wait()
      connection.send("1\r\na\r\n0\r\n\r\n")
    }
    defer { slow.stop() }
    let patient = APIClient(baseURL: slow.baseURL, transport: CurlTransport()).timeout(.milliseconds(300))
    let error = await #expect(throws: ClientError.self) { try await patient("head").stream() }
    #expect(error?.code == .timeout)
    let late = try await patient("content").stream()
    try await Task.sleep(for: .milliseconds(500))
    gate.open()
    #expect(try await late.bytes.collect(upTo: 10) == [0x61])
  }
}
