import ContractHTTP
import ContractTestSupport
import Testing

@testable import ContractSockets

@Suite("Clients that finish sending before their bodies are read", .ownThreads, .serialized, .timeLimit(.minutes(5)))
struct UnreadBodyTests {
  private static func post(_ rest: String) -> String { "POST /a HTTP/1.1\r\nHost: a\r\n\(rest)" }

  @Test(
    "A handler that stops reading its body is cancelled when its client closes the connection", arguments: [0, 1],
    [
      "Content-Length: 5\r\n\r\nabc", "Content-Length: 3\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
      "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    ])
  func closes(reads: Int, rest: String) async throws {
    let (started, cancelled) = (Event(), Event())
    let responder = TestResponder.streaming { body in
      if case .stream(let stream) = body { for _ in 0..<reads { _ = try? await stream.next() } }
      started.set()
      await waitForCancellation()
      cancelled.set()
      return .text("too late")
    }
    var timeouts = ServerTimeouts()
    timeouts.departure = .milliseconds(20)
    timeouts.handler = nil
    try await withEngine(responder, timeouts: timeouts) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post(rest))
      await started.wait()
      client.close()
      await cancelled.wait()
      while server.connectionCount > 0 { await Task.yield() }
    }
  }

  @Test(
    "A client that has sent its whole body and finished sending gets the response of a handler that reads the body later",
    arguments: ["Content-Length: 3\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"])
  func finishes(rest: String) async throws {
    let mayRead = Event()
    let responder = TestResponder.streaming { body in
      await mayRead.wait()
      let bytes = try? await body.collect(upTo: 100)
      return .text("\(bytes?.count ?? -1)")
    }
    var timeouts = ServerTimeouts()
    timeouts.departure = .milliseconds(20)
    try await withEngine(responder, timeouts: timeouts) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post(rest))
      try client.finishSending()
      // The interim response finds out whether the client is still connected.
      #expect(try client.response().status == 100)
      mayRead.set()
      let response = try client.response()
      #expect(response.status == 200 && response.body == "3")
      #expect(try client.toEnd() == "")
    }
  }

  @Test("A handler can read the bytes that its client sent before it closed the connection")
  func reads() async throws {
    let (hasRead, mayRead, ended) = (Event(), Event(), Event())
    let count = Lock(0)
    let responder = TestResponder.streaming { body in
      guard case .stream(let stream) = body else { return .text("no body") }
      while let chunk = try? await stream.next() {
        count.withLock { $0 += chunk.count }
        hasRead.set()
        await mayRead.wait()
      }
      ended.set()
      return .text("read")
    }
    var timeouts = ServerTimeouts()
    timeouts.departure = .seconds(3600)
    try await withEngine(responder, timeouts: timeouts) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post("Content-Length: 6\r\n\r\nabc"))
      await hasRead.wait()
      try client.send("def")
      client.close()
      // After the first response the loop has noticed the end, and after the second one it would have noticed a reset.
      let other = try RawClient(server.address)
      for _ in 0..<2 {
        try other.send("GET /b HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try other.response().body == "no body")
      }
      mayRead.set()
      await ended.wait()
    }
    #expect(count.withLock { $0 } == 6)
  }
}
