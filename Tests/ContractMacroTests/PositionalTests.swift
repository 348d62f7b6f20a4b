import Contract
import ContractTesting
import FoundationEssentials
import Testing

@Schema @Positional struct Reading: Equatable, Sendable {
  let version = 2
  var at: Date
  /// The measured value.
  @Validate(.range(0...9)) var value: Int
  var unit: String?
  var plain: PlainPoint?
  var weight: Double = 1
}

@Schema @Positional struct Couple<First: Contract::Schema & Equatable & Sendable>: Equatable, Sendable {
  private(set) var first: First
  var second: [Couple<First>]

  init(_ first: First, _ second: [Couple<First>] = []) { (self.first, self.second) = (first, second) }
}

@Schema @Positional struct Lone: Equatable, Sendable { var only: PlainPoint }

@Schema struct Readings: Equatable, Sendable {
  var all: [Reading]
  var last: Lone?
}

struct PlainReadings: Codable, Equatable, Sendable { var reading: Reading, byName: [String: Lone] }

@API protocol ReadingsAPI: Sendable {
  @POST("/readings") func add(reading: Body<Reading>) async throws -> [Reading]
  @POST("/couples") func pair(couple: Couple<Int>, lone: Lone?) async throws -> Readings
}

private struct ReadingService: ReadingsAPI {
  func add(reading: Reading) async throws -> [Reading] { [reading] }
  func pair(couple: Couple<Int>, lone: Lone?) async throws -> Readings { Readings(all: [], last: lone) }
}

@Suite("Structs as arrays with fixed positions")
struct PositionalTests {
  private let api = ReadingsAPIAPI(ReadingsAPIRoutes(ReadingService()).inProcess)
  private static let date = Date(timeIntervalSinceReferenceDate: 7)

  private static let samples: [SchemaSample] = [
    SchemaSample(Reading(at: date, value: 3), "[2,7,3,null,null,1]"),
    SchemaSample(
      Reading(at: date, value: 3, unit: "m", plain: PlainPoint(x: 1), weight: 0.5), #"[2,7,3,"m",{"x":1},0.5]"#),
    SchemaSample([Couple(1, [Couple(2)])], "[[1,[[2,[]]]]]"),
    SchemaSample(Couple("a"), #"["a",[]]"#),
    SchemaSample(Lone(only: PlainPoint(x: 1)), #"[{"x":1}]"#),
    SchemaSample(
      Readings(all: [Reading(at: date, value: 0)], last: Lone(only: PlainPoint(x: 2))),
      #"{"all":[[2,7,0,null,null,1]],"last":[{"x":2}]}"#),
    SchemaSample(
      Lone(only: PlainPoint(x: 1)), #"[{"X":1}]"#, options: JSONOptions(dates: .deferredToDate, keys: .trainCase)),
  ]

  @Test("Every coder writes and reads the members in their order", arguments: samples)
  func values(sample: SchemaSample) throws {
    #expect(try sample.mistakes() == [])
  }

  @Test(
    "The last elements may be absent if their members are optional or have an initial value",
    arguments: [
      ("[1,7,3]", Reading(at: date, value: 3)),
      (#" [ "any" , 7 , 3 , "m" ] "#, Reading(at: date, value: 3, unit: "m")),
      (#"[{},7,3,null,{"x":1}]"#, Reading(at: date, value: 3, plain: PlainPoint(x: 1))),
    ])
  func absent(text: String, reading: Reading) throws {
    let reader = JSONReader(options: JSONOptions(dates: .deferredToDate))
    let bytes = Array(text.utf8)
    #expect(try reader.decode(Reading.self, from: bytes) == reading)
    #expect(try JSONDecoder().decode(Reading.self, from: Data(bytes)) == reading)
    let plain = try reader.decode(PlainReadings.self, from: Array(#"{"reading":\#(text),"byName":{}}"#.utf8))
    #expect(plain.reading == reading)
  }

  /// A text, and its failures as pointers with the expected values.
  private static let refusals: [(text: String, failures: [String])] = [
    ("{}", [": \(Reading.self)"]),
    ("null", [": \(Reading.self)"]),
    ("[]", [": an array of 3 to 6 elements"]),
    (#"["a","b"]"#, [": an array of 3 to 6 elements"]),
    ("[2,7,3,null,null,1,1]", [": an array of 3 to 6 elements"]),
    (#"[2,"b",null,1,{},"w"]"#, ["/1: Date", "/2: Int", "/3: String", "/4/x: Int", "/5: Double"]),
  ]

  @Test("Failures have the position of the element, in every coder", arguments: refusals)
  func failures(text: String, failures: [String]) throws {
    let reader = JSONReader(options: JSONOptions(dates: .deferredToDate))
    let bytes = Array(text.utf8)
    let found = reader.failures(decoding: Reading.self, from: try JSONDocument(bytes))
    #expect(found.map { "\($0.pointer): \($0.expected)" } == failures)
    var compiled: [CodingFailure] = []
    _ = try reader.decode(Reading.self, from: bytes, failures: &compiled)
    #expect(compiled == found)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Reading.self, from: Data(bytes)) }
  }

  @Test("For a struct with one member, a failure says that an array of 1 element is expected")
  func lone() throws {
    let found = JSONReader().failures(decoding: [Lone].self, from: try JSONDocument(Array("[[],[{\"x\":1},2]]".utf8)))
    #expect(
      found.map { "\($0.pointer): \($0.expected)" } == ["/0: an array of 1 element", "/1: an array of 1 element"])
    #expect(found.map(\.found) == ["an array", "an array"])
  }

  @Test("The schema has a schema for each position, and the number of elements")
  func schema() {
    #expect(
      JSONSchema.text(of: Reading.self)
        == #"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"array","prefixItems":["#
        + #"{"type":"integer","format":"int64","const":2},{"type":"string","format":"date-time"},"#
        + #"{"type":"integer","format":"int64","minimum":0,"maximum":9,"description":"The measured value."},"#
        + ##"{"type":["string","null"]},{"anyOf":[{"$ref":"#/$defs/PlainPoint"},{"type":"null"}]},"##
        + #"{"type":"number","format":"double","default":1}],"minItems":3,"maxItems":6,"title":"Reading","#
        + ##""$defs":{"PlainPoint":{"type":"object","properties":{"x":{"type":"integer","format":"int64"}},"##
        + #""required":["x"]}}}"#)
    #expect(JSONSchema.text(of: Lone.self).contains(#""minItems":1,"maxItems":1"#))
  }

  @Test("Bodies, results and fields carry positional structs, and a server checks their rules")
  func calls() async throws {
    let reading = Reading(at: Self.date, value: 9, unit: "m")
    #expect(try await api.add(reading: reading) == [reading])
    let lone = Lone(only: PlainPoint(x: 1))
    #expect(try await api.pair(couple: Couple(1, [Couple(2)]), lone: lone) == Readings(all: [], last: lone))
    let error = await #expect(throws: ClientError.self) {
      try await api.add(reading: Reading(at: Self.date, value: 10))
    }
    #expect(error?.message.contains("`2` must be from 0 to 9") == true)
  }

  @Test("Rules of elements are checked in types that are only Codable")
  func plainRules() throws {
    let text = #"{"reading":[2,7,10],"byName":{}}"#
    var failures: [CodingFailure] = []
    let reader = JSONReader(options: JSONOptions(dates: .deferredToDate))
    let value = RuleSink.read(.useDefaultKeys, failures: &failures) { _ in
      try? reader.decode(PlainReadings.self, from: Array(text.utf8))
    }
    #expect(value == nil)
    #expect(failures.map(\.pointer) == ["/reading/2"])
  }
}
