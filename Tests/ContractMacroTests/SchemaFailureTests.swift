import Contract
import ContractMacroFixtures
import Testing

/// A text that is not a value of a type with `@Schema`.
struct BrokenSample: Sendable, CustomTestStringConvertible {
  let text: String
  let compiled: @Sendable () throws -> [CodingFailure]
  let plain: @Sendable () throws -> [CodingFailure]

  var testDescription: String { text }

  init<T: Contract::Schema>(_ type: T.Type, _ text: String) {
    self.text = text
    self.compiled = {
      var failures: [CodingFailure] = []
      _ = try JSONReader().decode(T.self, from: Array(text.utf8), failures: &failures)
      return failures
    }
    self.plain = {
      JSONReader().failures(decoding: T.self, from: try JSONDocument(Array(text.utf8)))
    }
  }
}

@Suite("Invalid values of @Schema types")
struct SchemaFailureTests {
  private static let samples: [BrokenSample] = [
    BrokenSample(TodoItem.self, "{}"),
    BrokenSample(TodoItem.self, "[]"),
    BrokenSample(TodoItem.self, "null"),
    BrokenSample(TodoItem.self, #"{"id":"1","title":null,"tags":[1,"a",null],"due":1,"owner":{"reports":[{}]}}"#),
    BrokenSample(TodoItem.self, #"{"tags":{},"owner":[],"title":1.5,"x":[],"id":9223372036854775808}"#),
    BrokenSample(Person.self, #"{"name":1,"reports":null}"#),
    BrokenSample([Person].self, #"[{"name":"a","reports":{}},1,{"name":"b"},{"reports":[{"name":"c"},{}]}]"#),
    BrokenSample(Everything.self, "{}"),
    BrokenSample(
      Everything.self,
      #"""
      {"version":[],"flag":1,"small":256,"wide":1.5,"ratio":"1","single":1e99,"price":"1","id":"x","link":1,
      "bytes":"*","on":"x","names":1,"counts":{"a":"b"},"byNumber":{"x":1},"gaps":["a"],"plain":{},"plains":[{}],
      "optional":"","progress":"closed","shape":{},"level":3,"marks":"a","in":null,"self":null,"limit":null,"size":"",
      "label":1,"later":1,"observed":null}
      """#),
    BrokenSample(Figure.self, "{}"),
    BrokenSample(Figure.self, #"{"nothing":{},"line":{}}"#),
    BrokenSample(Figure.self, #"{"nothing":1}"#),
    BrokenSample(Figure.self, #"{"nothing":null}"#),
    BrokenSample(Figure.self, #"{"circle":{}}"#),
    BrokenSample(Figure.self, #"{"circle":{"radius":"1","_1":{"x":"1"}}}"#),
    BrokenSample(Figure.self, #"{"group":{"of":[{"line":{"to":1}},{"square":{}},1]}}"#),
    BrokenSample(Figure.self, #"{"self":{"in":"open!"}}"#),
    BrokenSample(Only.self, #"{"one":{"_0":null}}"#),
    BrokenSample(Empties.self, #"{"one":[]}"#),
    BrokenSample(Progress.self, #""closed""#),
    BrokenSample(Progress.self, "1"),
    BrokenSample(Level.self, "3"),
    BrokenSample(Level.self, #""1""#),
    BrokenSample(Marks.self, "{}"),
    BrokenSample(Listing<Only>.self, #"{"items":[{"one":{}},{}],"next":1,"total":null}"#),
    BrokenSample(Listing<Int>.Edge.self, #"{"at":"1"}"#),
    BrokenSample(Listing<Int>.Side.self, #"{"left":{}}"#),
    BrokenSample(PlainListing<Plain>.self, #"{"items":[{"x":1},{"x":"1","y":2}]}"#),
    BrokenSample(Words2.self, #"{"read":"","write":"","schema":1,"keys":1,"default":"","init":"","type":1}"#),
    BrokenSample(Renamed.self, #"{"homeURL":"a"}"#),
  ]

  @Test("A schema type reports the same failures as plain Codable", arguments: samples)
  func failures(_ sample: BrokenSample) throws {
    let compiled = try sample.compiled()
    #expect(!compiled.isEmpty)
    #expect(compiled == (try sample.plain()))
  }

  @Test("A failure has location, code, expected type and found value")
  func words() throws {
    let text = #"{"id":"1","title":null,"tags":[1,"a"],"owner":{"reports":[{}]}}"#
    let failures = try BrokenSample(TodoItem.self, text).compiled()
    #expect(
      failures.map { "\($0.pointer) \($0.code.rawValue) \($0.expected) \($0.found ?? "-")" } == [
        #"/id type Int "1""#, "/title type String null", "/tags/0 type String 1", "/owner/name missing String -",
        "/owner/reports/0/name missing String -",
      ])
  }
}
