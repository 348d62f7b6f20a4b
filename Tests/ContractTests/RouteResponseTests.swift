import ContractHTTP
import FoundationEssentials
import Testing

@testable import Contract

@Suite("Responses of routes")
struct RouteResponseTests {
  @Schema
  struct Measure: Equatable {
    var name: String
    var value: Double
  }

  private static func text(_ response: HTTPResponse) -> String {
    String(decoding: response.heldBytes, as: UTF8.self)
  }

  @Test("A response keeps its body when the memory of an earlier one is reused")
  func reuse() throws {
    let request = ServerRequest(
      head: RequestHead(.init(.get, "/")), body: [], operation: APIOperation(id: "probe", method: .get, path: "/"),
      remoteAddress: nil)
    let memory = MessageMemory()
    memory.serveThread()
    defer { memory.leave() }
    var held: [(text: String, response: HTTPResponse)] = []
    /// Keeps the memory of each response, and every fourth response itself.
    func send(_ response: HTTPResponse) {
      memory.keepBody(response.heldBytes)
      held.append((Self.text(response), held.count % 4 == 0 ? response : HTTPResponse(.ok)))
    }
    let lengths = [3, 300, 1, 40_000, 20, 0, 20_000, 5]
    for length in lengths {
      send(try request.response(Measure(name: String(repeating: "z", count: length), value: 2), .json))
      send(try request.response(Measure(name: String(repeating: "x", count: length), value: 1), .json))
      #expect(throws: EncodingError.self) { try request.response(Measure(name: "y", value: .nan), .json) }
      send(try request.response("text of another codec", .text))
    }
    let expected = lengths.flatMap {
      [
        #"{"name":"\#(String(repeating: "z", count: $0))","value":2}"#,
        #"{"name":"\#(String(repeating: "x", count: $0))","value":1}"#, "text of another codec",
      ]
    }
    #expect(held.map(\.text) == expected)
    for (index, entry) in held.enumerated() where index % 4 == 0 { #expect(Self.text(entry.response) == entry.text) }
  }
}
