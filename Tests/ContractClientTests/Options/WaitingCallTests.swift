import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("Calls that wait for a connection", .timeLimit(.minutes(2)))
struct WaitingCallTests {
  private static func options(_ started: Signal? = nil) -> TransportOptions {
    var options = TransportOptions(timeout: .seconds(30))
    // The first report follows the first attempt to find a connection.
    if let started { options.progress.append(ProgressHandler { _ in started.raise() }) }
    return options
  }

  @Test("Calls that wait for a host that does not respond do not delay calls to other hosts")
  func otherHost() async throws {
    let (hasArrived, hasStarted, mayRespond) = (Signal(), Signal(), Gate())
    let silent = ScriptedServer { connection in
      _ = connection.readRequest()
      hasArrived.raise()
      connection.waitForClose()
    }
    let other = ScriptedServer { connection in
      while let request = connection.readRequest() {
        if request.target == "/first" {
          hasArrived.raise()
          mayRespond.wait()
          connection.wait(.milliseconds(60))
        }
        guard connection.send(ok(request.target)) else { return }
      }
    }
    var configuration = CurlTransport.Configuration()
    configuration.maxConnectionsPerHost = 1
    let transport = CurlTransport(configuration)
    var calls = [Task { try await transport.send(silent.request(), options: Self.options()).text }]
    defer {
      mayRespond.open()
      for call in calls { call.cancel() }
      silent.stop()
      other.stop()
    }
    await hasArrived.wait()
    let first = Task { try await transport.send(other.request(.get, "/first"), options: Self.options()).text }
    await hasArrived.wait()
    for _ in 0..<5 {
      calls.append(Task { try await transport.send(silent.request(), options: Self.options(hasStarted)).text })
      await hasStarted.wait()
    }
    let second = Task { try await transport.send(other.request(.get, "/second"), options: Self.options(hasStarted)) }
    await hasStarted.wait()
    mayRespond.open()
    #expect(try await first.value == "/first")
    let response = try await second.value
    #expect(response.text == "/second")
    #expect(other.acceptedCount == 1)
    // The timings include the wait for the connection.
    let timings = try #require(response.timings)
    #expect(timings.firstByte >= .milliseconds(60) && timings.total >= timings.firstByte)
  }

  @Test("The time in which a call waits for a free connection does not count toward the connect timeout")
  func connectTimeout() async throws {
    let (hasArrived, hasStarted, mayRespond) = (Signal(), Signal(), Gate())
    let server = ScriptedServer { connection in
      while let request = connection.readRequest() {
        if request.target == "/first" {
          hasArrived.raise()
          mayRespond.wait()
        }
        guard connection.send(ok(request.target)) else { return }
      }
    }
    defer {
      mayRespond.open()
      server.stop()
    }
    var configuration = CurlTransport.Configuration()
    configuration.maxConnectionsPerHost = 1
    configuration.connectTimeout = .milliseconds(300)
    let transport = CurlTransport(configuration)
    let first = Task { try await transport.send(server.request(.get, "/first"), options: Self.options()).text }
    await hasArrived.wait()
    let second = Task {
      try await transport.send(server.request(.get, "/second"), options: Self.options(hasStarted)).text
    }
    await hasStarted.wait()
    // This call ends after the connect timeout of the call before it.
    let waited = await clientErrorCode {
      try await transport.send(server.request(), options: TransportOptions(timeout: .milliseconds(900)))
    }
    #expect(waited == .timeout)
    mayRespond.open()
    #expect(try await first.value == "/first")
    #expect(try await second.value == "/second")
  }

  @Test("Calls that wait for one host all start, in any number")
  func oneHost() async throws {
    let (hasArrived, hasStarted, mayRespond) = (Signal(), Signal(), Gate())
    let server = ScriptedServer { connection in
      while let request = connection.readRequest() {
        if request.target == "/0" {
          hasArrived.raise()
          mayRespond.wait()
        }
        guard connection.send(ok(request.target)) else { return }
      }
    }
    defer {
      mayRespond.open()
      server.stop()
    }
    var configuration = CurlTransport.Configuration()
    configuration.maxConnectionsPerHost = 1
    let transport = CurlTransport(configuration)
    var calls: [Task<String, any Error>] = []
    for number in 0..<40 {
      calls.append(
        Task {
          let options = Self.options(number == 0 ? nil : hasStarted)
          return try await transport.send(server.request(.get, "/\(number)"), options: options).text
        })
      if number == 0 { await hasArrived.wait() } else { await hasStarted.wait() }
    }
    // A cancelled call leaves its place in the queue.
    calls[1].cancel()
    mayRespond.open()
    for (number, call) in calls.enumerated() where number != 1 { #expect(try await call.value == "/\(number)") }
  }
}
