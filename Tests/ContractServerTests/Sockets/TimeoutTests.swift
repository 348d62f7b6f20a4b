import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

@Suite("Timeouts", .ownThreads, .serialized)
struct TimeoutTests {
  private func timeouts(_ change: (inout ServerTimeouts) -> Void) -> ServerTimeouts {
    var timeouts = ServerTimeouts()
    change(&timeouts)
    return timeouts
  }

  @Test("An incomplete head gets a timeout response, and the connection closes")
  func header() async throws {
    try await withEngine(.echo, timeouts: timeouts { $0.header = .milliseconds(200) }) { server in
      for start in ["G", "GET / HTTP/1.1\r\nHost: a\r\n", "\r\nGET / HTTP/1.1\r"] {
        let client = try RawClient(server.address)
        try client.send(start)
        let response = try client.response()
        #expect(response.status == 408)
        #expect(response.has("Connection: close"))
        #expect(try client.toEnd() == "")
      }
    }
  }

  @Test("The head timeout covers the whole head")
  func headerTotal() async throws {
    let folder = TemporaryFolder()
    let timeouts = timeouts {
      $0.header = .milliseconds(50)
      $0.idle = .seconds(300)
    }
    // Bytes sent through a Unix socket arrive immediately, so the server reads each chunk separately.
    try await withEngine(.echo, at: [.unix(folder.file("a.sock"))], timeouts: timeouts) { server in
      let client = try RawClient(server.address)
      try client.send("GET / HTTP/1.1\r\nHost: a\r\nX: ")
      // No chunk takes as long as 50 ms, but all chunks together take many times as long.
      var pieces = 0
      while pieces < 15_000, !client.hasInput {
        try client.send("x")
        try ListeningTests.expectAnswer(server.address)
        pieces += 1
      }
      #expect(pieces < 15_000)
      #expect(try client.response().status == 408)
    }
  }

  @Test("Empty lines do not restart the head timeout")
  func emptyLines() async throws {
    let folder = TemporaryFolder()
    let timeouts = timeouts {
      $0.header = .milliseconds(200)
      $0.idle = .seconds(300)
    }
    // Bytes sent through a Unix socket arrive immediately, so the server reads each chunk separately.
    try await withEngine(.echo, at: [.unix(folder.file("a.sock"))], timeouts: timeouts) { server in
      let client = try RawClient(server.address)
      for piece in ["\r", "\n\r", "\n"] {
        try client.send(piece)
        // The server reads the chunk before it serves this later client, so the client's response shows that it was read.
        try ListeningTests.expectAnswer(server.address)
      }
      // The connection ends, with a response if the timeout occurred in the middle of a line.
      _ = try client.toEnd()
    }
  }

  @Test("The idle timeout closes a connection without a response")
  func idle() async throws {
    try await withEngine(.echo, timeouts: timeouts { $0.idle = .milliseconds(100) }) { server in
      let silent = try RawClient(server.address)
      #expect(try silent.toEnd() == "")
      let kept = try RawClient(server.address)
      try kept.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try kept.response().status == 200)
      #expect(try kept.toEnd() == "")
    }
  }

  @Test("A body that stops arriving gets a timeout response")
  func body() async throws {
    try await withEngine(.echo, timeouts: timeouts { $0.body = .milliseconds(200) }) { server in
      let client = try RawClient(server.address)
      try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhell")
      #expect(try client.response().status == 408)
      #expect(try client.toEnd() == "")
    }
  }

  @Test("The deadline of a body follows its minimum rate")
  func rate() {
    var timing = ConnectionTiming()
    timing.begin(.content, for: 1, at: .init(nanoseconds: 1_000_000_000))
    let grace: Int64 = 5_000_000_000
    func deadline(_ count: Int, _ rate: Int64) -> LoopInstant {
      timing.start.deadline(for: count, rate: rate, grace: grace)
    }
    #expect(deadline(0, 240).nanoseconds == 6_000_000_000)
    // The deadline is exact except for the rounding of a byte's time.
    #expect(abs(deadline(240, 240).nanoseconds - 7_000_000_000) < 1000)
    #expect(deadline(.max, 240) == .distantFuture)
    #expect(deadline(1, 0) == .distantFuture)
    timing.received(3)
    timing.sent(4)
    #expect((timing.receivedBytes, timing.sentBytes) == (3, 4))
    timing.begin(.writable, for: 1, at: .init(nanoseconds: 2))
    #expect((timing.receivedBytes, timing.sentBytes) == (0, 0))
  }

  @Test("A body below its minimum rate gets a timeout response before the body timeout")
  func bodyRate() async throws {
    var limits = ServerLimits()
    limits.minBodyBytesPerSecond = 1_000_000
    let timeouts = timeouts {
      $0.rateGrace = .milliseconds(100)
      $0.body = .seconds(300)
    }
    try await withEngine(.echo, limits: limits, timeouts: timeouts) { server in
      let client = try RawClient(server.address)
      try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n0123456789")
      let response = try client.response()
      #expect(response.status == 408)
      #expect(response.has("Connection: close"))
    }
  }

  @Test("A connection whose client reads too slowly is reset")
  func responseRate() async throws {
    let big = [UInt8](repeating: 120, count: 30_000_000)
    var limits = ServerLimits()
    limits.minResponseBytesPerSecond = 1_000_000_000
    let responder = TestResponder.handling { _, _ in HTTPResponse(.ok, body: .bytes(big)) }
    let timeouts = timeouts { $0.write = .milliseconds(100) }
    try await withEngine(responder, limits: limits, timeouts: timeouts) { server in
      let client = try RawClient(server.address, receiveBuffer: 4096)
      try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      // The client never stops reading, but is far slower than a gigabyte per second.
      #expect(throws: RawClient.Failure.self) {
        for _ in 0..<(big.count / 1000) { try client.skip(1000) }
      }
      #expect(server.dropCount(.slowReader) == 1)
    }
  }

  @Test("The handler timeout cancels a handler and responds, and its late response is dropped")
  func handler() async throws {
    let cancelled = Event()
    let proceed = Event()
    let responder = TestResponder.handling(timeout: .milliseconds(100)) { _, _ in
      await waitForCancellation()
      cancelled.set()
      await proceed.wait()
      return .text("too late")
    }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let response = try client.response()
      #expect(response.status == 503)
      #expect(response.has("Connection: close"))
      await cancelled.wait()
      proceed.set()
      #expect(try client.toEnd() == "")
    }
  }

  @Test("A handler that ignores its cancellation loses its connection but does not affect the server")
  func stubbornHandler() async throws {
    let release = Event()
    let responder = TestResponder.handling(timeout: .milliseconds(100)) { head, _ in
      if head.path == "/stuck" { await release.wait() }
      return .text("here")
    }
    try await withEngine(responder) { server in
      let stuck = try RawClient(server.address)
      try stuck.send("GET /stuck HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try stuck.response().status == 503)
      let other = try RawClient(server.address)
      try other.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try other.response().body == "here")
      release.set()
    }
  }

  @Test("A connection whose client reads nothing is reset")
  func write() async throws {
    let big = [UInt8](repeating: 120, count: 30_000_000)
    let asked = Event()
    let responder = TestResponder.handling { _, _ in
      asked.set()
      return HTTPResponse(.ok, body: .bytes(big))
    }
    try await withEngine(responder, timeouts: timeouts { $0.write = .milliseconds(200) }) { server in
      let client = try RawClient(server.address, receiveBuffer: 4096)
      try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      await asked.wait()
      while server.connectionCount > 0 { await Task.yield() }
      #expect(throws: RawClient.Failure.self) { try client.skip(big.count) }
      #expect(server.dropCount(.slowReader) == 1)
    }
  }

  @Test("The linger timeout closes a connection whose client does not close")
  func linger() async throws {
    try await withEngine(.echo, timeouts: timeouts { $0.linger = .milliseconds(200) }) { server in
      let client = try RawClient(server.address)
      try client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(try client.response().status == 200)
      #expect(try client.toEnd() == "")
      while server.connectionCount > 0 { await Task.yield() }
      client.close()
    }
  }
}
