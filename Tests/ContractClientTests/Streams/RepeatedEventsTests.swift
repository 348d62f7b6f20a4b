import Contract
import ContractHTTP
import ContractLoop
import Testing

@testable import ContractClient

@Suite("Events of several connections")
struct RepeatedEventsTests {
  /// A body that can be read once, or again from its start.
  enum Body: CaseIterable {
    case once, replayable, bytes

    func set(on client: APIClient) -> APIClient {
      let pieces = Lock([Array("abc".utf8)][...])
      return switch self {
      case .once: client.body(stream: ByteStream { pieces.withLock { $0.popFirst() } })
      case .replayable: client.body(stream: ByteStream(Array("abc".utf8)))
      case .bytes: client.body(bytes: Array("abc".utf8))
      }
    }
  }

  @Test(
    "An event stream reconnects only if the body of its request can be sent again, and then sends the whole body",
    arguments: Body.allCases)
  func bodies(body: Body) async throws {
    let sent = Lock<[String]>([])
    let transport = AnsweringTransport { request, number in
      let bytes = try await request.body.collect(upTo: 100)
      sent.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
      if number > 3 { return HTTPResponse(.noContent) }
      return Self.events("data: \(number)\n\n")
    }
    var data: [String] = []
    for try await event in body.set(on: APIClient(transport).clock(TestClock()).put).events() {
      data.append(event.data)
    }
    #expect(data == (body == .once ? ["1"] : ["1", "2", "3"]))
    #expect(sent.withLock { $0 } == Array(repeating: "abc", count: body == .once ? 1 : 4))
  }

  private static func events(_ text: String) -> HTTPResponse {
    HTTPResponse(.ok, fields: [.contentType: "text/event-stream"], body: .bytes(Array(text.utf8)))
  }

  private static let ticks = Endpoint<Empty, ServerEvents<Int>>(.get, "/ticks")

  @Test(
    "An event without an id has the last received id, even if an earlier connection received it",
    arguments: [false, true])
  func ids(ofContract: Bool) async throws {
    let transport = AnsweringTransport(
      Self.events("id: 7\ndata: 1\n\n"), Self.events("data: 2\n\n"), Self.events("data: 3\n\nid\ndata: 4\n\n"),
      HTTPResponse(.noContent))
    let client = APIClient(transport).clock(TestClock())
    var ids: [String?] = []
    if ofContract {
      for try await event in try await client.call(Self.ticks).events { ids.append(event.id) }
    } else {
      for try await event in client.events() { ids.append(event.id) }
    }
    #expect(ids == ["7", "7", "7", ""])
    #expect(transport.requests.map { $0.fields["Last-Event-ID"] } == [nil, "7", "7", nil])
  }

  /// A request that continues after an id.
  private struct Resumption: CallableRequest {
    static let endpoint = Endpoint<Resumption, ServerEvents<Int>>(.get, "/ticks")
    func encode(into encoder: inout RequestEncoder) throws {}
    static func decode(from decoder: inout RequestDecoder) -> Resumption? { Resumption() }
    func intercept(_ request: inout HTTPRequest) throws { request.fields["Last-Event-ID"] = "5" }
  }

  @Test("An empty id resets the last id, even the one that the first request has sent", arguments: [false, true])
  func reset(ofContract: Bool) async throws {
    let transport = AnsweringTransport(
      Self.events("data: 1\n\n"), Self.events("id\ndata: 2\n\n"), Self.events("id: 8\ndata: 3\n\n"),
      HTTPResponse(.noContent))
    let client = APIClient(transport).clock(TestClock())
    if ofContract {
      for try await _ in try await Resumption().perform(with: client) {}
    } else {
      for try await _ in client.header("Last-Event-ID", "5").events() {}
    }
    #expect(transport.requests.map { $0.fields["Last-Event-ID"] } == ["5", "5", nil, "8"])
  }

  /// A request struct whose result is a stream. It refuses each response with the header `X-Refused`.
  private struct Ticks: CallableRequest {
    struct Refused: Error {}

    static let endpoint = Endpoint<Ticks, ServerEvents<String>>(.get, "/ticks")
    let statuses = Lock<[Int]>([])

    func encode(into encoder: inout RequestEncoder) throws {}
    static func decode(from decoder: inout RequestDecoder) -> Ticks? { Ticks() }

    func intercept(_ request: inout HTTPRequest) throws { request.fields["X-Extra"] = "1" }
    func intercept(_ response: HTTPResponse) throws {
      statuses.withLock { $0.append(response.status.code) }
      if response.fields["X-Refused"] == "as lost" { throw ClientError(.lostConnection, stage: .exchange, "refused") }
      if response.fields["X-Refused"] != nil { throw Refused() }
    }
  }

  @Test("The events of a request struct reconnect, and the struct inspects the response of each connection")
  func requestStruct() async throws {
    let transport = AnsweringTransport(
      Self.events("id: 7\ndata: a\n\n"), Self.events("data: b\n\n"), HTTPResponse(.noContent))
    let request = Ticks()
    var values: [String] = []
    for try await value in try await request.perform(with: APIClient(transport).clock(TestClock())) {
      values.append(value)
    }
    #expect(values == ["a", "b"])
    #expect(transport.requests.map { $0.fields["Last-Event-ID"] } == [nil, "7", "7"])
    #expect(transport.requests.map { $0.fields["X-Extra"] } == ["1", "1", "1"])
    #expect(request.statuses.withLock { $0 } == [200, 200, 204])
  }

  @Test("The error of a request struct that refuses the response of a later connection ends its events")
  func refusingRequestStruct() async throws {
    var refused = Self.events("data: b\n\n")
    refused.fields["X-Refused"] = "1"
    let transport = AnsweringTransport(Self.events("data: a\n\n"), refused)
    var values: [String] = []
    await #expect(throws: Ticks.Refused.self) {
      for try await value in try await Ticks().perform(with: APIClient(transport).clock(TestClock())) {
        values.append(value)
      }
    }
    #expect(values == ["a"] && transport.requests.count == 2)
  }

  @Test("A lost-connection error that a request struct throws for a later response also ends its events")
  func refusingAsLost() async throws {
    var refused = Self.events("data: b\n\n")
    refused.fields["X-Refused"] = "as lost"
    let transport = AnsweringTransport(Self.events("data: a\n\n"), refused, HTTPResponse(.noContent))
    var values: [String] = []
    let error = await #expect(throws: ClientError.self) {
      for try await value in try await Ticks().perform(with: APIClient(transport).clock(TestClock())) {
        values.append(value)
      }
    }
    #expect(error?.message == "refused" && values == ["a"] && transport.requests.count == 2)
  }

  @Test("The events of a request struct have the limits of the client")
  func requestStructLimits() async throws {
    let text = String(repeating: "x", count: 2 << 20)
    let transport = AnsweringTransport(Self.events("data: \(text)\n\n"), HTTPResponse(.noContent))
    let client = APIClient(transport).clock(TestClock()).maxEventBytes(4 << 20)
    var sizes: [Int] = []
    for try await value in try await Ticks().perform(with: client) { sizes.append(value.utf8.count) }
    #expect(sizes == [2 << 20])
  }

  /// Returns the data of the events until they end, and the code of the error that ends them.
  private static func data(
    of client: APIClient, ofContract: Bool
  ) async -> (data: [String], error: ClientError.Code?) {
    var data: [String] = []
    do {
      if ofContract {
        for try await value in try await client.call(ticks) { data.append("\(value)") }
      } else {
        for try await event in client.events() { data.append(event.data) }
      }
      return (data, nil)
    } catch {
      return (data, (error as? ClientError)?.code)
    }
  }

  @Test(
    "A later connection that an overloaded or restarting server refuses is tried again, and other refusals are thrown",
    arguments: [429, 502, 503, 504, 400, 401, 403, 404, 410, 500, 501], [false, true])
  func refusedConnections(code: Int, ofContract: Bool) async throws {
    let status = try #require(HTTPStatus(code))
    let transport = AnsweringTransport(
      Self.events("id: 7\ndata: 1\n\n"), HTTPResponse(status), HTTPResponse(status), Self.events("data: 2\n\n"),
      HTTPResponse(.noContent))
    let clock = TestClock()
    let (data, error) = await Self.data(of: APIClient(transport).clock(clock), ofContract: ofContract)
    if [429, 502, 503, 504].contains(code) {
      #expect(data == ["1", "2"] && error == nil)
      #expect(clock.slept == [.seconds(3), .seconds(6), .seconds(12), .seconds(3)])
      #expect(transport.requests.map { $0.fields["Last-Event-ID"] } == [nil, "7", "7", "7", "7"])
    } else {
      #expect(data == ["1"] && error == .unexpected && transport.requests.count == 2)
    }
  }

  @Test("The refusal of the first connection is thrown", arguments: [false, true])
  func refusedFirstConnection(ofContract: Bool) async throws {
    let transport = AnsweringTransport(HTTPResponse(.serviceUnavailable), Self.events("data: 1\n\n"))
    let (data, error) = await Self.data(of: APIClient(transport).clock(TestClock()), ofContract: ofContract)
    #expect(data.isEmpty && error == .unexpected && transport.requests.count == 1)
  }

  @Test(
    "An event stream whose body violates HTTP reconnects, and a malformed head is thrown",
    arguments: [false, true])
  func malformedConnections(ofContract: Bool) async throws {
    let malformed = ClientError(.malformedResponse, stage: .exchange, "broken")
    let transport = AnsweringTransport { _, number in
      if number > 2 { throw malformed }
      let rest = Lock([Array("data: \(number)\n\n".utf8)][...])
      let broken = ByteStream {
        guard let piece = rest.withLock({ $0.popFirst() }) else { throw malformed }
        return piece
      }
      return HTTPResponse(.ok, fields: [.contentType: "text/event-stream"], body: .stream(broken))
    }
    let (data, error) = await Self.data(of: APIClient(transport).clock(TestClock()), ofContract: ofContract)
    #expect(data == ["1", "2"] && error == .malformedResponse && transport.requests.count == 3)
  }

  @Test("The error of a cancellation between two connections names the operation")
  func cancelled() async throws {
    let client = APIClient(AnsweringTransport(Self.events("data: 1\n\n"))).clock(TestClock())
    let task = Task {
      for try await _ in client.events() { withUnsafeCurrentTask { $0?.cancel() } }
    }
    let error = await #expect(throws: ClientError.self) { try await task.value }
    #expect(error?.code == .cancelled && error?.operationID == "GET /")
  }

  @Test("Each connection of an event stream is retried like a call", arguments: [false, true])
  func retries(ofContract: Bool) async throws {
    let transport = AnsweringTransport { _, number in
      switch number {
      case 1, 9: Self.events("data: \(number)\n\n")
      case 10: HTTPResponse(.noContent)
      default: HTTPResponse(.serviceUnavailable)
      }
    }
    let clock = TestClock()
    let client = APIClient(transport).clock(clock).retry(limit: 2, backoff: .constant(.milliseconds(1)))
    let (data, error) = await Self.data(of: client, ofContract: ofContract)
    #expect(data == ["1", "9"] && error == nil)
    let retry = Duration.milliseconds(1)
    #expect(
      clock.slept == [.seconds(3), retry, retry, .seconds(6), retry, retry, .seconds(12), retry, .seconds(3)])
  }

  @Test(
    "A refused connection waits for its `Retry-After` in seconds, up to an hour, if this is longer than the pause",
    arguments: [
      ("2", .seconds(6)), ("20", .seconds(20)), ("7200", .seconds(3600)), ("9999999999", .seconds(6)),
      ("-20", .seconds(6)), ("", .seconds(6)), ("Thu, 01 Jan 2026 01:00:00 GMT", .seconds(6)),
    ] as [(HTTPFieldValue, Duration)])
  func retryAfter(_ text: HTTPFieldValue, _ pause: Duration) async throws {
    for ofContract in [false, true] {
      let transport = AnsweringTransport(
        Self.events("data: 1\n\n"), HTTPResponse(.serviceUnavailable, fields: ["Retry-After": text]),
        HTTPResponse(.serviceUnavailable), HTTPResponse(.noContent))
      let clock = TestClock()
      let (data, error) = await Self.data(of: APIClient(transport).clock(clock), ofContract: ofContract)
      #expect(data == ["1"] && error == nil)
      #expect(clock.slept == [.seconds(3), pause, .seconds(12)])
    }
  }

  private struct Busy: APIFailure {
    static let declaredCases = [FailureCase(code: "busy", status: .serviceUnavailable)]
    var declaredCase: FailureCase { Self.declaredCases[0] }
    func encodeMembers(into encoder: inout FailureEncoder) throws {}
    static func decode(_ code: FailureCode, from decoder: FailureDecoder) throws -> Busy? {
      code == declaredCases[0].code ? Busy() : nil
    }
  }

  private static let busyTicks = Endpoint<Empty, ServerEvents<Int>>(.get, "/ticks", throws: [Busy.self])

  @Test("A declared failure and a failure within the stream are thrown, whatever their status")
  func failures() async throws {
    let problem = Array(#"{"title":"Busy","status":503,"code":"busy"}"#.utf8)
    let refusal = HTTPResponse(
      .serviceUnavailable, fields: [.contentType: "application/problem+json"], body: .bytes(problem))
    let last = Self.events(
      "data: 1\n\nevent: problem\ndata: {\"title\":\"Other\",\"status\":503,\"code\":\"other\"}\n\n")
    for (second, isDeclared) in [(refusal, true), (last, false)] {
      let transport = AnsweringTransport(Self.events("data: 1\n\n"), second, HTTPResponse(.noContent))
      let error = await #expect(throws: (any Error).self) {
        for try await _ in try await APIClient(transport).clock(TestClock()).call(Self.busyTicks) {}
      }
      #expect((error is Busy) == isDeclared && transport.requests.count == 2)
    }
  }

  @Test("The unfinished last line of an event stream is dropped")
  func unfinishedLine() async throws {
    let client = APIClient(AnsweringTransport(Self.events("data: 1\n\nretry: 25")))
    var iterator = try await client.call(.stream, as: .events).makeAsyncIterator()
    #expect(try await iterator.next()?.data == "1")
    #expect(try await iterator.next() == nil)
    #expect(iterator.retry == nil)
  }
}
