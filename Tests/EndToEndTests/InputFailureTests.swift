import ContractTestSupport
import ContractTesting
import FoundationEssentials
import Testing

/// All faults of a request in one response, byte for byte.
@Suite("Error responses for invalid input", .ownThreads)
struct InputFailureTests {
  struct Row: CustomTestStringConvertible {
    let name: String
    let method: String
    let target: String
    var fields: [String] = []
    var body: String?
    /// The messages with the other members of each entry of `errors`.
    let errors: [(message: String, members: String)]
    var testDescription: String { name }

    /// The whole body of the response.
    var problem: String {
      let first = Self.quoted(errors[0].message)
      let list = errors.map { "{\($0.members),\"message\":\(Self.quoted($0.message))}" }.joined(separator: ",")
      return
        #"{"title":"Bad Request","status":400,"detail":\#(first),"message":\#(first),"errors":[\#(list)]}"#
    }

    private static func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
  }

  @Test("A 400 response lists every input error, byte for byte", arguments: rows)
  func problems(row: Row) async throws {
    try await serve(Server(port: 0, threads: 1) { ShopRoutes(ShopService()) }) { port, _ in
      let connection = try RawConnection(port: port)
      let response = try connection.exchange(row.method, row.target, row.fields, body: row.body)
      #expect(response.status == 400)
      #expect(response.field("content-type") == "application/problem+json")
      #expect(response.text == row.problem)
      let good = try connection.exchange("GET", "/items/1/clubs?kind=open")
      #expect(good.status == 200, "the connection stays open")
    }
  }

  @Test("A text body that is not UTF-8 is refused with 400")
  func brokenText() async throws {
    try await serve(Server(port: 0, threads: 1) { ShopRoutes(ShopService()) }) { port, _ in
      let connection = try RawConnection(port: port)
      try connection.write(
        Array("PUT /text HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n".utf8) + [
          0xC3, 0x28,
        ])
      let text = "the request body is not text in UTF-8"
      #expect(
        try connection.read().text
          == #"{"title":"Bad Request","status":400,"detail":"\#(text)","message":"\#(text)","errors":[{"in":"body","pointer":"","code":"syntax","expected":"UTF-8","message":"\#(text)"}]}"#
      )
    }
  }

  @Test("The client's error message includes the input error of a 400 response")
  func clientMessage() async throws {
    try await serve(Server(port: 0, threads: 1) { ShopRoutes(ShopService()) }) { _, client in
      let endpoint = Endpoint<Empty, String>(.get, "/search", id: "Shop.search")
      do {
        _ = try await client.call(endpoint)
        Issue.record("expected a refusal of the request without inputs")
      } catch let error as ClientError {
        #expect(error.code == .unexpected)
        #expect(
          error.description
            == "Shop.search: the server responded with 400 Bad Request: expected query value `limit` [unexpected]")
      }
    }
  }

  @Test("A decoding error thrown by a handler becomes a 500, not a 400")
  func handlersDecodingError() async throws {
    struct Broken: Shop {
      func search(
        limit: Int, page: Int, since: Date?, sort: Sort, stars: Stars?, tags: [UInt8], accountID: UUID,
        authorization: Int?
      ) async throws -> String { "" }
      func item(id: Int8, suit: Suit) async throws -> String {
        throw DecodingError.keyNotFound(Key(), .init(codingPath: [], debugDescription: "upstream=secret"))
      }
      func order(title: String, order: Order, urgent: Bool, note: String?) async throws -> String { "" }
      func replace(order: Order) async throws -> String { "" }
      func text(value: String) async throws -> String {
        throw InvalidInput(.query, "limit", reason: "secret")
      }
      struct Key: CodingKey {
        var stringValue: String { "id" }
        var intValue: Int? { nil }
        init() {}
        init?(stringValue: String) {}
        init?(intValue: Int) {}
      }
    }
    let server = Server(port: 0, threads: 1, onError: { _, _ in }) { ShopRoutes(Broken()) }
    try await serve(server) { port, _ in
      let connection = try RawConnection(port: port)
      let item = try connection.exchange("GET", "/items/1/clubs?kind=open")
      #expect(item.status == 500)
      #expect(!item.text.contains("secret") && !item.text.contains("id\""))
      try connection.write("PUT /text HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\na")
      let text = try connection.read()
      #expect(text.status == 500)
      #expect(!text.text.contains("secret"))
    }
  }
}
