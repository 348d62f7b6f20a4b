import Contract
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("Idempotency keys and hosts")
struct IdempotencyHostTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The authorities of two requests, and the hosts that a proxy forwards.
    let first: (authority: String?, forwarded: String?)
    let second: (authority: String?, forwarded: String?)
    let isReplayed: Bool
  }

  static let rows = [
    Row(testDescription: "the same host", first: ("a.example", nil), second: ("a.example", nil), isReplayed: true),
    Row(testDescription: "another host", first: ("a.example", nil), second: ("b.example", nil), isReplayed: false),
    Row(
      testDescription: "another spelling and port", first: ("a.example", nil), second: ("A.Example:443", nil),
      isReplayed: true),
    Row(testDescription: "an address and a port", first: ("[::1]", nil), second: ("[::1]:8080", nil), isReplayed: true),
    Row(testDescription: "another address", first: ("[::1]", nil), second: ("[::2]", nil), isReplayed: false),
    Row(testDescription: "no host", first: (nil, nil), second: (nil, nil), isReplayed: true),
    Row(
      testDescription: "one host through two replicas", first: ("replica-1:80", "a.example"),
      second: ("replica-2:80", "a.example"), isReplayed: true),
    Row(
      testDescription: "two hosts through one replica", first: ("replica:80", "a.example"),
      second: ("replica:80", "b.example"), isReplayed: false),
  ]

  @Test(
    "A request to another host with the same key is refused with 422, and one to the same host is a retry",
    arguments: rows)
  func hosts(_ row: Row) async throws {
    let keys = IdempotencyKeys()
    var responses: [HTTPResponse] = []
    for (authority, forwarded) in [row.first, row.second] {
      let request = HTTPRequest(.post, "/orders", authority: authority, fields: ["Idempotency-Key": "k"])
      let exchange = Exchange(head: RequestHead(request), operation: nil)
      if let forwarded { exchange.client = ClientOrigin(host: forwarded) }
      responses.append(try await keys.handle(request, in: exchange) { _ in .text("order") })
    }
    #expect(responses[0].status == 200)
    #expect(responses[1].status == (row.isReplayed ? 200 : 422))
    #expect(responses[1].field("Idempotency-Replayed") == (row.isReplayed ? "true" : nil))
  }
}
