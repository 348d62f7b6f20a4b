import Contract
import FoundationEssentials

enum Sort: String, Codable, CaseIterable, Sendable { case newest, oldest }
enum Stars: Int, Codable, CaseIterable, Sendable { case one = 1, two, three }

struct Order: Codable, Equatable, Sendable {
  struct Line: Codable, Equatable, Sendable {
    var sku: String
    var count: UInt8
    var gift: Gift?
  }
  struct Gift: Codable, Equatable, Sendable {
    var to: String
    var wrapped: Bool
  }
  var lines: [Line]
  var sort: Sort
  var due: Date
  var labels: [String: Int]?
}

@API
protocol Shop: Sendable {
  @GET("/search") @Default("page", 1)
  func search(
    limit: Int, page: Int, since: Date?, sort: Query<Sort>, stars: Query<Stars?>, tags: [UInt8],
    accountID: Header<UUID>,
    authorization: Header<Int?>
  ) async throws -> String

  @GET("/items/:id/:suit?kind=open")
  func item(id: Int8, suit: Path<Suit>) async throws -> String

  @POST("/orders")
  func order(title: String, order: Order, urgent: Bool, note: String?) async throws -> String

  @PUT("/orders")
  func replace(order: Body<Order>) async throws -> String

  @PUT("/text")
  func text(value: Body<String>) async throws -> String
}

struct ShopService: Shop {
  func search(
    limit: Int, page: Int, since: Date?, sort: Sort, stars: Stars?, tags: [UInt8], accountID: UUID, authorization: Int?
  ) async throws -> String { "found" }
  func item(id: Int8, suit: Suit) async throws -> String { "item" }
  func order(title: String, order: Order, urgent: Bool, note: String?) async throws -> String { "ordered" }
  func replace(order: Order) async throws -> String { "replaced" }
  func text(value: String) async throws -> String { value }
}
