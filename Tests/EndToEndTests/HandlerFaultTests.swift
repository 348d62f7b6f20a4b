import ContractTestSupport
import ContractTesting
import Testing

/// Misbehaving handlers and clients: the responses, the cancellations, and that the server continues.
@Suite("Handler faults", .ownThreads, .timeLimit(.minutes(5)))
struct HandlerFaultTests {
  /// The observations of one call of the handler.
  final class Probe: Sendable {
    /// The handler was entered.
    let started = Gate()
    /// The handler's task was cancelled.
    let cancelled = Gate()
    /// Lets the handler return.
    let release = Gate()
    /// The handler has returned.
    let ended = Gate()

    /// Waits as a cancellable task does.
    func runPolitely() async throws {
      defer { ended.open() }
      try await withTaskCancellationHandler {
        started.open()
        try await release.waitUnlessCancelled()
      } onCancel: {
        cancelled.open()
      }
    }

    /// Waits even if its task is cancelled.
    func runStubbornly() async {
      defer { ended.open() }
      await withTaskCancellationHandler {
        started.open()
        await release.wait()
      } onCancel: {
        cancelled.open()
      }
    }
  }

  static func server(
    _ probe: Probe, handler: Duration? = nil, stubborn: Bool = false, threads: Int = 1,
    onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) -> Server {
    struct Unlucky: Error {}
    var timeouts = ServerTimeouts()
    timeouts.handler = handler
    var router = Router()
    router.on(.get, "/wait") { _ in
      if stubborn { await probe.runStubbornly() } else { try await probe.runPolitely() }
      return .text("waited")
    }
    router.on(.get, "/throw") { _ in throw Unlucky() }
    router.on(.get, "/fine") { _ in .text("fine") }
    return Server(
      port: 0, threads: threads, timeouts: timeouts, onError: { error, _ in onError(error) }, router: router)
  }

  /// The server responds on a new connection.
  static func expectAlive(_ port: Int) throws {
    #expect(try RawConnection(port: port).exchange("GET", "/fine").text == "fine")
  }

  @Test("A handler that throws gets a 500 response, and its connection stays open")
  func throwing() async throws {
    let errors = Lock<[String]>([])
    let server = Self.server(Probe(), onError: { error in errors.withLock { $0.append("\(type(of: error))") } })
    try await serve(server) { port, _ in
      let connection = try RawConnection(port: port)
      let response = try connection.exchange("GET", "/throw")
      #expect(response.status == 500)
      let id = try #require(response.field("x-request-id"))
      #expect(response.text == #"{"title":"Internal Server Error","status":500,"requestID":"\#(id)"}"#)
      #expect(response.field("connection") == nil)
      #expect(try connection.exchange("GET", "/fine").text == "fine")
    }
    #expect(errors.withLock { $0 } == ["Unlucky"])
  }

  @Test(
    "A handler that exceeds its timeout is cancelled, with a 503 response and a closed connection",
    arguments: [false, true])
  func hanging(stubborn: Bool) async throws {
    let probe = Probe()
    let server = Self.server(probe, handler: .milliseconds(30), stubborn: stubborn)
    try await serve(server) { port, _ in
      let connection = try RawConnection(port: port)
      let response = try connection.exchange("GET", "/wait")
      #expect(response.status == 503)
      let text = "the request took too long to handle"
      #expect(
        response.text == #"{"title":"Service Unavailable","status":503,"detail":"\#(text)","message":"\#(text)"}"#)
      #expect(response.field("connection") == "close")
      #expect(connection.isAtEnd())
      await probe.cancelled.wait()
      try Self.expectAlive(port)
      #expect(probe.ended.isOpen == !stubborn)
      probe.release.open()
      await probe.ended.wait()
      try Self.expectAlive(port)
    }
  }

  @Test("A response completed after the handler timeout is not sent")
  func late() async throws {
    let probe = Probe()
    try await serve(Self.server(probe, handler: .milliseconds(30), stubborn: true)) { port, _ in
      let connection = try RawConnection(port: port)
      try connection.write("GET /wait HTTP/1.1\r\nHost: a\r\n\r\nGET /fine HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try connection.read().status == 503)
      probe.release.open()
      await probe.ended.wait()
      #expect(connection.isAtEnd(), "neither the late response nor one to the next request is sent")
      try Self.expectAlive(port)
    }
  }

  enum Departure: CaseIterable {
    case reset, close
  }

  @Test("A handler is cancelled when its client disconnects", arguments: Departure.allCases)
  func departure(_ departure: Departure) async throws {
    let probe = Probe()
    try await serve(Self.server(probe)) { port, _ in
      let connection = try RawConnection(port: port)
      try connection.write("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
      await probe.started.wait()
      switch departure {
      case .reset: connection.reset()
      case .close: connection.close()
      }
      await probe.cancelled.wait()
      await probe.ended.wait()
      try Self.expectAlive(port)
    }
  }

  @Test("Pipelined requests of a disconnected client are not served")
  func departureWithPipeline() async throws {
    let probe = Probe()
    let served = Lock(0)
    var router = Router()
    router.on(.get, "/wait") { _ in
      try await probe.runPolitely()
      return .text("waited")
    }
    router.on(.get, "/count") { _ in
      served.withLock { $0 += 1 }
      return .text("")
    }
    try await serve(Server(port: 0, threads: 1, onError: { _, _ in }, router: router)) { port, _ in
      let connection = try RawConnection(port: port)
      try connection.write("GET /wait HTTP/1.1\r\nHost: a\r\n\r\nGET /count HTTP/1.1\r\nHost: a\r\n\r\n")
      await probe.started.wait()
      connection.reset()
      await probe.cancelled.wait()
      await probe.ended.wait()
      #expect(try RawConnection(port: port).exchange("GET", "/count").status == 200)
      #expect(served.withLock { $0 } == 1)
    }
  }

  @Test("A half-closed client still receives the response", arguments: [false, true])
  func halfClose(early: Bool) async throws {
    let probe = Probe()
    try await serve(Self.server(probe)) { port, _ in
      let connection = try RawConnection(port: port)
      try connection.write("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
      if early { connection.finishWriting() }
      await probe.started.wait()
      if !early { connection.finishWriting() }
      // The server has noticed the half-close when it has served later clients.
      for _ in 0..<3 { try Self.expectAlive(port) }
      #expect(!probe.cancelled.isOpen)
      probe.release.open()
      var response = try connection.read()
      while response.status == 100 { response = try connection.read() }
      #expect(response.status == 200)
      #expect(response.text == "waited")
      #expect(connection.isAtEnd())
    }
  }

  @Test("A handler is cancelled when its client times out")
  func clientTimeout() async throws {
    let probe = Probe()
    try await serve(Self.server(probe)) { port, client in
      do {
        _ = try await client.timeout(.milliseconds(50)).call(Endpoint<Empty, String>(.get, "/wait", id: "wait"))
        Issue.record("the call should have timed out")
      } catch let error as ClientError {
        #expect(error.code == .timeout)
        #expect(error.stage == .exchange)
        #expect(error.operationID == "wait")
      }
      await probe.cancelled.wait()
      await probe.ended.wait()
      try Self.expectAlive(port)
      #expect(try await client.call(Endpoint<Empty, String>(.get, "/fine")) == "fine")
    }
  }

  @Test("A handler is cancelled when the client's call is cancelled")
  func clientCancellation() async throws {
    let probe = Probe()
    try await serve(Self.server(probe)) { port, client in
      let call = Task { try await client.call(Endpoint<Empty, String>(.get, "/wait", id: "wait")) }
      await probe.started.wait()
      call.cancel()
      let error = await #expect(throws: ClientError.self) { try await call.value }
      #expect(error?.code == .cancelled)
      await probe.cancelled.wait()
      await probe.ended.wait()
      try Self.expectAlive(port)
    }
  }

  @Test(
    "A handler still running at the drain timeout is cancelled and its connection closed", arguments: [false, true])
  func drainDeadline(stubborn: Bool) async throws {
    let probe = Probe()
    let server = Self.server(probe, stubborn: stubborn)
    let port = try await server.start().port
    let connection = try RawConnection(port: port)
    try connection.write("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
    await probe.started.wait()
    await server.stop(drain: .milliseconds(30))
    #expect(connection.isAtEnd())
    await probe.cancelled.wait()
    probe.release.open()
    await probe.ended.wait()
  }
}
