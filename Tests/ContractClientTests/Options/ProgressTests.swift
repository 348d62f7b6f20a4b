import Contract
import ContractClient
import ContractHTTP
import ContractLoop
import Testing

@Suite("Progress and pace", .timeLimit(.minutes(5)))
struct ProgressTests {
  private static func states(
    _ request: HTTPRequest, _ options: TransportOptions = TransportOptions()
  ) async throws -> [TransferProgress] {
    let states = Lock<[TransferProgress]>([])
    var options = options
    options.progress.append(ProgressHandler { state in states.withLock { $0.append(state) } })
    _ = try await CurlTransport().send(request, options: options)
    return states.withLock { $0 }
  }

  private static let large = [UInt8](repeating: 7, count: 1 << 20)

  @Test(
    "Upload progress ends at the size of the body, with a fraction of 1 if the size is known",
    arguments: ["small", "large", "stream", "unknown"])
  func upload(kind: String) async throws {
    let server = ScriptedServer(answering: { _ in ok("done") })
    defer { server.stop() }
    let parts = Lock<[[UInt8]]>(Array(repeating: [UInt8](repeating: 1, count: 100_000), count: 10))
    let next: @Sendable () async throws -> [UInt8]? = { parts.withLock { $0.popLast() } }
    let (body, count): (HTTPBody, Int) =
      switch kind {
      case "small": (.bytes([1, 2, 3]), 3)
      case "large": (.bytes(Self.large), 1 << 20)
      case "stream": (.stream(ByteStream(length: 1_000_000, next: next)), 1_000_000)
      default: (.stream(ByteStream(next: next)), 1_000_000)
      }
    let states = try await Self.states(server.request(.post, "/", body: body))
    let last = try #require(states.last)
    #expect(last.sentBytes == count)
    #expect(last.totalBytesToSend == (kind == "unknown" ? nil : count))
    #expect(last.sentFraction == (kind == "unknown" ? nil : 1))
    #expect(last.receivedBytes == 4)
    #expect(last.receivedFraction == 1)
    for (state, next) in zip(states, states.dropFirst()) {
      #expect(state.sentBytes <= next.sentBytes && state.receivedBytes <= next.receivedBytes)
    }
  }

  @Test("Download progress counts received bytes, with the total if known")
  func download() async throws {
    let server = ScriptedServer(answering: { request in
      switch request.target {
      case "/length": ok(String(repeating: "x", count: 100_000))
      case "/chunks": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
      default: "HTTP/1.1 204 No Content\r\n\r\n"
      }
    })
    defer { server.stop() }
    let known = try await Self.states(server.request(.get, "/length"))
    #expect(known.last?.receivedBytes == 100_000)
    #expect(known.last?.totalBytesToReceive == 100_000)
    #expect(known.last?.sentFraction == 1)
    let unknown = try await Self.states(server.request(.get, "/chunks"))
    #expect(unknown.last?.receivedFraction == nil)
    #expect(unknown.last.map { $0.receivedBytes >= 3 } == true)
    #expect(try await Self.states(server.request(.get, "/none")).last?.receivedFraction == 1)
  }

  @Test("Progress is reported while the body is transferred, also on a loop", arguments: [false, true])
  func steps(onLoop: Bool) async throws {
    let heard = EventCounter()
    let half = Gate()
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc")
      half.wait()
      connection.send("def")
    }
    defer { server.stop() }
    var options = TransportOptions()
    let fractions = Lock<[Double]>([])
    options.progress.append(
      ProgressHandler { state in
        guard let fraction = state.receivedFraction else { return }
        fractions.withLock { $0.append(fraction) }
        // The server sends the second half only after the client has reported the first half.
        if fraction == 0.5, heard.add() == 1 { half.open() }
      })
    let request = server.request()
    let transport = CurlTransport()
    if onLoop {
      try await ContractLoop.run { [options] in _ = try await transport.send(request, options: options) }
    } else {
      _ = try await transport.send(request, options: options)
    }
    #expect(fractions.withLock { $0.contains(0.5) && $0.last == 1 })
  }

  @Test("A progress handler does not hide the error of a call")
  func failing() async throws {
    let server = ScriptedServer(answering: { _ in ok(String(repeating: "x", count: 100_000)) })
    defer { server.stop() }
    let count = EventCounter()
    var options = TransportOptions(maxResponseBytes: 10)
    options.progress.append(ProgressHandler { _ in count.add() })
    let code = await clientErrorCode { [options] in
      try await CurlTransport().send(server.request(), options: options)
    }
    #expect(code == .responseTooLarge)
  }

  @Test(
    "A speed limit applies to every call that sets it, and not to later calls on the handle", arguments: [true, false])
  func pace(isSent: Bool) async throws {
    // The transfer takes more than three seconds, after which libcurl begins a new measurement.
    let size = 900_000
    let server = ScriptedServer(answering: { _ in ok(isSent ? "" : String(repeating: "x", count: size)) })
    defer { server.stop() }
    let transport = CurlTransport()
    let clock = ContinuousClock()
    let content = [UInt8](repeating: 1, count: size)
    let request = isSent ? server.request(.post, "/", body: .bytes(content)) : server.request()
    for bytesPerSecond in [200_000, 450_000] {
      var options = TransportOptions()
      if isSent {
        options.maxSentBytesPerSecond = bytesPerSecond
      } else {
        options.maxReceivedBytesPerSecond = bytesPerSecond
      }
      let slow = try await clock.measure { _ = try await transport.send(request, options: options) }
      // The bytes allowed for the first second may arrive immediately.
      let least = Duration.seconds(Double(size) / Double(bytesPerSecond) - 1)
      #expect(slow > least * 0.8, "with \(bytesPerSecond) bytes per second")
    }
    // The limit does not apply to later transfers of the handle.
    var fast = Duration.seconds(1)
    for _ in 0..<10 where fast >= .seconds(1) {
      fast = try await clock.measure { _ = try await transport.send(request, options: TransportOptions()) }
    }
    #expect(fast < .seconds(1))
  }
}
