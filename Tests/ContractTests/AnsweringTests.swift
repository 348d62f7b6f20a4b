import ContractHTTP
import FoundationEssentials
import Testing

@testable import Contract

@Suite("Responses through a request slot")
struct AnsweringTests {
  @Schema
  struct Measure: Equatable {
    var name: String
    var value: Double
  }

  private static var request: ServerRequest {
    ServerRequest(
      head: RequestHead(.init(.get, "/")), body: [], operation: APIOperation(id: "probe", method: .get, path: "/"),
      remoteAddress: nil)
  }

  @Test("A response keeps its body when the buffer is reused")
  func reuse() throws {
    let (sink, request) = (Sink(), Self.request)
    let slot = RequestSlot()
    slot.set(request, serial: 1)
    slot.answers(to: sink)
    let lengths = [3, 300, 1, 40_000, 20, 0, 20_000, 5]
    for length in lengths {
      try slot.answer(Measure(name: String(repeating: "z", count: length), value: 2), .json)
      try slot.answer(Measure(name: String(repeating: "x", count: length), value: 1), .json)
      #expect(throws: EncodingError.self) { try slot.answer(Measure(name: "y", value: .nan), .json) }
      try slot.answer("text of another codec", .text)
    }
    let expected = lengths.flatMap {
      [
        #"{"name":"\#(String(repeating: "z", count: $0))","value":2}"#,
        #"{"name":"\#(String(repeating: "x", count: $0))","value":1}"#, "text of another codec",
      ]
    }
    #expect(sink.texts == expected)
    #expect(sink.isHeldUnchanged)
    // The slot has no reference of its own.
    withExtendedLifetime(request) {}
  }

  @Test("A response reuses the previous buffer if it is small and the slot is serial")
  func memory() throws {
    let (sink, request) = (Sink(), Self.request)
    let slot = RequestSlot()
    slot.set(request, serial: 1)
    slot.answers(to: sink)
    try slot.answer(Measure(name: "x", value: 1), .json)
    #expect(slot.takeSpare().capacity > 0)
    try slot.answer(Measure(name: String(repeating: "x", count: 1 << 14), value: 1), .json)
    #expect(slot.takeSpare().capacity == 0)
    withExtendedLifetime(request) {}
    let lasting = RequestSlot(request)
    lasting.answers(to: sink)
    try lasting.answer(Measure(name: "x", value: 1), .json)
    #expect(lasting.takeSpare().capacity == 0)
  }

  /// Holds the text of every answer, and every fourth answer itself.
  private final class Sink: ResponseSink {
    private let answers = Lock<[(text: String, response: HTTPResponse?)]>([])

    var texts: [String] { answers.withLock { $0.map(\.text) } }
    var isHeldUnchanged: Bool {
      answers.withLock { $0.allSatisfy { $0.response == nil || $0.response.map(Self.text) == $0.text } }
    }

    private static func text(_ response: HTTPResponse) -> String { String(decoding: response.heldBytes, as: UTF8.self) }

    func deliver(_ response: HTTPResponse, for serial: Int) -> HTTPBodyStream? {
      answers.withLock { $0.append((Self.text(response), $0.count % 4 == 0 ? response : nil)) }
      return nil
    }

    func answer(to error: any Error, of request: AnyObject) -> HTTPResponse { HTTPResponse(.internalServerError) }
  }
}
