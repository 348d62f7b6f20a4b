import ContractTestSupport
import ContractTesting
import Testing

private struct Card: Codable, Equatable, Sendable, Mockable {
  var id: Int
  var name: String
  static var mock: Card { Card(id: 7, name: "an example") }
}

@API @Mock
private protocol Cards: Sendable {
  @GET("/cards") func list() async throws -> [Card]
  @GET("/cards/:id") func card(id: Int) async throws -> Card
  @DELETE("/cards/:id") func remove(id: Int) async throws
  @GET("/motto") func motto() async throws -> String?
}

@Suite("Mocks served over sockets", .ownThreads)
struct MockedServiceTests {
  @Test("A served mock responds with examples for every endpoint")
  func examples() async throws {
    try await serve(Server(port: 0, threads: 1) { CardsRoutes(CardsMock(policy: .examples)) }) { port, client in
      let cards = CardsAPI(client)
      #expect(try await cards.card(id: 1) == .mock)
      let list = try await cards.list()
      #expect(list.allSatisfy { $0 == .mock })
      try await cards.remove(id: 1)
      let response = try RawConnection(port: port).exchange("GET", "/cards/1")
      #expect(response.status == 200 && response.text == #"{"id":7,"name":"an example"}"#)
      #expect(try RawConnection(port: port).exchange("GET", "/cards/x").status == 400)
    }
  }

  @Test("A served mock responds with the result that was set for a function")
  func set() async throws {
    let mock = CardsMock(policy: .examples)
    mock.mockCard { id in Card(id: id, name: "set") }
    try await withServer(CardsRoutes(mock)) { client in
      let card = try await CardsAPI(client).card(id: 3)
      #expect(card == Card(id: 3, name: "set"))
    }
  }
}
