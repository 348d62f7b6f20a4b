import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractSockets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension TestResponder {
  /// A responder that echoes the body while it arrives.
  fileprivate static let streamedEcho = streaming { HTTPResponse(.ok, body: $0) }

  /// Reads all of the content and responds with its length.
  fileprivate static func counting(upTo maxBytes: Int? = nil, failed: Event = Event()) -> TestResponder {
    streaming(upTo: maxBytes) { body in
      var count = 0
      do {
        if case .stream(let stream) = body {
          while let piece = try await stream.next() { count += piece.count }
        }
      } catch {
        failed.set()
      }
      return .text("\(count)")
    }
  }
}

@Suite("Bodies that a handler reads as they arrive", .ownThreads, .serialized)
struct StreamedContentTests {
  private static func post(_ fields: String, _ content: String = "") -> String {
    "POST /a HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(content)"
  }

  @Test("An echo of 1 GiB has a bounded number of bytes in transit")
  func echo() async throws {
    try await withEngine(.streamedEcho) { server in
      let total = 1 << 30
      let socket = try Syscalls.streamSocket(for: server.address)
      try Syscalls.setNonBlocking(socket.raw, .blocking)
      _ = try Syscalls.connect(socket.raw, to: server.address)
      try Syscalls.setNonBlocking(socket.raw)
      let result = EchoClient.run(socket.raw, Self.post("Content-Length: \(total)"), total: total)
      #expect(result.received == total && result.isSame)
      // Only the bytes in the buffers of two sockets are in transit, and few more.
      #expect(result.mostUnderWay < 48 << 20, "\(result.mostUnderWay)")
    }
  }

  @Test("A connection stays open after a body that was read to its end", arguments: [1, 7, 100_000])
  func goesOn(length: Int) async throws {
    try await withEngine(.counting()) { server in
      let client = try RawClient(server.address)
      let content = String(repeating: "x", count: length)
      let chunked = "\(String(length, radix: 16))\r\n\(content)\r\n0\r\n\r\n"
      try client.send(Self.post("Content-Length: \(length)", content))
      try client.send(Self.post("Transfer-Encoding: chunked", chunked))
      try client.send(Self.post("Content-Length: 0"))
      for expected in ["\(length)", "\(length)", "0"] { #expect(try client.response().body == expected) }
    }
  }

  @Test(
    "A body over the limit is refused with 413, with or without Content-Length, and the refusal has the request head")
  func overLimit() async throws {
    let failed = Event()
    try await withEngine(.counting(upTo: 10, failed: failed)) { server in
      let announced = try RawClient(server.address)
      try announced.send(Self.post("Content-Length: 11"))
      let first = try announced.response()
      #expect(first.status == 413 && first.has("X-Path: /a"))
      #expect(!failed.isSet)
      let chunked = try RawClient(server.address)
      try chunked.send(Self.post("Transfer-Encoding: chunked", "8\r\n12345678\r\n"))
      try chunked.send("8\r\n12345678\r\n")
      let second = try chunked.response()
      #expect(second.status == 413 && second.has("X-Path: /a") && second.has("Connection: close"))
      await failed.wait()
    }
  }

  @Test(
    "An unknown expectation is refused before a streamed body arrives",
    arguments: ["Content-Length: 3", "Transfer-Encoding: chunked"])
  func unknownExpectation(framing: String) async throws {
    try await withEngine(.counting()) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post("\(framing)\r\nExpect: 42-answers"))
      #expect(try client.response().status == 417)
    }
  }

  @Test("A client that waits for 100 gets it when the handler begins to read")
  func expectation() async throws {
    try await withEngine(.counting()) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post("Content-Length: 3\r\nExpect: 100-continue"))
      #expect(try client.response().status == 100)
      try client.send("abc")
      #expect(try client.response().body == "3")
    }
    let refusing = TestResponder.streaming { _ in .text("no", status: 403) }
    try await withEngine(refusing) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post("Content-Length: 3\r\nExpect: 100-continue"))
      let response = try client.response()
      #expect(response.status == 403 && response.has("Connection: close"))
    }
  }

  @Test(
    "A client that waits for 100 gets it before a response that is streamed while its handler reads the body",
    arguments: ["Content-Length: 3", "Transfer-Encoding: chunked"])
  func expectationOfEcho(framing: String) async throws {
    try await withEngine(.streamedEcho) { server in
      let client = try RawClient(server.address)
      for _ in 0..<2 {
        try client.send(Self.post("\(framing)\r\nExpect: 100-continue"))
        let interim = try client.response()
        try #require(interim.status == 100)
        try client.send(framing.hasPrefix("C") ? "abc" : "3\r\nabc\r\n0\r\n\r\n")
        let response = try client.response()
        #expect(response.status == 200 && response.body == "abc" && !response.has("Connection: close"))
      }
    }
  }

  @Test("A 100 goes to the client that waits for it, even if other clients of the loop get responses meanwhile")
  func expectationsApart() async throws {
    /// The handlers of a round: all of them wait until the last one has begun.
    final class Round: Sendable {
      let started = Gate()
      let mayRead = Gate()
      private let count = Lock(0)
      func begin() {
        if count.withLock({
          $0 += 1; return $0 == 5
        }) {
          started.open()
        }
      }
    }
    let current = Lock(Round())
    let responder = TestResponder.streaming { body in
      let round = current.withLock { $0 }
      round.begin()
      await round.mayRead.wait()
      guard case .stream(let stream) = body else { return .text("none") }
      return .text(
        await (try? stream.next()).map { $0.map { String(decoding: $0, as: UTF8.self) } ?? "end" } ?? "failed")
    }
    try await withEngine(responder) { server in
      for _ in 0..<50 {
        let round = Round()
        current.withLock { $0 = round }
        let waiting = try RawClient(server.address)
        let others = try (0..<4).map { _ in try RawClient(server.address) }
        for client in others[..<2] { try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n") }
        try waiting.send(Self.post("Content-Length: 3\r\nExpect: 100-continue"))
        for client in others[2...] { try client.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n") }
        await round.started.wait()
        round.mayRead.open()
        for client in others { #expect(try client.response().status == 200) }
        #expect(try waiting.response().status == 100)
        try waiting.send("abc")
        #expect(try waiting.response().body == "abc")
      }
    }
  }

  @Test("A cancelled reader stops waiting, and the next reader gets the bytes", .timeLimit(.minutes(1)))
  func cancelledReader() async throws {
    let (mayCancel, cancelled) = (Gate(), Event())
    let responder = TestResponder.streaming { body in
      guard case .stream(let stream) = body else { return .text("no stream") }
      let reader = Task { try await stream.next() }
      await mayCancel.wait()
      reader.cancel()
      let result = await reader.result
      let early = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await stream.next()
      }
      let earlyResult = await early.result
      cancelled.set()
      let rest = try? await stream.next()
      let areCancelled = [result, earlyResult].map { result in
        if case .failure(let error) = result { error is CancellationError } else { false }
      }
      return .text("\(areCancelled) \(rest?.count ?? -1)")
    }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post("Content-Length: 3\r\nExpect: 100-continue"))
      // The 100 shows that the handler waits for the body.
      #expect(try client.response().status == 100)
      mayCancel.open()
      await cancelled.wait()
      try client.send("abc")
      #expect(try client.response().body == "[true, true] 3")
    }
  }

  @Test("A client that disconnects within its body fails the reader")
  func leaves() async throws {
    let failed = Event()
    try await withEngine(.counting(failed: failed)) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post("Content-Length: 5", "abc"))
      try client.finishSending()
      #expect(try client.response().status == 400)
      await failed.wait()
    }
  }

  @Test("A client that stops sending is refused with 408 and fails the reader")
  func stops() async throws {
    let failed = Event()
    var timeouts = ServerTimeouts()
    timeouts.body = .milliseconds(50)
    try await withEngine(.counting(failed: failed), timeouts: timeouts) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post("Content-Length: 5", "abc"))
      #expect(try client.response().status == 408)
      await failed.wait()
    }
  }

  @Test("A handler may take longer than its timeout as long as bytes arrive")
  func lasts() async throws {
    let (counts, arrived) = AsyncStream.makeStream(of: Int.self)
    let responder = TestResponder.streaming { body in
      defer { arrived.finish() }
      var count = 0
      if case .stream(let stream) = body {
        while let piece = try? await stream.next() {
          count += piece.count
          arrived.yield(count)
        }
      }
      return .text("\(count)")
    }
    var timeouts = ServerTimeouts()
    timeouts.handler = .milliseconds(200)
    try await withEngine(responder, timeouts: timeouts) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post("Transfer-Encoding: chunked"))
      var arrivals = counts.makeAsyncIterator()
      var sent = 0
      let end = ContinuousClock.now + .milliseconds(800)
      while ContinuousClock.now < end {
        try client.send("1\r\nx\r\n")
        sent += 1
        // This waits until the handler has the byte. Nil means that the handler has ended too early.
        if await arrivals.next() == nil { break }
      }
      try? client.send("0\r\n\r\n")
      let response = try client.response()
      #expect(response.status == 200 && response.body == "\(sent)")
    }
  }

  @Test("The handler timeout restarts for bytes that arrive before the handler reads them")
  func arrivesEarlier() async throws {
    let hasRead = Event()
    let responder = TestResponder.streaming { body in
      guard case .stream(let stream) = body else { return .text("none") }
      for _ in 0..<2 {
        _ = try? await stream.next()
        hasRead.set()
        // One of these two waits is shorter than the timeout, and both together are longer.
        let isOver = Event()
        _ = ContractLoop.current?.schedule(after: .milliseconds(1_200)) { isOver.set() }
        await isOver.wait()
      }
      return .text("read")
    }
    var timeouts = ServerTimeouts()
    timeouts.handler = .seconds(2)
    try await withEngine(responder, timeouts: timeouts) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post("Content-Length: 3", "a"))
      await hasRead.wait()
      try client.send("b")
      #expect(try client.response().body == "read")
    }
  }

  @Test("The handler timeout restarts after the last bytes of a body")
  func hasReadAll() async throws {
    let responder = TestResponder.streaming { body in
      _ = try? await body.collect(upTo: 10)
      await waitForCancellation()
      return .text("too late")
    }
    var timeouts = ServerTimeouts()
    timeouts.handler = .milliseconds(100)
    try await withEngine(responder, timeouts: timeouts) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post("Content-Length: 1\r\nExpect: 100-continue"))
      // The 100 shows that the handler waits for the body, which is sent only now.
      #expect(try client.response().status == 100)
      try client.send("a")
      #expect(try client.response().status == 503)
    }
  }

  @Test("A handler that does not read its body ends at its timeout, whatever arrives")
  func readsNothing() async throws {
    let responder = TestResponder.streaming { _ in
      await waitForCancellation()
      return .text("too late")
    }
    var timeouts = ServerTimeouts()
    timeouts.handler = .milliseconds(100)
    try await withEngine(responder, timeouts: timeouts) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post("Content-Length: 5", "abc"))
      #expect(try client.response().status == 503)
    }
  }

  @Test("A client that sends slower than the minimum rate over all reads is refused with 408")
  func rate() async throws {
    let failed = Event()
    var limits = ServerLimits()
    limits.minBodyBytesPerSecond = 1000
    var timeouts = ServerTimeouts()
    timeouts.rateGrace = .milliseconds(200)
    try await withEngine(.counting(failed: failed), limits: limits, timeouts: timeouts) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post("Content-Length: 100000", ""))
      // Each read waits for less than `rateGrace`, so only the rate over all reads is too low.
      for _ in 0..<500 where !failed.isSet {
        try? client.send("x")
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(try client.response().status == 408)
    }
  }

  @Test(
    "A body that is unread at the end of the response is discarded or closes the connection, and its reader fails",
    arguments: [100, 100_000])
  func leftOver(length: Int) async throws {
    let streams = Lock<[ByteStream]>([])
    let responder = TestResponder.streaming { body in
      if case .stream(let stream) = body {
        _ = try? await stream.next()
        streams.withLock { $0.append(stream) }
      }
      return .text("enough")
    }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post("Content-Length: \(length)", "abc"))
      let response = try client.response()
      #expect(response.body == "enough")
      if length == 100 {
        #expect(!response.has("Connection: close"))
        // The handler of the next request does not get the rest of this one.
        try client.send(String(repeating: "x", count: 97) + Self.post("Content-Length: 1", "y"))
        #expect(try client.response().body == "enough")
      } else {
        #expect(response.has("Connection: close"))
        #expect(try client.toEnd() == "")
      }
      let stream = try #require(streams.withLock { $0.first })
      await #expect(throws: RequestContentError.self) { try await stream.next() }
    }
  }

  @Test("A stop does not wait for the rest of a body that is only discarded")
  func stopWhileDiscarding() async throws {
    var timeouts = ServerTimeouts()
    timeouts.body = .seconds(3600)
    var limits = ServerLimits()
    limits.minBodyBytesPerSecond = 0
    try await withEngine(.streaming { _ in .text("enough") }, limits: limits, timeouts: timeouts) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post("Content-Length: 100", "abc"))
      #expect(try client.response().body == "enough")
      async let stopped: Void = server.stop(deadline: .seconds(40))
      // The client waits for less time than the deadline of the stop.
      #expect(try client.toEnd() == "")
      await stopped
    }
  }

  @Test("A handler on another executor reads a body")
  func elsewhere() async throws {
    let responder = TestResponder.streaming { body in
      let content = await Task.detached { try? await body.collect(upTo: 100) }.value
      return HTTPResponse(.ok, body: .bytes(content ?? []))
    }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      try client.send(Self.post("Content-Length: 6", "abc"))
      try client.send("def")
      #expect(try client.response().body == "abcdef")
    }
  }
}
