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
      return HTTPResponse(
        .ok, fields: [.contentType: "text/event-stream"], body: .bytes(Array("data: \(number)\n\n".utf8)))
    }
    var data: [String] = []
    for try await event in body.set(on: APIClient(transport).clock(TestClock()).put).events() {
      data.append(event.data)
    }
    #expect(data == (body == .once ? ["1"] : ["1", "2", "3"]))
    #expect(sent.withLock { $0 } == Array(repeating: "abc", count: body == .once ? 1 : 4))
  }
}
