import Contract
import ContractClient
import ContractHTTP
import Testing

/// A kept connection that closes with a request on it: it is unknown whether the server has seen the request.
@Suite("Resending requests on closed connections", .timeLimit(.minutes(5)))
struct RepetitionTests {
  /// Responds to the first request of its first connection, closes after reading the second one without a response, and
  /// responds to everything on later connections. Records requests.
  private static func forgetful(_ arrived: Lock<[String]>, resets: Bool = false) -> ScriptedServer {
    let connections = EventCounter()
    return ScriptedServer { connection in
      let isFirst = connections.add() == 1
      var count = 0
      while let request = connection.readRequest() {
        count += 1
        arrived.withLock { $0.append("\(request.line.prefix { $0 != " " })\(request.content.count)") }
        if isFirst, count == 2 {
          if resets { connection.reset() }
          return
        }
        connection.send(ok("answer"))
      }
    }
  }

  private static func stream(_ bytes: [UInt8]) -> HTTPBody {
    let parts = Lock<[[UInt8]]>([bytes])
    return .stream(ByteStream { parts.withLock { $0.popLast() } })
  }

  private func second(
    _ method: HTTPMethod, _ body: HTTPBody = .empty, _ repetition: TransportOptions.Repetition, resets: Bool = false
  ) async throws -> (code: ClientError.Code?, arrived: [String]) {
    let arrived = Lock<[String]>([])
    let server = Self.forgetful(arrived, resets: resets)
    defer { server.stop() }
    let transport = CurlTransport()
    _ = try await transport.send(server.request(), options: TransportOptions())
    var options = TransportOptions()
    options.repetition = repetition
    let code = await clientErrorCode {
      try await transport.send(server.request(method, "/", body: body), options: options)
    }
    // Whatever the result, the next call succeeds.
    _ = try await transport.send(server.request(.get, "/"), options: TransportOptions())
    return (code, Array(arrived.withLock { $0 }.dropFirst().dropLast()))
  }

  @Test(
    "A non-idempotent request lost on a kept connection is not resent, and the call fails", arguments: [false, true])
  func once(resets: Bool) async throws {
    let large = [UInt8](repeating: 1, count: 100_000)
    let rows: [(HTTPMethod, HTTPBody, String)] = [
      (.post, .bytes([1, 2]), "POST2"), (.post, .empty, "POST0"), (.patch, .bytes([1]), "PATCH1"),
      (HTTPMethod("CHARGE")!, .empty, "CHARGE0"), (.post, .bytes(large), "POST100000"),
    ]
    for (method, body, arrival) in rows {
      let (code, arrived) = try await second(method, body, .idempotent, resets: resets)
      #expect(code == .lostConnection)
      #expect(arrived == [arrival])
    }
  }

  @Test("A request whose server disappears is reported as lost, not as unsent", arguments: [false, true])
  func serverIsGone(resets: Bool) async throws {
    let arrived = Lock<[String]>([])
    let itself = Lock<ScriptedServer?>(nil)
    let server = ScriptedServer { connection in
      while let request = connection.readRequest() {
        let count = arrived.withLock { arrived in
          arrived.append(String(request.line.prefix { $0 != " " }))
          return arrived.count
        }
        if count == 2 {
          itself.withLock { $0 }?.stopListening()
          if resets { connection.reset() }
          return
        }
        connection.send(ok("answer"))
      }
    }
    itself.withLock { $0 = server }
    defer {
      itself.withLock { $0 = nil }
      server.stop()
    }
    let clock = TestClock()
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).clock(clock).retry().waitForConnection()
    try await client.get()
    let error = await #expect(throws: ClientError.self) { try await client.post() }
    #expect(error?.code == .lostConnection && error?.stage == .exchange)
    #expect(arrived.withLock { $0 } == ["GET", "POST"] && clock.slept.isEmpty)
  }

  @Test(
    "An idempotent request lost on a kept connection is resent",
    arguments: [HTTPMethod.get, .put, .delete, .head, .options])
  func again(method: HTTPMethod) async throws {
    let (code, arrived) = try await second(method, .idempotent)
    #expect(code == nil)
    #expect(arrived == ["\(method)0", "\(method)0"])
  }

  private func second(
    _ method: HTTPMethod, _ repetition: TransportOptions.Repetition
  ) async throws -> (code: ClientError.Code?, arrived: [String]) {
    try await second(method, .empty, repetition)
  }

  @Test("A call can force or forbid resending")
  func chosen() async throws {
    #expect(try await second(.post, .bytes([7]), .always).arrived == ["POST1", "POST1"])
    let (code, arrived) = try await second(.get, .never)
    #expect(code == .lostConnection)
    #expect(arrived == ["GET0"])
  }

  @Test("A request with a one-shot stream is not resent")
  func stream() async throws {
    let (code, arrived) = try await second(.put, Self.stream([1, 2, 3]), .always)
    #expect(code == .lostConnection)
    #expect(arrived == ["PUT3"])
  }

  @Test("A connection closed while idle is replaced for every method")
  func idle() async throws {
    let closed = Signal()
    let server = ScriptedServer { connection in
      guard connection.readRequest() != nil else { return }
      connection.send(ok("answer"))
      connection.close()
      closed.raise()
    }
    defer { server.stop() }
    let transport = CurlTransport()
    for method in [HTTPMethod.post, .patch, .post, .get, .post] {
      let response = try await transport.send(server.request(method), options: TransportOptions())
      #expect(response.text == "answer")
      await closed.wait()
    }
    #expect(server.acceptedCount == 5)
  }

  @Test("A request with a refused expectation is resent without it, whatever its method")
  func refusedExpectation() async throws {
    let expectations = Lock<[String?]>([])
    let server = ScriptedServer { connection in
      while let head = connection.readHead() {
        expectations.withLock { $0.append(head.field("expect")) }
        if head.field("expect") != nil {
          connection.send("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n")
        } else {
          guard let length = head.field("content-length").flatMap(Int.init), connection.read(length) != nil else {
            return
          }
          connection.send(ok("stored"))
        }
      }
    }
    defer { server.stop() }
    let request = server.request(
      .post, "/", fields: ["Expect": "100-continue"], body: .bytes([UInt8](repeating: 1, count: 100_000)))
    let response = try await CurlTransport().send(request, options: TransportOptions())
    #expect(response.text == "stored")
    #expect(expectations.withLock { $0 } == ["100-continue", nil])
  }

  @Test("A server that also refuses the request without the expectation gets the request twice")
  func permanentRefusal() async throws {
    let heads = EventCounter()
    let server = ScriptedServer { connection in
      while let head = connection.readHead() {
        heads.add()
        if head.field("expect") == nil, let length = head.field("content-length").flatMap(Int.init) {
          guard connection.read(length) != nil else { return }
        }
        connection.send("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\n\r\nno")
      }
    }
    defer { server.stop() }
    let request = server.request(.post, "/", fields: ["Expect": "100-continue"], body: .bytes([1, 2, 3]))
    let response = try await CurlTransport().send(request, options: TransportOptions())
    #expect(response.status == .expectationFailed)
    #expect(response.text == "no")
    #expect(heads.count == 2)
  }

  @Test("The response to a resent request contains nothing of the 417 before it", arguments: [false, true])
  func refusalLeavesNothing(isStreamed: Bool) async throws {
    let refusals = [
      "Transfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n", "Content-Length: 2\r\n\r\nno",
      "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nno",
    ]
    for refusal in refusals {
      let heads = EventCounter()
      let server = ScriptedServer { connection in
        while let head = connection.readHead() {
          if heads.add() == 1 {
            connection.send("HTTP/1.1 417 Expectation Failed\r\n\(refusal)")
          } else {
            connection.send("HTTP/1.1 100 Continue\r\n\r\n")
            guard let length = head.field("content-length").flatMap(Int.init), connection.read(length) != nil else {
              return
            }
            connection.send(ok("stored"))
          }
        }
      }
      defer { server.stop() }
      let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).header("Expect", "100-continue")
        .body(bytes: [UInt8](repeating: 1, count: 100_000)).post
      let text =
        isStreamed ? try await client.stream().bytes.collect(upTo: 100) : try await client.call(.http, as: .bytes)
      #expect(text == Array("stored".utf8))
      #expect(heads.count == 2)
    }
  }

  @Test("A 417 after the whole body was sent is the response", arguments: ["no", ""])
  func lateRefusal(content: String) async throws {
    let server = ScriptedServer { connection in
      guard let head = connection.readHead() else { return }
      connection.send("HTTP/1.1 100 Continue\r\n\r\n")
      guard let length = head.field("content-length").flatMap(Int.init), connection.read(length) != nil else { return }
      connection.send("HTTP/1.1 417 Expectation Failed\r\nContent-Length: \(content.utf8.count)\r\n\r\n\(content)")
      connection.waitForClose()
    }
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).header("Expect", "100-continue")
      .body(bytes: [UInt8](repeating: 1, count: 100_000)).post.validator(.always)
    let response = try await client.stream()
    #expect(response.status == .expectationFailed)
    #expect(try await response.bytes.collect(upTo: 100) == Array(content.utf8))
  }
}
