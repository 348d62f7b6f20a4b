import ContractCoding
import ContractHTTP
import Foundation
import Testing

@Suite("Schemas of types that are only Codable")
struct RecordedSchemaTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let schema: JSONSchema
    let expected: String
    var definitions = "{}"
    /// False for a form.
    var admitsNull = true
  }

  struct Note: Codable {
    var id: UUID
    var text: String
    var due: Date?
    var tags: [String]
    var state: State
    var owner: Owner?
    var counts: [String: Int]
  }
  struct Owner: Codable {
    var name: String
    var home: URL
    var photo: Data
    var balance: Decimal
  }
  enum State: String, Codable { case open, done = "finished" }
  enum Level: Int, Codable, CaseIterable { case low = 1, high = 5 }
  final class Tree: Codable {
    var name: String
    var children: [Tree]
  }
  struct Forest: Codable { var trees: [Tree] }
  struct Road: Codable {
    var side: Side?
    var turns: [Turn]
  }
  struct Side: Codable { var corner: Corner? }
  struct Corner: Codable { var turns: [Turn] }
  struct Turn: Codable { var corners: [Corner] }
  /// Eight types that all refer to each other.
  struct Web<Tag>: Codable {
    var count: Counted
    var a: [Web<Int8>]?, b: [Web<Int16>]?, c: [Web<Int32>]?, d: [Web<Int64>]?
    var e: [Web<UInt8>]?, f: [Web<UInt16>]?, g: [Web<UInt32>]?, h: [Web<UInt64>]?
  }
  struct Counted: Codable {
    static let decodings = Lock(0)
    init(from decoder: any Decoder) { Self.decodings.withLock { $0 += 1 } }
    func encode(to encoder: any Encoder) {}
  }
  struct Page<Item: Codable>: Codable {
    var items: [Item]
    var next: String?
  }
  struct Amount: Codable {
    var cents: Int64
    init(from decoder: any Decoder) throws { cents = try decoder.singleValueContainer().decode(Int64.self) }
  }
  struct Point: Codable {
    var x: Double, y: Double
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      (x, y) = (try container.decode(Double.self), try container.decode(Double.self))
    }
  }
  struct Nested: Codable {
    var city: String
    enum Keys: String, CodingKey { case address, city }
    init(from decoder: any Decoder) throws {
      city = try decoder.container(keyedBy: Keys.self).nestedContainer(keyedBy: Keys.self, forKey: .address)
        .decode(String.self, forKey: .city)
    }
  }
  enum Shape: Codable { case circle(radius: Double), empty }
  struct Even: Codable {
    var number: Int
    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
      if number % 2 == 0 { throw CancellationError() }
    }
  }
  struct Money: Codable, JSONSchemaProviding {
    var text: String
    static var jsonSchema: JSONSchema { JSONSchema(.string, format: "money") }
  }
  struct Closed { var value = 0 }

  static let rows: [Row] = [
    Row(
      testDescription: "members by their types, and an enumeration that does not list its cases",
      schema: .of(Note.self), expected: ##"{"$ref":"#/Note"}"##,
      definitions: """
        {"Note":{"type":"object","properties":{"id":{"type":"string","format":"uuid"},"text":{"type":"string"},
        "due":{"anyOf":[{"type":"string","format":"date-time"},{"type":"null"}]},"tags":{"type":"array","items":{"type":"string"}},
        "state":{"$ref":"#/State"},"owner":{"anyOf":[{"$ref":"#/Owner"},{"type":"null"}]},
        "counts":{"type":"object","additionalProperties":{"type":"integer","format":"int64"}}},
        "required":["id","text","tags","state","counts"]},
        "Owner":{"type":"object","properties":{"name":{"type":"string"},"home":{"type":"string","format":"uri-reference","minLength":1},
        "photo":{"type":"string","contentEncoding":"base64"},"balance":{"type":"number",
        "minimum":-3.40282366920938463463374607431768211455e+165,
        "maximum":3.40282366920938463463374607431768211455e+165}},
        "required":["name","home","photo","balance"]},
        "State":{"type":"string","enum":["open","finished"]}}
        """),
    Row(
      testDescription: "raw values that are numbers", schema: .of([Level].self),
      expected: ##"{"type":"array","items":{"$ref":"#/Level"}}"##,
      definitions: ##"{"Level":{"type":"integer","enum":[1,5]}}"##),
    Row(
      testDescription: "a type that contains itself", schema: .of(Tree.self), expected: ##"{"$ref":"#/Tree"}"##,
      definitions: """
        {"Tree":{"type":"object","properties":{"name":{"type":"string"},
        "children":{"type":"array","items":{"$ref":"#/Tree"}}},"required":["name","children"]}}
        """),
    Row(
      testDescription: "a type that contains itself, in a form", schema: .of(Tree.self),
      expected: ##"{"$ref":"#/Tree"}"##,
      definitions: """
        {"Tree":{"type":"object","properties":{"name":{"type":"string"},
        "children":{"anyOf":[{"type":"array","items":{"$ref":"#/Tree"}},{"const":""}]}},"required":["name"]}}
        """, admitsNull: false),
    Row(
      testDescription: "types that contain each other, of which one is also used elsewhere", schema: .of(Road.self),
      expected: ##"{"$ref":"#/Road"}"##,
      definitions: """
        {"Corner":{"type":"object","properties":{"turns":{"type":"array","items":{"$ref":"#/Turn"}}},"required":["turns"]},
        "Road":{"type":"object","properties":{"side":{"anyOf":[{"$ref":"#/Side"},{"type":"null"}]},
        "turns":{"type":"array","items":{"$ref":"#/Turn"}}},"required":["turns"]},
        "Side":{"type":"object","properties":{"corner":{"anyOf":[{"$ref":"#/Corner"},{"type":"null"}]}}},
        "Turn":{"type":"object","properties":{"corners":{"type":"array","items":{"$ref":"#/Corner"}}},"required":["corners"]}}
        """),
    Row(
      testDescription: "a generic type, named after its argument", schema: .of(Page<Owner>?.self),
      expected: ##"{"anyOf":[{"$ref":"#/PageOfOwner"},{"type":"null"}]}"##,
      definitions: """
        {"Owner":{"type":"object","properties":{"name":{"type":"string"},"home":{"type":"string","format":"uri-reference","minLength":1},
        "photo":{"type":"string","contentEncoding":"base64"},"balance":{"type":"number",
        "minimum":-3.40282366920938463463374607431768211455e+165,
        "maximum":3.40282366920938463463374607431768211455e+165}},
        "required":["name","home","photo","balance"]},
        "PageOfOwner":{"type":"object","properties":{"items":{"type":"array","items":{"$ref":"#/Owner"}},
        "next":{"type":["string","null"]}},"required":["items"]}}
        """),
    Row(
      testDescription: "a single value", schema: .of(Amount.self), expected: ##"{"$ref":"#/Amount"}"##,
      definitions: ##"{"Amount":{"type":"integer","format":"int64"}}"##),
    Row(
      testDescription: "elements of an array", schema: .of(Point.self), expected: ##"{"$ref":"#/Point"}"##,
      definitions: ##"{"Point":{"type":"array","items":{"type":"number","format":"double"}}}"##),
    Row(
      testDescription: "a nested container", schema: .of(Nested.self), expected: ##"{"$ref":"#/Nested"}"##,
      definitions: """
        {"Nested":{"type":"object","properties":{"address":{"type":"object","properties":{"city":{"type":"string"}},
        "required":["city"]}},"required":["address"]}}
        """),
    Row(
      testDescription: "a type that describes itself", schema: .of(Money.self),
      expected: #"{"type":"string","format":"money"}"#),
  ]

  @Test("A schema lists the members that a type decodes", arguments: rows)
  func recorded(_ row: Row) {
    var definitions = JSONSchemaDefinitions(at: "#/")
    definitions.admitsNull = row.admitsNull
    var writer = JSONWriter()
    definitions.write(row.schema, to: &writer)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == row.expected)
    var all = JSONWriter()
    definitions.writeAll(to: &all)
    #expect(String(decoding: all.bytes, as: UTF8.self) == row.definitions.replacing("\n", with: ""))
    #expect(definitions.problems == [])
  }

  @Test("A type that contains itself has one definition for JSON and one for forms")
  func formats() {
    var definitions = JSONSchemaDefinitions(at: "#/")
    var writer = JSONWriter()
    definitions.write(.of(Forest.self), to: &writer)
    definitions.admitsNull = false
    definitions.write(.of(Tree.self), to: &writer)
    var all = JSONWriter()
    definitions.writeAll(to: &all)
    let expected = """
      {"Forest":{"type":"object","properties":{"trees":{"type":"array","items":{"$ref":"#/Tree2"}}},"required":["trees"]},
      "Tree":{"type":"object","properties":{"name":{"type":"string"},
      "children":{"anyOf":[{"type":"array","items":{"$ref":"#/Tree"}},{"const":""}]}},"required":["name"]},
      "Tree2":{"type":"object","properties":{"name":{"type":"string"},
      "children":{"type":"array","items":{"$ref":"#/Tree2"}}},"required":["name","children"]}}
      """
    #expect(String(decoding: all.bytes, as: UTF8.self) == expected.replacing("\n", with: ""))
  }

  @Test("A type is decoded once, however many types refer to it")
  func decodings() {
    var definitions = JSONSchemaDefinitions(at: "#/")
    var writer = JSONWriter()
    definitions.write(.of(Web<Int8>.self), to: &writer)
    definitions.writeAll(to: &writer)
    #expect(definitions.allNames.count == 9)
    // Once to record the type, and once to create its placeholder.
    #expect(Counted.decodings.withLock { $0 } <= 2)
  }

  static let problematic: [Row] = [
    Row(
      testDescription: "cases with associated values", schema: .of(Shape.self),
      expected: "because its members depend on the data; add @Schema"),
    Row(
      testDescription: "a check of a value", schema: .of([Even].self),
      expected: "refuses placeholder values; add @Schema"),
    Row(testDescription: "a type that is not Codable", schema: .of(Closed?.self), expected: "`Closed` is not Codable"),
  ]

  @Test("A type whose form depends on the data is reported with a remedy", arguments: problematic)
  func problems(_ row: Row) {
    var definitions = JSONSchemaDefinitions(at: "#/")
    var writer = JSONWriter()
    definitions.write(row.schema, to: &writer)
    definitions.writeAll(to: &writer)
    #expect(definitions.problems.count == 1)
    #expect(definitions.problems.first?.contains(row.expected) == true, "\(definitions.problems)")
  }
}
