import Contract
import ContractTesting
import FoundationEssentials
import Testing

@Schema struct Counters: Equatable, Sendable {
  var revision: Int64 = 5
  var lease: Int64?
  var size: UInt64
  var many: [Int64] = []
  var named: [String: UInt64] = [:]
  var plain: PlainCounter?
  var level: WideLevel = .low
  var count: Int = 0
  var small: Int32 = 0
}

struct PlainCounter: Codable, Equatable, Sendable { var id: Int64, ids: [UInt64?], count: UInt }

@Schema enum WideLevel: Int64, Sendable { case low = 1, high = 9_223_372_036_854_775_807 }

struct PlainCounters: Codable, Equatable, Sendable {
  var first: Int64
  var rest: [Int64]
  var nested: Counters?

  init(first: Int64, rest: [Int64], nested: Counters? = nil) {
    (self.first, self.rest, self.nested) = (first, rest, nested)
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    first = try container.decode(Int64.self)
    rest = try container.decode([Int64].self)
    nested = try container.decodeIfPresent(Counters.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(first)
    try container.encode(rest)
    try container.encode(nested)
  }
}

@API @Wire(Wire { $0.json.integers64 = .strings }) protocol Store64: Sendable {
  @POST("/put") func put(lease: Int64?, size: UInt64, more: [Int64], at: Query<Int64>) async throws -> Counters
  @POST("/body") func body(counters: Body<Counters>) async throws -> [Counters]
  @POST("/ids") func ids(ids: Body<[Int64]>) async throws -> Int64
}

private struct Store64Service: Store64 {
  func put(lease: Int64?, size: UInt64, more: [Int64], at: Int64) async throws -> Counters {
    Counters(revision: at, lease: lease, size: size, many: more)
  }
  func body(counters: Counters) async throws -> [Counters] { [counters] }
  func ids(ids: [Int64]) async throws -> Int64 { ids.reduce(0, +) }
}

@Suite("Integers of 64 bits as strings")
struct Integers64Tests {
  private static let options = JSONOptions(integers64: .strings)
  private static let counters = Counters(
    lease: -1, size: .max, many: [0, .min], named: ["a": 1], plain: PlainCounter(id: 7, ids: [nil, 2], count: 3),
    level: .high, count: 4, small: 5)
  private static let text =
    #"{"revision":"5","lease":"-1","size":"18446744073709551615","many":["0","-9223372036854775808"],"named":{"a":"1"},"#
    + #""plain":{"id":"7","ids":[null,"2"],"count":3},"level":"9223372036854775807","count":4,"small":5}"#

  @Test("Both coders write 64-bit integers as strings, and read strings and numbers")
  func values() throws {
    #expect(
      String(decoding: try JSONWriter.bytes(of: Self.counters, options: Self.options), as: UTF8.self) == Self.text)
    let plain = PlainCounters(first: 1, rest: [-2], nested: Self.counters)
    let plainText = #"["1",["-2"],\#(Self.text)]"#
    #expect(String(decoding: try JSONWriter.bytes(of: plain, options: Self.options), as: UTF8.self) == plainText)
    let reader = JSONReader(options: Self.options)
    #expect(try reader.decode(Counters.self, from: Array(Self.text.utf8)) == Self.counters)
    #expect(try reader.decode(PlainCounters.self, from: Array(plainText.utf8)) == plain)
    for text in [#"["1",[2,"3"]]"#, #"[1.0,["2",3e0]]"#, #"["\u0031",[2,3],null]"#] {
      #expect(try reader.decode(PlainCounters.self, from: Array(text.utf8)) == PlainCounters(first: 1, rest: [2, 3]))
    }
    let numbers = #"{"size":7,"lease":"-0","many":[1,"2"],"level":1}"#
    let read = try reader.decode(Counters.self, from: Array(numbers.utf8))
    #expect(read == Counters(lease: 0, size: 7, many: [1, 2]))
  }

  @Test("By default, 64-bit integers are numbers, and strings are refused")
  func numbers() throws {
    let bytes = try JSONWriter.bytes(of: Counters(size: 7))
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(#"{"revision":5,"size":7,"many":[]"#))
    #expect(throws: DecodingError.self) { try JSONReader().decode(Counters.self, from: Array(#"{"size":"7"}"#.utf8)) }
    #expect(throws: DecodingError.self) { try JSONReader().decode([Int64].self, from: Array(#"["7"]"#.utf8)) }
  }

  @Test(
    "Strings that are not integers are refused by all coders",
    arguments: ["", " 1", "1 ", "+1", "01", "-", "1.0", "1e2", "0x1", "x", "１"])
  func refusals(digits: String) throws {
    try expect(#"{"size":"\#(digits)"}"#, "type", "UInt64")
    let plain = JSONReader(options: Self.options).failures(
      decoding: PlainCounters.self, from: try JSONDocument(Array(#"["\#(digits)",[]]"#.utf8)))
    #expect(plain.map { "\($0.pointer) \($0.code.rawValue) \($0.expected)" } == ["/0 type Int64"])
  }

  @Test("Integers out of range are invalid", arguments: ["-1", "18446744073709551616", "99999999999999999999999"])
  func range(digits: String) throws {
    try expect(#"{"size":"\#(digits)"}"#, "invalid", "UInt64")
    try expect(#"{"size":\#(digits)}"#, "invalid", "UInt64")
  }

  private func expect(_ text: String, _ code: String, _ type: String) throws {
    let reader = JSONReader(options: Self.options)
    let found = reader.failures(decoding: Counters.self, from: try JSONDocument(Array(text.utf8)))
    #expect(found.map { "\($0.pointer) \($0.code.rawValue) \($0.expected)" } == ["/size \(code) \(type)"])
    var compiled: [CodingFailure] = []
    _ = try reader.decode(Counters.self, from: Array(text.utf8), failures: &compiled)
    #expect(compiled == found)
  }

  @Test("The schema has strings with the integers' format and without numeric bounds")
  func schema() {
    let text = JSONSchema.text(of: Counters.self, options: Self.options)
    #expect(text.contains(#""revision":{"type":"string","format":"int64","default":"5"}"#))
    #expect(text.contains(#""lease":{"anyOf":[{"type":"string","format":"int64"},{"type":"null"}]}"#))
    #expect(text.contains(#""size":{"type":"string","format":"uint64"}"#))
    #expect(text.contains(#""many":{"type":"array","items":{"type":"string","format":"int64"},"#))
    #expect(text.contains(#""count":{"type":"integer","format":"int64","default":0}"#))
    #expect(text.contains(#"{"type":"string","enum":["1","9223372036854775807"]}"#))
    #expect(JSONSchema.text(of: Counters.self).contains(#""size":{"type":"integer","format":"uint64","minimum":0,"#))
  }

  @Test("64-bit integers round-trip in the fields, bodies, results and queries of a contract")
  func calls() async throws {
    let api = Store64API(Store64Routes(Store64Service()).inProcess)
    let counters = try await api.put(lease: .max, size: .max, more: [1, 2], at: 3)
    #expect(counters == Counters(revision: 3, lease: .max, size: .max, many: [1, 2]))
    #expect(try await api.body(counters: Self.counters) == [Self.counters])
    #expect(try await api.ids(ids: [1, .max - 1]) == .max)
  }
}
