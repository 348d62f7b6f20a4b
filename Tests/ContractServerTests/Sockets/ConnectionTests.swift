import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("Connections", .ownThreads, .serialized)
struct ConnectionTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test("A connection serves many requests in sequence")
  func keepAlive() async throws {
    try await withEngine(.echo) { server in
      let client = try RawClient(server.address)
      for index in 0..<50 {
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n\(1000 + index)")
        let response = try client.response()
        #expect(response.status == 200)
        #expect(response.body == "\(1000 + index)")
        #expect(!response.head.contains("Connection:"))
        #expect(response.head.contains("\r\nDate: "))
      }
    }
  }

  @Test("Pipelined requests get their responses in order, whether handlers suspend or not")
  func pipelining() async throws {
    let responder = TestResponder.handling { head, content in
      if head.path.hasSuffix("3") { for _ in 0..<5 { await Task.yield() } }
      return .text(head.path)
    }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      let count = 2000
      try client.send((0..<count).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
      for index in 0..<count { #expect(try client.response().body == "/\(index)") }
    }
  }

  @Test("Pipelined requests that need no handler let other connections proceed")
  func turns() async throws {
    let mayRespond = Gate()
    let counts = Lock((now: 0, most: 0))
    let responder = TestResponder(
      decide: { head in
        if head.path == "/first" { return .collect(upTo: 0) }
        let isFirst = counts.withLock { counts in
          counts.now += 1
          counts.most = max(counts.most, counts.now)
          return counts.now == 1
        }
        if isFirst { ContractLoop.current?.execute { counts.withLock { $0.now = 0 } } }
        return .respond(.text("a"))
      },
      handler: { _, _ in
        await mayRespond.wait()
        return .text("first")
      })
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      let count = 2000
      try client.send("GET /first HTTP/1.1\r\nHost: a\r\n\r\n" + String(repeating: Self.get, count: count))
      // All requests were sent before the first response, so many of them wait when the server continues to read.
      mayRespond.open()
      #expect(try client.response().body == "first")
      for _ in 0..<count { #expect(try client.response().body == "a") }
    }
    // One iteration may process the connection twice: for an event, and to continue earlier work.
    #expect(counts.withLock { $0.most } <= 2 * EngineSettings.maxRequestsPerTurn)
  }

  @Test("100 (Continue) is sent only for an admitted request")
  func expectContinue() async throws {
    let responder = TestResponder { head in
      if head.path == "/no" { return .respond(.text("no", status: 401)) }
      return .collect(upTo: 10)
    }
    try await withEngine(responder) { server in
      let head = { (path: String, count: Int) in
        "POST \(path) HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: \(count)\r\n\r\n"
      }
      let wanted = try RawClient(server.address)
      try wanted.send(head("/", 5))
      #expect(try wanted.response().status == 100)
      try wanted.send("hello")
      #expect(try wanted.response().body == "hello")

      for (path, count, status) in [("/no", 5, 401), ("/", 11, 413)] {
        let refused = try RawClient(server.address)
        try refused.send(head(path, count))
        let response = try refused.response()
        #expect(response.status == status)
        #expect(response.has("Connection: close"))
        #expect(try refused.toEnd() == "")
      }
    }
  }

  @Test("After a response that precedes the body, a connection stays open for a short body and closes for a long one")
  func earlyAnswers() async throws {
    try await withEngine(TestResponder { _ in .respond(.text("no", status: 403)) }) { server in
      let kept = try RawClient(server.address)
      try kept.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello\(Self.get)")
      #expect(try kept.response().status == 403)
      #expect(try kept.response().status == 403)

      let closed = try RawClient(server.address)
      try closed.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
      #expect(try closed.response().has("Connection: close"))
      // The client may still be sending, and can read the response without a reset.
      try closed.send(String(repeating: "x", count: 500_000))
      #expect(try closed.toEnd() == "")
    }
  }

  @Test("A client that has finished sending gets its response, and the connection closes")
  func halfClose() async throws {
    let gate = Event()
    let responder = TestResponder.handling { head, _ in
      if head.path == "/slow" { await gate.wait() }
      return .text(Task.isCancelled ? "cancelled" : head.path)
    }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      try client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n\(Self.get)")
      try client.finishSending()
      // After the half-close, the server sends an interim response to find out whether the client is still connected.
      #expect(try client.response().status == 100)
      gate.set()
      #expect(try client.response().body == "/slow")
      #expect(try client.response().body == "/")
      #expect(try client.toEnd() == "")
    }
  }

  @Test("A handler is cancelled when its client resets the connection")
  func reset() async throws {
    let started = Event()
    let cancelled = Event()
    let responder = TestResponder.handling { _, _ in
      started.set()
      await waitForCancellation()
      cancelled.set()
      return .text("too late")
    }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      try client.send(Self.get)
      await started.wait()
      try client.reset()
      await cancelled.wait()
    }
  }

  @Test("A handler is cancelled when its client closes the connection, but not when the client only finishes sending")
  func clientCloses() async throws {
    let started = Event()
    let cancelled = Event()
    let responder = TestResponder.handling { _, _ in
      started.set()
      await waitForCancellation()
      cancelled.set()
      return .text("too late")
    }
    try await withEngine(responder) { server in
      // The first client closes before its handler starts, and the second client after its handler has started.
      let quick = try RawClient(server.address)
      try quick.send(Self.get)
      quick.close()
      await cancelled.wait()
      let slow = try RawClient(server.address)
      try slow.send(Self.get)
      await started.wait()
      slow.close()
      while server.connectionCount > 0 { await Task.yield() }
    }
  }

  @Test("A response that must not have a body is sent without one")
  func bareAnswers() async throws {
    let responder = TestResponder.handling { head, _ in
      switch head.path {
      case "/204": HTTPResponse(.noContent, body: .bytes([65]))
      case "/304": HTTPResponse(304, body: .bytes([65]))
      case "/100": HTTPResponse(103)
      default: .text("content")
      }
    }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      for (method, path, status) in [("GET", "/204", 204), ("GET", "/304", 304), ("HEAD", "/", 200), ("GET", "/", 200)]
      {
        try client.send("\(method) \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        let response = try client.response(to: method)
        #expect(response.status == status)
        #expect(response.has("Content-Length: 7") == (path == "/"))
        #expect(!response.head.contains("Transfer-Encoding"))
      }
      try client.send("GET /100 HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response().status == 500)
    }
  }

  @Test("An HTTP/1.0 client gets an HTTP/1.0 response")
  func version10() async throws {
    try await withEngine(.echo) { server in
      let kept = try RawClient(server.address)
      for _ in 0..<2 {
        try kept.send("GET /a HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
        let response = try kept.response()
        #expect(response.body == "/a")
        #expect(response.has("Connection: keep-alive"))
      }
      let closed = try RawClient(server.address)
      try closed.send("GET /a HTTP/1.0\r\n\r\n")
      #expect(try closed.toEnd().hasSuffix("Connection: close\r\n\r\n/a"))
    }
  }

  @Test("A connection closes after the response to a malformed request")
  func malformed() async throws {
    try await withEngine(.echo) { server in
      let client = try RawClient(server.address)
      try client.send("\(Self.get)GET /\u{1} HTTP/1.1\r\nHost: a\r\n\r\n\(Self.get)")
      #expect(try client.response().status == 200)
      let refusal = try client.response()
      #expect(refusal.status == 400)
      #expect(refusal.has("Connection: close"))
      #expect(refusal.body == "the request head contains a control character")
      #expect(try client.toEnd() == "")
    }
  }

  @Test("A body is read in chunks of any size, up to the endpoint's limit")
  func content() async throws {
    let responder = TestResponder.handling(maxBodyBytes: 200_000) { _, content in .text("\(content.count)") }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      let text = String(repeating: "x", count: 200_000)
      try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n\(text)")
      #expect(try client.response().body == "200000")
      try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n30d40\r\n\(text)\r\n0\r\n\r\n")
      #expect(try client.response().body == "200000")
      try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n30d41\r\n\(text)x\r\n0\r\n\r\n")
      #expect(try client.response().status == 413)
      #expect(try client.toEnd() == "")
    }
  }
}
