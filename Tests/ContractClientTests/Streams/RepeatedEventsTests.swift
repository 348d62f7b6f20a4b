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
    "An event stream reconnects only if the body of its request can be sent again, and then sends all of it",
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

  @Test("An event of a later connection has the last id of an earlier one", arguments: [false, true])
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

  @Test("The unfinished last line of an event stream is dropped")
  func unfinishedLine() async throws {
    let client = APIClient(AnsweringTransport(Self.events("data: 1\n\nretry: 25")))
    var iterator = try await client.call(.stream, as: .events).makeAsyncIterator()
    #expect(try await iterator.next()?.data == "1")
    #expect(try await iterator.next() == nil)
    #expect(iterator.retry == nil)
  }
}
