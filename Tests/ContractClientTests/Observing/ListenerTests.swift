import Contract
import ContractHTTP
import Testing

@testable import ContractClient

@Suite("Call listeners", .timeLimit(.minutes(2)))
struct ListenerTests {
  @Test("A listener receives every event of a call once, in order, without credentials")
  func order() async throws {
    let keeper = EventKeeper()
    let clock = TestClock(random: 0)
    let client = APIClient(
      AnsweringTransport { _, number in
        clock.advance(by: .milliseconds(5))
        return number == 1 ? HTTPResponse(.serviceUnavailable) : .text("four")
      }
    ).clock(clock).retry(backoff: .constant(.milliseconds(20))).auth(.bearer("secret-token")).listener(keeper)
    _ = try await client("a").get.response()
    #expect(
      keeper.events == [
        "started GET /v1/a", "sending 1", "head 503", "repeating after 1 in 0.02 seconds", "sending 2", "head 200",
        "finished 200, 2 attempts, 4 bytes",
      ])
    #expect(keeper.ended.map(\.duration) == [.milliseconds(30)])
  }

  @Test("A listener receives failures and cancellations")
  func failures() async throws {
    let keeper = EventKeeper()
    let lost = ClientError(.lostConnection, stage: .exchange, "gone")
    let client = APIClient(AnsweringTransport { _, _ in throw lost }).listener(keeper)
    await #expect(throws: ClientError.self) { try await client.get() }
    #expect(keeper.events.last == "finished lostConnection, 1 attempts, 0 bytes, incomplete")
    let cancelled = APIClient(AnsweringTransport { _, _ in throw CancellationError() }).listener(keeper)
    await #expect(throws: ClientError.self) { try await cancelled.get() }
    #expect(keeper.events.last == "finished cancelled, 1 attempts, 0 bytes, incomplete")
  }

  @Test("A listener receives redirects and leaves the client's redirect rule unchanged")
  func redirects() async throws {
    let server = ScriptedServer { request in
      switch request.target {
      case "/a": "HTTP/1.1 302 Found\r\nLocation: /b?token=1\r\nContent-Length: 0\r\n\r\n"
      case "/b?token=1": "HTTP/1.1 307 Temporary Redirect\r\nLocation: /c\r\nContent-Length: 0\r\n\r\n"
      default: ok("end")
      }
    }
    defer { server.stop() }
    let keeper = EventKeeper()
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport()).listener(keeper)
    #expect(try await client("a").call(.http, as: .string) == "end")
    #expect(
      keeper.events == [
        "started GET /a", "sending 1", "redirected 302 /b?token=1", "redirected 307 /c", "head 200",
        "finished 200, 1 attempts, 3 bytes",
      ])
    let stay = RedirectRule { $0.next.target == "/c" ? nil : $0.next }
    let response = try await client("a").redirects(.deciding(max: 5, stay)).response()
    #expect(response.status == 307)
    #expect(try await client("a").redirects(.none).response().status == 302)
    let count = keeper.events.count { $0.hasPrefix("redirected") }
    #expect(count == 3)
    let error = await #expect(throws: ClientError.self) { try await client("a").redirects(.follow(max: 1)).get() }
    #expect(error?.code == .tooManyRedirects)
    #expect(
      keeper.events.suffix(4) == [
        "started GET /a", "sending 1", "redirected 302 /b?token=1",
        "finished tooManyRedirects, 1 attempts, 0 bytes, incomplete",
      ])
  }

  @Test("A listener receives the end of a stream that finishes, fails or is dropped")
  func streams() async throws {
    let keeper = EventKeeper()
    func client(_ pieces: [[UInt8]], fails: Bool = false) -> APIClient {
      APIClient(
        AnsweringTransport { _, _ in
          let rest = Lock(pieces[...])
          let stream = ByteStream {
            if let piece = rest.withLock({ $0.popFirst() }) { return piece }
            if fails { throw ClientError(.lostConnection, stage: .exchange, "gone") }
            return nil
          }
          return HTTPResponse(.ok, body: .stream(stream))
        }
      ).listener(keeper)
    }
    do {
      let response = try await client([[1, 2], [3]]).stream()
      #expect(keeper.events.last == "head 200")
      #expect(try await response.bytes.collect(upTo: 10) == [1, 2, 3])
    }
    #expect(keeper.events.last == "finished 200, 1 attempts, 3 bytes")
    do {
      let response = try await client([[1, 2]], fails: true).stream()
      await #expect(throws: ClientError.self) { try await response.bytes.collect(upTo: 10) }
    }
    #expect(keeper.events.last == "finished lostConnection, 1 attempts, 2 bytes, incomplete")
    do {
      var bytes = try await client([[1, 2], [3]]).stream().bytes.makeAsyncIterator()
      _ = try await bytes.next()
    }
    #expect(keeper.events.last == "finished 200, 1 attempts, 2 bytes, incomplete")
    #expect(keeper.ended.count == 3)
    // A log without errors calls such a response incomplete, but does not deny it.
    for (components, text) in [
      ([.statusCode], "<-- ✅ 200 OK (incomplete)"),
      ([.statusCode, .error], "<-- ✅ 200 OK (incomplete)\n<-- 🛑 gone [lostConnection]"),
    ] as [(ClientLogComponents, String)] {
      let log = LogKeeper()
      let response = try await client([[1, 2]], fails: true).logging(to: log, components: components).stream()
      await #expect(throws: ClientError.self) { try await response.bytes.collect(upTo: 10) }
      #expect(log.text == text)
    }
  }

  @Test("An outcome is a success if its status is below 400")
  func successes() async throws {
    let rows: [(status: HTTPStatus, isSuccess: Bool)] = [
      (.ok, true), (.notModified, true), (.badRequest, false), (.badGateway, false),
    ]
    for row in rows {
      let keeper = EventKeeper()
      _ = try await APIClient(AnsweringTransport(HTTPResponse(row.status))).listener(keeper).get.response()
      #expect(keeper.ended.map(\.isSuccess) == [row.isSuccess], "\(row.status)")
    }
  }

  @Test("An outcome has the size of the request body, and nil for a stream of unknown length")
  func requestBytes() async throws {
    let keeper = EventKeeper()
    let client = APIClient(AnsweringTransport(HTTPResponse(.ok))).listener(keeper)
    _ = try await client.get.response()
    _ = try await client.body(text: "four").put.response()
    _ = try await client.body(stream: ByteStream { nil }).put.response()
    #expect(keeper.ended.map(\.requestBytes) == [0, 4, nil])
  }

  @Test("A client without listeners adds no step to a call")
  func none() {
    let client = APIClient(baseURL: "http://h.example")
    #expect(client.settings.isPlain)
    #expect(!client.logging().settings.isPlain)
    #expect(client.logging().logging(nil).settings.isPlain)
    #expect(client.environment(.live).mock("x").settings.isPlain)
  }

  @Test("The remaining time of a call decreases until its deadline, and is then zero")
  func remainingTime() {
    let clock = TestClock()
    var configuration = ClientConfiguration()
    configuration.clock = clock.clock
    configuration.timeout = .seconds(10)
    let call = ClientCall(operation: APIOperation(id: "x", method: .get, path: "/"), configuration: configuration)
    var times = [call.remainingTime]
    for _ in 0..<3 {
      clock.advance(by: .seconds(4))
      times.append(call.remainingTime)
    }
    #expect(times == [.seconds(10), .seconds(6), .seconds(2), .zero])
  }

  @Test("Each call has a unique ID in UUID format")
  func names() {
    let operation = APIOperation(id: "x", method: .get, path: "/")
    let calls = (0..<100).map { _ in ClientCall(operation: operation, configuration: ClientConfiguration()) }
    #expect(Set(calls.map(\.id)).count == 100)
    for call in calls {
      let digits = Array(call.id)
      #expect(digits.count == 36 && digits[14] == "8" && "89AB".contains(digits[19]), "\(call.id)")
    }
  }
}
