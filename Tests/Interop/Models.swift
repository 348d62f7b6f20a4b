import Contract
import FoundationEssentials

/// An endpoint that accepts or refuses a JSON text, as the same models of FastAPI in `models.py` do.
@API(prefix: "/models")
protocol Models: Sendable {
  @POST("/item")
  func item(item: Body<Item>) async throws
}

/// A member of every kind.
@Schema
struct Item: Sendable {
  var id: Int64
  var i8: Int8
  var i16: Int16
  var i32: Int32
  var u8: UInt8
  var u16: UInt16
  var u32: UInt32
  var u64: UInt64
  var ratio: Double
  var share: Float
  var done: Bool
  @Validate(.length(1...10)) var title: String
  @Validate(.pattern("[a-z]+")) var slug: String
  @Validate(.range(1...100)) var count: Int
  var note: String?
  var owner: Owner
  @Validate(.count(...3)) var tags: [String] = []
  var scores: [String: Int]
  var due: Date
  var key: UUID
  var state: State
  var event: Event
  var level: Int = 3
}

enum State: String, Codable, Sendable {
  case open, closed
}

@Schema
struct Owner: Sendable {
  var name: String
  var age: Int?
}

@Schema @Tagged("type")
enum Event: Sendable {
  case labeled(label: String, by: Int?)
  case closed
}

/// Accepts every item.
struct ModelService: Models {
  func item(item: Item) {}
}
