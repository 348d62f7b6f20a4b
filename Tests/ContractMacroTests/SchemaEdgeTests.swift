import Contract
import ContractMacroFixtures
import FoundationEssentials
import Testing

@Suite("Unusual @Schema types")
struct SchemaEdgeTests {
  private func pointers<T: Contract::Schema>(_ type: T.Type, _ text: String) throws -> [String] {
    var found: [CodingFailure] = []
    _ = try JSONReader().decode(T.self, from: Array(text.utf8), checksRules: true, failures: &found)
    return found.map(\.pointer)
  }

  private func written<T: Encodable>(_ value: T) throws -> [UInt8] {
    var writer = JSONWriter()
    try writer.encode(value)
    return writer.bytes
  }

  private func written<T: Contract::Schema>(_ value: T) throws -> [UInt8] {
    var writer = JSONWriter()
    try writer.encode(value)
    return writer.bytes
  }

  private func value<T: Contract::Schema>(_ type: T.Type, _ text: String) throws -> T {
    try JSONReader().decode(T.self, from: Array(text.utf8))
  }

  @Test("A default of .none is the type's own case")
  func noneDefault() throws {
    #expect(try value(Errand.self, #"{"id":1}"#) == Errand(id: 1))
    #expect(try value(Errand.self, #"{"id":1}"#).urgency == .none)
  }

  @Test("A default of nil or .none applies to a type not spelled as an optional")
  func hiddenOptionals() throws {
    #expect(try value(Vague.self, "{}") == Vague())
    #expect(try JSONDecoder().decode(Vague.self, from: Data("{}".utf8)) == Vague())
    #expect(try pointers(Vague.self, "{}") == [])
    #expect(try value(Vague.self, "{}").urgency == .none)
  }

  @Test("An optional member has its initial value if absent and nil if null")
  func nullDefaults() throws {
    let absent = Leave(label: "none", urgency: .high, value: .text("plain"), note: nil, days: 5)
    #expect(try value(Leave.self, "{}") == absent)
    #expect(try JSONDecoder().decode(Leave.self, from: Data("{}".utf8)) == absent)
    #expect(try pointers(Leave.self, #"{"days":10}"#) == ["/days"])
    #expect(try pointers(Leave.self, #"{"days":null}"#) == [])
    let schema = JSONSchema.text(of: Leave.self)
    #expect(schema.contains(#""label":{"type":["string","null"],"default":"none"}"#))
    #expect(
      schema.contains(
        #""days":{"type":["integer","null"],"format":"int64","minimum":1,"maximum":9,"default":5}"#))
  }

  @Test("An invalid raw value is refused by every decoder")
  func rawValues() throws {
    #expect(try pointers([Side].self, "[[0,1],[1,1]]") == ["/1"])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Side].self, from: Data("[[0,1],[1,1]]".utf8)) }
    #expect(try pointers(UserID.self, #""x""#) == [""])
  }

  @Test("Self refers to the type in rules and associated values")
  func selfType() throws {
    #expect(try pointers(Errand.self, #"{"id":1,"weight":10}"#) == ["/weight"])
    let sum = Sum.add(.leaf(1), .add(.leaf(2), .leaf(3)))
    let text = try written(sum)
    #expect(try JSONReader().decode(Sum.self, from: text) == sum)
    #expect(try JSONDecoder().decode(Sum.self, from: Data(text)) == sum)
    #expect(JSONSchema.text(of: Sum.self).contains(#""_0":{"$ref""#))
  }

  @Test("A dictionary may have keys of a numeric enumeration")
  func numberKeys() throws {
    let house = House(rooms: [Floor.first: "kitchen"])
    let text = String(decoding: try written(house), as: UTF8.self)
    #expect(text == #"{"rooms":{"1":"kitchen"}}"#)
    #expect(try value(House.self, text) == house)
    #expect(throws: DecodingError.self) { try value(House.self, #"{"rooms":{"7":"attic"}}"#) }
  }

  @Test("A broken rule inside a plain Codable type is reported once, at its location")
  func ruleInsidePlain() throws {
    let text = #"{"plain":[{"errand":{"id":1,"weight":10},"n":"x"},{"errand":{"id":1,"weight":0},"n":1}]}"#
    #expect(
      Set(try pointers(Outer.self, text)) == ["/plain/0/errand/weight", "/plain/0/n", "/plain/1/errand/weight"])
  }

  @Test("A choice that matches no case is one failure")
  func choices() throws {
    let wrong = #"{"circle":{"radius":"a"},"square":{"side":"b"}}"#
    #expect(
      try pointers([Blob].self, "[\(wrong),\(wrong),{\"circle\":{\"radius\":\"c\"}}]") == [
        "/0", "/1", "/2/circle/radius",
      ])
  }

  @Test("A long array of values with several possible decodings is decoded")
  func alternatives() throws {
    let count = 20_000
    let text = "[" + (0..<count).map { #"{"value":"\#($0)"}"# }.joined(separator: ",") + "]"
    let cells = try value([Cell].self, text)
    #expect(cells.count == count && cells.last == Cell(value: .text("\(count - 1)")))
  }

  @Test("At most 100 failures are reported, with their locations")
  func manyFailures() throws {
    let text = "[" + (0..<20_000).map { _ in #"{"value":true}"# }.joined(separator: ",") + "]"
    #expect(try pointers([Cell].self, text) == (0..<100).map { "/\($0)/value" })
  }

  @Test("A long array of nested containers round-trips")
  func nestedContainers() throws {
    let blobs = (0..<20_000).map { PlainBlob.circle(radius: $0) }
    let text = try written(blobs)
    #expect(try JSONDecoder().decode([PlainBlob].self, from: Data(text)) == blobs)
  }

  @Test("A JSON Schema has the strictest of several bounds and describes custom rules in words")
  func schemas() {
    let text = JSONSchema.text(of: Bounded.self)
    #expect(text.contains(#""name":{"type":"string","minLength":2,"maxLength":80,"pattern":"^(?:[a-z]+)$"}"#))
    #expect(text.contains(#""size":{"type":"number","format":"double","minimum":0.0}"#))
    #expect(text.contains("must be at least a") && !text.contains("inf"))
    #expect(text.contains(#""minimum":3,"maximum":9"#))
  }
}
