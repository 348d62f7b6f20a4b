import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("Timeouts", .timeLimit(.minutes(5)))
struct TimeoutTests {
  @Test(
    "A call ends with a timeout error, wherever the server stops responding",
    arguments: [
      "", "HTTP/1.1 20", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
      "HTTP/1.1 100 Continue\r\n\r\n",
    ])
  func total(sent: String) async throws {
    try await ScriptedServer.with({ connection in
      _ = connection.readRequest()
      connection.send(sent)
      connection.waitForClose()
    }) { server in
      let start = ContinuousClock.now
      let code = await clientErrorCode {
        try await CurlTransport().send(server.request(), options: TransportOptions(timeout: .milliseconds(80)))
      }
      #expect(code == .timeout)
      #expect(ContinuousClock.now - start >= .milliseconds(80))
    }
  }

  @Test("Each concurrent call ends at its own timeout, not at that of another call")
  func several() async throws {
    try await ScriptedServer.with({ connection in
      while let request = connection.readRequest() {
        guard request.target == "/answered" else { return connection.waitForClose() }
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }) { server in
      let transport = CurlTransport()
      // This call has the earliest deadline of all calls, and ends long before it.
      _ = try await transport.send(
        server.request(.get, "/answered"), options: TransportOptions(timeout: .milliseconds(60)))
      // The other calls must not wait for the call with 30 seconds, whichever call begins first.
      let limits = [30_000, 100, 200, 100].map { Duration.milliseconds($0) }
      let ended = await withTaskGroup(
        of: (limit: Duration, time: Duration?).self, returning: [(limit: Duration, time: Duration?)].self
      ) { group in
        for limit in limits {
          group.addTask {
            let start = ContinuousClock.now
            let code = await clientErrorCode {
              try await transport.send(server.request(), options: TransportOptions(timeout: limit))
            }
            return (limit, code == .timeout ? ContinuousClock.now - start : nil)
          }
        }
        var ended: [(limit: Duration, time: Duration?)] = []
        while ended.count < limits.count - 1, let next = await group.next() { ended.append(next) }
        group.cancelAll()
        return ended
      }
      #expect(
        ended.map(\.limit).sorted() == limits.dropFirst().sorted(),
        "a call ended after the call with the longest timeout")
      for call in ended {
        let time = try #require(call.time, "the call with \(call.limit) did not end with a timeout")
        #expect(time >= call.limit)
      }
      _ = try await transport.send(server.request(.get, "/answered"), options: TransportOptions())
    }
  }

  @Test("The timeout covers all redirects together")
  func redirects() async throws {
    let server = ScriptedServer(answering: { _ in
      "HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n"
    })
    defer { server.stop() }
    let options = TransportOptions(timeout: .milliseconds(100), redirects: .follow(max: .max))
    #expect(await clientErrorCode { try await CurlTransport().send(server.request(), options: options) } == .timeout)
  }

  @Test("A redirect is followed even if the upload before it outlasted the timeout", arguments: [303, 307])
  func redirectedUpload(status: Int) async throws {
    let server = ScriptedServer(answering: { request in
      guard request.target == "/from" else { return ok("\(request.line) \(request.content.count)") }
      return "HTTP/1.1 \(status) Redirect\r\nLocation: /to\r\nContent-Length: 0\r\n\r\n"
    })
    defer { server.stop() }
    var options = TransportOptions(timeout: .seconds(1))
    options.waitsForUpload = true
    let timeout = options.timeout
    let isFirst = Lock(true)
    let body = ByteStream(replaying: {
      let chunks = Lock<[[UInt8]]>([[1]])
      return {
        let isFirst = isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst
        }
        // After this sleep, the deadline of the call has passed.
        if isFirst { try await Task.sleep(for: timeout) }
        return chunks.withLock { $0.popLast() }
      }
    })
    let response = try await CurlTransport().send(
      server.request(.post, "/from", body: .stream(body)), options: options)
    #expect(response.text == (status == 303 ? "GET /to HTTP/1.1 0" : "POST /to HTTP/1.1 1"))
  }

  @Test(
    "A fluent call excludes the upload from its timeout only if the body is streamed",
    arguments: [
      ("stream", true), ("replayable stream", true), ("pieces", true), ("bytes", false), ("JSON", false),
      ("none", false),
    ])
  func fluentUpload(body: String, isStreamed: Bool) async throws {
    let transport = AnsweringTransport(HTTPResponse(.ok))
    let client = APIClient(transport)
    let sending =
      switch body {
      case "stream": client.body(stream: ByteStream { nil })
      case "replayable stream": client.body(stream: ByteStream([1]))
      case "pieces": client.body(pieces: AsyncStream<[UInt8]> { $0.finish() }, length: 0)
      case "bytes": client.body(bytes: [1])
      case "JSON": client.body(["a": 1])
      default: client
      }
    // The second client makes its calls through the step for retries.
    for client in [sending, sending.retry(limit: 1)] { _ = try await client.put.response() }
    #expect(transport.sent.map(\.options.waitsForUpload) == [isStreamed, isStreamed])
  }

  @Test("The timeout covers the wait for a free connection")
  func waiting() async throws {
    try await ScriptedServer.with({ $0.waitForClose() }) { server in
      var configuration = CurlTransport.Configuration()
      configuration.maxConnectionsPerHost = 1
      let transport = CurlTransport(configuration)
      let codes = await withTaskGroup(of: ClientError.Code?.self, returning: [ClientError.Code?].self) { group in
        for _ in 0..<5 {
          group.addTask {
            await clientErrorCode {
              try await transport.send(server.request(), options: TransportOptions(timeout: .milliseconds(100)))
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(codes == Array(repeating: .timeout, count: 5))
    }
  }

  @Test("A connection not established in time is a timeout of the connect stage")
  func connect() async throws {
    // The listener has a backlog of 0 and never accepts: once the backlog is full, the kernel responds to no more connection
    // requests.
    let listener = try SilentListener()
    defer { listener.close() }
    var configuration = CurlTransport.Configuration()
    configuration.connectTimeout = .milliseconds(80)
    let transport = CurlTransport(configuration)
    do {
      _ = try await transport.send(listener.request, options: TransportOptions())
      Issue.record("expected a connect timeout")
    } catch let error as ClientError {
      #expect(error.code == .timeout)
      #expect(error.stage == .connect)
      #expect(error.curlCode == 28)
    }
  }

  @Test("A response slower than the low-speed limit ends with a timeout")
  func lowSpeed() async throws {
    try await ScriptedServer.with({ connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
      connection.waitForClose()
    }) { server in
      var configuration = CurlTransport.Configuration()
      configuration.lowSpeedLimit = .init(bytesPerSecond: 1_000, for: .seconds(1))
      let transport = CurlTransport(configuration)
      do {
        _ = try await transport.send(server.request(), options: TransportOptions())
        Issue.record("expected a timeout")
      } catch let error as ClientError {
        #expect(error.code == .timeout)
        #expect(error.stage == .exchange)
      }
    }
  }

  @Test("A refused connection fails with noConnection, and an unknown name with unresolvedHost")
  func nobodyThere() async throws {
    let place = try RefusingPort()
    let transport = CurlTransport()
    #expect(await clientErrorCode { try await transport.send(place.request, options: .init()) } == .noConnection)
    withExtendedLifetime(place) {}
    // A label of 64 letters is invalid, which the resolver detects without a query.
    let name = String(repeating: "a", count: 64) + ".invalid"
    let nobody = HTTPRequest(.get, "/", scheme: "http", authority: name)
    #expect(await clientErrorCode { try await transport.send(nobody, options: .init()) } == .unresolvedHost)
  }
}
