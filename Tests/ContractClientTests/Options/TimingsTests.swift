import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("Connections and timings", .timeLimit(.minutes(5)))
struct TimingsTests {
  @Test("A response reports its timings and HTTP version")
  func timings() async throws {
    let server = ScriptedServer(answering: { request in
      request.target == "/old" ? "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n" : ok("x")
    })
    defer { server.stop() }
    let transport = CurlTransport()
    let clock = ContinuousClock()
    var response = HTTPResponse(.ok)
    let whole = try await clock.measure {
      response = try await transport.send(server.request(), options: TransportOptions())
    }
    let first = try #require(response.timings)
    #expect(first.nameLookup <= first.connect && first.connect <= first.firstByte && first.firstByte <= first.total)
    #expect(first.connect > .zero && first.tls == .zero && !first.reusedConnection)
    #expect(first.total <= whole)
    #expect(response.httpVersion == .http11)
    response = try await transport.send(server.request(.get, "/old"), options: TransportOptions())
    let second = try #require(response.timings)
    #expect(second.connect == .zero && second.reusedConnection && second.total >= second.firstByte)
    #expect(response.httpVersion == .http10)
    #expect(HTTPResponse(.ok).timings == nil && HTTPResponse(.ok).httpVersion == nil)
  }

  @Test("The time to the first byte includes the server's processing time")
  func firstByte() async throws {
    let server = ScriptedServer { connection in
      _ = connection.readRequest()
      connection.wait(.milliseconds(60))
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n")
      connection.wait(.milliseconds(60))
      connection.send("x")
    }
    defer { server.stop() }
    let response = try await CurlTransport().send(server.request(), options: TransportOptions())
    let timings = try #require(response.timings)
    #expect(timings.firstByte >= .milliseconds(60))
    #expect(timings.total >= .milliseconds(120))
  }

  @Test("The number of connections stays within the total limit and the limit per host", arguments: [1, 3])
  func limits(limit: Int) async throws {
    for path in [\CurlTransport.Configuration.maxConnections, \.maxConnectionsPerHost] {
      let open = Lock<(now: Int, most: Int)>((0, 0))
      let server = ScriptedServer { connection in
        open.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        while let request = connection.readRequest() { connection.send(ok(request.target)) }
        open.withLock { $0.now -= 1 }
      }
      defer { server.stop() }
      var configuration = CurlTransport.Configuration()
      configuration[keyPath: path] = limit
      let transport = CurlTransport(configuration)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<50 {
          let request = server.request(.get, "/\(number)")
          group.addTask {
            let response = try await transport.send(request, options: TransportOptions())
            #expect(response.text == "/\(number)")
          }
        }
        try await group.waitForAll()
      }
      #expect(open.withLock { $0.most } <= limit)
    }
  }

  @Test("A connection is replaced after its maximum age or idle time")
  func ages() async throws {
    let server = ScriptedServer(answering: { _ in ok("x") })
    defer { server.stop() }
    var young = CurlTransport.Configuration()
    young.maxConnectionAge = .seconds(1)
    var restless = CurlTransport.Configuration()
    restless.idleConnectionTimeout = .seconds(1)
    let clock = ContinuousClock()
    for (configuration, pause) in [(young, Duration.milliseconds(100)), (restless, .milliseconds(2_100))] {
      let transport = CurlTransport(configuration)
      let start = clock.now
      var wasReplaced = false
      _ = try await transport.send(server.request(), options: TransportOptions())
      while !wasReplaced, clock.now - start < .seconds(60) {
        try await Task.sleep(for: pause)
        let response = try await transport.send(server.request(), options: TransportOptions())
        wasReplaced = response.timings?.reusedConnection == false
      }
      #expect(wasReplaced)
      #expect(clock.now - start >= .seconds(1))
    }
  }
}
