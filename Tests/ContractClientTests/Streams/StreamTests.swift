import Contract
import ContractHTTP
import ContractLoop
import Glibc
import Testing

@testable import ContractClient

@Suite("Response streams", .timeLimit(.minutes(2)))
struct StreamTests {
  /// A response whose body arrives in these chunks.
  static func response(_ pieces: [String], type: HTTPFieldValue = "text/plain") -> HTTPResponse {
    let rest = Lock(pieces[...])
    let stream = ByteStream { rest.withLock { $0.popFirst() }.map { Array($0.utf8) } }
    return HTTPResponse(.ok, fields: [.contentType: type], body: .stream(stream))
  }

  static let events: HTTPFieldValue = "text/event-stream"

  static func client(_ pieces: [String]) -> APIClient {
    APIClient(AnsweringTransport { _, _ in response(pieces) })
  }

  /// The text in every way to cut it in two, and cut into single characters.
  private static func cuts(_ text: String) -> [[String]] {
    let characters = Array(text.unicodeScalars).map(String.init)
    return (0...characters.count).map { [characters[..<$0].joined(), characters[$0...].joined()] } + [characters]
  }

  @Test("A stream is split into lines, however its chunks are cut")
  func lines() async throws {
    let rows: [(String, [String])] = [
      ("", []), ("\n", [""]), ("a", ["a"]), ("a\nb\n", ["a", "b"]), ("a\r\nb\n\nc", ["a", "b", "", "c"]),
      ("é\r\nü", ["é", "ü"]), ("a\rb\n", ["a\rb"]),
    ]
    for (text, expected) in rows {
      for pieces in Self.cuts(text) {
        var lines: [String] = []
        for try await line in try await Self.client(pieces).call(.stream, as: .lines) { lines.append(line) }
        #expect(lines == expected, "\(pieces)")
      }
    }
  }

  @Test("Server-sent events are parsed as standardized, however the chunks are cut")
  func events() async throws {
    let text =
      "\u{FEFF}: comment\ndata: YHOO\ndata: +2\ndata: 10\n\nevent: add\rid: 1\rdata: 73\r\rdata\r\n\r\ndata\r\ndata\r\n\r\n"
      + "id: a\u{0}b\nevent: ignored\n\nid\nretry: 2500\nretry: x\ndata:  two spaces\n\ndata: unfinished"
    let expected = [
      ServerEvent(data: "YHOO\n+2\n10"), ServerEvent(name: "add", data: "73", id: "1"),
      ServerEvent(data: "", id: "1"), ServerEvent(data: "\n", id: "1"), ServerEvent(data: " two spaces", id: ""),
    ]
    for pieces in Self.cuts(text) {
      var iterator = try await Self.client(pieces).call(.stream, as: .events).makeAsyncIterator()
      var events: [ServerEvent] = []
      while let event = try await iterator.next() { events.append(event) }
      #expect(events == expected, "\(pieces)")
      #expect(iterator.retry == .milliseconds(2500))
    }
  }

  @Test("An event's data decodes to a value")
  func eventValues() throws {
    struct Tick: Decodable, Equatable { let price: Int }
    #expect(try ServerEvent(data: #"{"price":5}"#).value(of: Tick.self) == Tick(price: 5))
    #expect(try ServerEvent(data: "[1,\n2]").value() == [1, 2])
    let error = #expect(throws: ClientError.self) { try ServerEvent(data: #"{"price":"S"}"#).value(of: Tick.self) }
    #expect(error?.code == .decoding && error?.failures.first?.pointer == "/price")
    #expect(error.map { "\($0)".contains("S") } == false)
  }

  @Test("An event stream reconnects with the last event ID until a 204 response")
  func reconnecting() async throws {
    let clock = TestClock()
    let transport = AnsweringTransport { request, number in
      switch number {
      case 1: return Self.response(["id: 1\ndata: a\n\n", "retry: 500\ndata: b\n\ndata: lost"], type: Self.events)
      case 2: throw ClientError(.noConnection, stage: .connect, "down")
      case 3:
        let rest = Lock(["id: 2\ndata: c\n\n"][...])
        let broken = ByteStream {
          guard let piece = rest.withLock({ $0.popFirst() }) else {
            throw ClientError(.lostConnection, stage: .exchange, "lost")
          }
          return Array(piece.utf8)
        }
        return HTTPResponse(.ok, fields: [.contentType: Self.events], body: .stream(broken))
      default: return HTTPResponse(.noContent)
      }
    }
    var data: [String] = []
    for try await event in APIClient(transport).clock(clock).events() { data.append(event.data) }
    #expect(data == ["a", "b", "c"])
    #expect(transport.requests.map { $0.fields["Last-Event-ID"] } == [nil, "1", "1", "2"])
    #expect(transport.requests.allSatisfy { $0.fields[.accept] == "text/event-stream" })
    #expect(clock.slept == [.milliseconds(500), .milliseconds(1000), .milliseconds(500)])
    let refused = APIClient(AnsweringTransport(HTTPResponse(.forbidden))).clock(clock)
    await #expect(throws: ClientError.self) { for try await _ in refused.events() {} }
  }

  @Test("The event stream of a non-idempotent request does not reconnect")
  func onceOnly() async throws {
    func received(_ client: APIClient, _ transport: AnsweringTransport) async -> (data: [String], error: (any Error)?) {
      var data: [String] = []
      do {
        for try await event in client.clock(TestClock()).events() { data.append(event.data) }
      } catch {
        return (data, error)
      }
      return (data, nil)
    }
    let whole = AnsweringTransport { _, number in
      number > 2 ? HTTPResponse(.noContent) : Self.response(["data: \(number)\n\n"], type: Self.events)
    }
    let posted = await received(APIClient(whole).post, whole)
    #expect(posted.data == ["1"] && posted.error == nil && whole.requests.count == 1)

    let repeated = AnsweringTransport { _, number in
      number > 2 ? HTTPResponse(.noContent) : Self.response(["data: \(number)\n\n"], type: Self.events)
    }
    #expect(await received(APIClient(repeated).post.idempotent(), repeated).data == ["1", "2"])

    let broken = AnsweringTransport { _, _ in
      let rest = Lock(["data: a\n\n"][...])
      let stream = ByteStream {
        guard let piece = rest.withLock({ $0.popFirst() }) else {
          throw ClientError(.lostConnection, stage: .exchange, "lost")
        }
        return Array(piece.utf8)
      }
      return HTTPResponse(.ok, fields: [.contentType: Self.events], body: .stream(stream))
    }
    let lost = await received(APIClient(broken).post, broken)
    #expect(lost.data == ["a"] && (lost.error as? ClientError)?.code == .lostConnection && broken.requests.count == 1)
  }

  @Test(
    "Only a response of type text/event-stream is read as events",
    arguments: ["text/html", "application/json", nil] as [HTTPFieldValue?])
  func otherContent(type: HTTPFieldValue?) async throws {
    let transport = AnsweringTransport { _, number in
      if number == 1 { return Self.response(["data: a\n\n"], type: Self.events) }
      return HTTPResponse(.ok, fields: type.map { [.contentType: $0] } ?? [:], body: .bytes(Array("data: b\n\n".utf8)))
    }
    var data: [String] = []
    let error = await #expect(throws: ClientError.self) {
      for try await event in APIClient(transport).clock(TestClock()).events() { data.append(event.data) }
    }
    #expect(error?.code == .unexpected && data == ["a"] && transport.requests.count == 2)
    #expect(error?.description.hasPrefix("GET /: expected text/event-stream, got ") == true)
  }

  @Test("An event stream reconnects while a circuit breaker is open")
  func circuitOpen() async throws {
    let clock = TestClock()
    let transport = AnsweringTransport { _, number in
      switch number {
      case 1: Self.response(["data: a\n\n"], type: Self.events)
      case 2...7: throw ClientError(.noConnection, stage: .connect, "down")
      case 8: Self.response(["data: b\n\n"], type: "Text/Event-Stream;charset=utf-8")
      default: HTTPResponse(.noContent)
      }
    }
    let client = APIClient(transport).clock(clock).retry(limit: 2, backoff: .none)
    let broken = client.circuitBreaker(CircuitBreaker(failures: 3, cooldown: .seconds(5)))
    var data: [String] = []
    for try await event in broken.events() { data.append(event.data) }
    #expect(data == ["a", "b"])
  }

  @Test("Reconnection pauses follow the server within bounds and grow with failures")
  func pauses() async throws {
    let rows: [(Duration, Int, Duration)] = [
      (.zero, 0, .milliseconds(100)), (.milliseconds(99), 0, .milliseconds(100)), (.seconds(3), 0, .seconds(3)),
      (.milliseconds(Int64.max), 0, .seconds(3600)), (.seconds(3600), 9, .seconds(3600)),
      (.seconds(3), 1, .seconds(6)), (.seconds(3), 4, .seconds(48)), (.seconds(3), 5, .seconds(60)),
      (.seconds(3), .max, .seconds(60)), (.seconds(120), 3, .seconds(120)), (.zero, 3, .milliseconds(800)),
    ]
    for (wish, failures, pause) in rows {
      var reconnection = EventReconnection(delay: wish)
      for _ in 0..<min(failures, 50) { reconnection.failed() }
      #expect(reconnection.pause == pause, "\(wish) \(failures)")
    }
    let clock = TestClock()
    let transport = AnsweringTransport { _, number in
      switch number {
      case 1: Self.response(["retry: 0\nid: a\u{1}b\ndata: a\n\n"], type: Self.events)
      case 2, 3: throw ClientError(.noConnection, stage: .connect, "down")
      case 4: Self.response(["retry: \(Int.max)\nid: 2\n\n"], type: Self.events)
      default: HTTPResponse(.noContent)
      }
    }
    for try await event in APIClient(transport).clock(clock).events() { #expect(event.id == "a\u{1}b") }
    #expect(clock.slept == [.milliseconds(100), .milliseconds(200), .milliseconds(400), .seconds(3600)])
    // An id that no header can carry is omitted, and an id without data is used.
    #expect(transport.requests.map { $0.fields["Last-Event-ID"] } == [nil, nil, nil, nil, "2"])
  }

  private struct Row: Codable, Equatable, Sendable { var n: Int }

  @Test("JSON lines are decoded, and the first invalid line ends the stream")
  func jsonLines() async throws {
    var rows: [Row] = []
    for try await row in try await Self.client(["{\"n\":1}\n\n{\"n\"", ":2}\r\n \n{\"n\":3}"])
      .call(.stream, as: .jsonLines(of: Row.self))
    { rows.append(row) }
    #expect(rows == [Row(n: 1), Row(n: 2), Row(n: 3)])
    var iterator = try await Self.client(["{\"n\":1}\n{}\n"]).stream().jsonLines(of: Row.self).makeAsyncIterator()
    #expect(try await iterator.next() == Row(n: 1))
    do {
      _ = try await iterator.next()
      Issue.record("expected a decoding error")
    } catch let error as ClientError {
      #expect(error.code == .decoding)
      #expect(error.failures.map(\.pointer) == ["/n"])
      #expect(
        error.description
          == "GET /: line 2 of the response could not be decoded: expected body value `n` [decoding]")
    }
  }

  @Test("An unsuccessful response to a streamed call is thrown with its body")
  func failures() async throws {
    let transport = AnsweringTransport { _, _ in
      var response = Self.response([#"{"detail":"#, #""no"}"#], type: "application/json")
      response.status = .forbidden
      return response
    }
    let error = await #expect(throws: ClientError.self) { _ = try await APIClient(transport).stream() }
    #expect(error?.message == "the server responded with 403 Forbidden: no")
    #expect(transport.sent.map(\.isStreamed) == [true])
    let raw = try await APIClient(transport).validator(.always).stream()
    #expect(raw.status == .forbidden)
    #expect(try await raw.bytes.collect(upTo: 100).count == 15)
  }

  @Test("The body of an unsuccessful response is read only within the call's timeout")
  func unfinishedFailures() async throws {
    let (isRead, never) = (Turnstile(), Turnstile())
    let pieces = Lock<[[UInt8]]>([[0x61], [0x62, 0x63]])
    let stream = ByteStream {
      if let piece = pieces.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return piece }
      isRead.open()
      await withTaskCancellationHandler {
        await never.pass()
      } onCancel: {
        never.open()
      }
      throw CancellationError()
    }
    let transport = AnsweringTransport { _, _ in HTTPResponse(.badGateway, body: .stream(stream)) }
    var clock = TestClock().clock
    clock.alarm = { time in
      #expect(time == .seconds(9))
      await isRead.pass()
    }
    let client = APIClient(transport).timeout(.seconds(9)).configured { [clock] in $0.clock = clock }
    let error = await #expect(throws: ClientError.self) { try await client.stream() }
    #expect(error?.code == .unexpected)
    #expect(error?.response?.status == .badGateway)
    #expect(error?.response?.bytes == Array("abc".utf8))
  }

  @Test("A download appears at its path only when complete")
  func downloads() async throws {
    let path = "/tmp/contract-download-\(UInt64.random(in: .min ... .max))"
    defer { unlink(path) }
    let file = try await Self.client(["abc", "def"]).download(to: path)
    #expect(file.byteCount == 6)
    let upload = AnsweringTransport { request, _ in
      HTTPResponse(.ok, body: .bytes(try await request.body.collect(upTo: 100)))
    }
    #expect(try await APIClient(upload).body(file: path).call(.http, as: .string) == "abcdef")
    struct Broken: Error {}
    let broken = AnsweringTransport { _, _ in
      let isFirst = Lock(true)
      return HTTPResponse(
        .ok,
        body: .stream(
          ByteStream {
            let first = isFirst.withLock { first in
              defer { first = false }
              return first
            }
            guard first else { throw Broken() }
            return [0x78]
          }))
    }
    await #expect(throws: Broken.self) { try await APIClient(broken).download(to: path) }
    #expect(try await APIClient(upload).body(file: path).call(.http, as: .string) == "abcdef")
    #expect(leftovers(of: path).isEmpty)
  }

  /// Files next to the path that begin with its name.
  private func leftovers(of path: String) -> [String] {
    var found: [String] = []
    guard let folder = opendir("/tmp") else { return [] }
    defer { closedir(folder) }
    let name = path.dropFirst("/tmp/".count)
    while let entry = readdir(folder) {
      let own = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if own.hasPrefix(name), own != name { found.append(own) }
    }
    return found
  }
}
