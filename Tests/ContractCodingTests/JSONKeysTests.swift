import FoundationEssentials
import Testing

@testable import ContractCoding

@Suite("JSON with mapped keys")
struct JSONKeysTests {
  private let snake = JSONOptions(keys: .snakeCase)

  private let order = Order(
    orderID: 7, shipTo: Address(streetName: "Main St.", zip1: nil),
    lineItems: [Item(unitPrice: 3, itemTags: ["aB": 1])],
    byNumber: [4: Item(unitPrice: 1, itemTags: [:])], byKind: [.lateKind: "cD"], change: .movedTo(newPlace: "eF"))
  private let text = """
    {"order_id":7,"ship_to":{"street_name":"Main St."},"line_items":[{"unit_price":3,"item_tags":{"aB":1}}],\
    "by_number":{"4":{"unit_price":1,"item_tags":{}}},"by_kind":{"lateKind":"cD"},\
    "change":{"moved_to":{"new_place":"eF"}}}
    """

  @Test("Keys are mapped at every depth, and keys of dictionaries are not")
  func everyDepth() throws {
    let bytes = try JSONWriter.bytes(of: order, options: snake)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    #expect(try JSONReader(options: snake).decode(Order.self, from: bytes) == order)
  }

  @Test("Mapped keys are read and written as in Foundation with the same strategy")
  func oracle() throws {
    struct Plain: Codable, Equatable {
      struct Inner: Codable, Equatable { var someValue: [String: Int]; var _x1: Bool }
      var fooBar: Int
      var inner: [Inner]
      var lastOne: Inner?
    }
    let value = Plain(fooBar: 1, inner: [.init(someValue: ["aB": 1], _x1: true)], lastOne: nil)
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let bytes = try JSONWriter.bytes(of: value, options: snake)
    #expect(try decoder.decode(Plain.self, from: Data(bytes)) == value)
    #expect(try JSONReader(options: snake).decode(Plain.self, from: Array(encoder.encode(value))) == value)
  }

  @Test("A member with an acronym is found although its mapped name has no uppercase letters")
  func lostCapitals() throws {
    struct Account: Codable, Equatable { var userID: Int; var homeURL: String }
    let account = Account(userID: 1, homeURL: "x")
    let bytes = try JSONWriter.bytes(of: account, options: snake)
    #expect(try JSONReader(options: snake).decode(Account.self, from: bytes) == account)
  }

  @Test("Each key of a container's `allKeys` finds its member, and a mapped name takes precedence")
  func allKeys() throws {
    for text in [#"{"foo_bar":1,"user_id":2,"x_1":3,"plainKey":4,"_y":5,"A":6}"#, #"{"fooBar":1,"foo_bar":2}"#] {
      let sum = try JSONReader(options: snake).decode(SumOfAll.self, from: Array(text.utf8))
      #expect(sum.total == (text.contains("user_id") ? 21 : 2))
    }
  }

  @Test("Keys of nested containers and super coders are mapped")
  func nested() throws {
    let bytes = try JSONWriter.bytes(of: Nested(), options: snake)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"first_part":{"in_side":1},"second_part":[2],"third_part":3}"#)
    _ = try JSONReader(options: snake).decode(Nested.self, from: bytes)
  }

  @Test("Failures and errors contain the mapped names of members")
  func failures() throws {
    let text = #"{"order_id":"x","ship_to":{},"line_items":[{"item_tags":{"aB":"x"}}],"by_number":{},"by_kind":{}}"#
    let document = try JSONDocument(Array(text.utf8))
    let found = JSONReader(options: snake).failures(decoding: Order.self, from: document)
    #expect(
      found.map { "\($0.pointer) \($0.code.rawValue)" } == [
        "/order_id type", "/ship_to/street_name missing", "/line_items/0/unit_price missing",
        "/line_items/0/item_tags/aB type", "/change missing",
      ])
    let picky = try JSONDocument(Array(#"{"inner_value":{"evenNumber":0,"even_number":3}}"#.utf8))
    let refused = JSONReader(options: snake).failures(decoding: [String: Picky].self, from: picky)
    #expect(refused.map(\.pointer) == ["/inner_value/even_number"])
    #expect(refused.first?.found == "3")
    #expect {
      try JSONReader(options: snake).decode(Address.self, from: Array("{}".utf8))
    } throws: { error in
      guard case .keyNotFound(let key, let context)? = error as? DecodingError else { return false }
      return key.stringValue == "street_name" && context.debugDescription.contains("\"street_name\"")
    }
    #expect {
      try JSONWriter.bytes(of: ["kEy": Price(unitPrice: .nan)], options: snake)
    } throws: { error in
      guard case .invalidValue(_, let context)? = error as? EncodingError else { return false }
      return JSONPath.pointer(context.codingPath) == "/kEy/unit_price"
    }
  }

  @Test("A custom mapping is called once per key")
  func onceForEach() throws {
    let asked = Asked()
    let keys = KeyMapping.custom(
      to: {
        asked.names.append($0); return "x_" + $0
      }, from: { $0.hasPrefix("x_") ? String($0.dropFirst(2)) : $0 })
    let items = Array(repeating: Item(unitPrice: 1, itemTags: ["a": 1]), count: 10)
    let bytes = try JSONWriter.bytes(of: items, options: JSONOptions(keys: keys))
    #expect(asked.names == ["unitPrice", "itemTags"])
    #expect(String(decoding: bytes.prefix(43), as: UTF8.self) == #"[{"x_unitPrice":1,"x_itemTags":{"a":1}},{"x"#)
    asked.names = []
    #expect(try JSONReader(options: JSONOptions(keys: keys)).decode([Item].self, from: bytes) == items)
    #expect(asked.names == ["unitPrice", "itemTags"])
  }

  @Test("Names given to a writer are not mapped")
  func givenNames() throws {
    var writer = JSONWriter(options: snake)
    writer.beginObject()
    writer.key("fooBar")
    try writer.encode(Price(unitPrice: 1))
    writer.endObject()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"fooBar":{"unit_price":1}}"#)
  }
}

// MARK: - Types

extension JSONKeysTests {
  private struct Order: Codable, Equatable {
    enum Kind: String, Codable, CodingKeyRepresentable { case lateKind }
    enum Change: Codable, Equatable { case movedTo(newPlace: String), goneAway }
    var orderID: Int
    var shipTo: Address
    var lineItems: [Item]
    var byNumber: [Int: Item]
    var byKind: [Kind: String]
    var change: Change
  }

  private struct Address: Codable, Equatable {
    var streetName: String
    var zip1: Int?
  }

  private struct Item: Codable, Equatable {
    var unitPrice: Int
    var itemTags: [String: Int]
  }

  private struct Price: Codable { var unitPrice: Double }

  /// Throws a custom error for a member, with a custom key.
  private struct Picky: Decodable {
    enum CodingKeys: CodingKey { case evenNumber }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard try container.decode(Int.self, forKey: .evenNumber).isMultiple(of: 2) else {
        throw DecodingError.dataCorruptedError(forKey: .evenNumber, in: container, debugDescription: "odd")
      }
    }
  }

  /// Adds up all members that its container lists.
  private struct SumOfAll: Decodable {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    var total = 0

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      for key in container.allKeys { total += try container.decode(Int.self, forKey: key) }
    }
  }

  private struct Nested: Codable {
    enum Key: CodingKey { case firstPart, secondPart, thirdPart }
    enum Inner: CodingKey { case inSide }

    init() {}

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var first = container.nestedContainer(keyedBy: Inner.self, forKey: .firstPart)
      var second = container.nestedUnkeyedContainer(forKey: .secondPart)
      try 3.encode(to: container.superEncoder(forKey: .thirdPart))
      try second.encode(2)
      try first.encode(1, forKey: .inSide)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      var second = try container.nestedUnkeyedContainer(forKey: .secondPart)
      #expect(
        try container.nestedContainer(keyedBy: Inner.self, forKey: .firstPart).decode(Int.self, forKey: .inSide) == 1)
      #expect(try second.decode(Int.self) == 2)
      #expect(try Int(from: container.superDecoder(forKey: .thirdPart)) == 3)
    }
  }

  /// The names for which a mapping was called. Used by one test on one thread.
  private final class Asked: @unchecked Sendable {
    // SAFETY: only the test that owns it reads or writes it, from coders that run inside its own calls.
    var names: [String] = []
  }
}
