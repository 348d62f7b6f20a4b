import ContractCoding
import ContractOpenAPI
import ContractTestSupport
import Testing

@Suite("Steps of checks of alternatives", .ownThreads)
struct ValueCheckerStepsTests {
  /// Schemas of which each has the next one twice as an alternative, and the last one is an integer.
  private static func chain(_ keyword: String, _ count: Int) -> SchemaFixture {
    var definitions = JSONObject()
    definitions["a\(count)"] = ["type": "integer"]
    for index in 0..<count {
      let next: JSONValue = ["$ref": .string("#/$defs/a\(index + 1)")]
      definitions["a\(index)"] = .object(JSONObject([(keyword, .array([next, next]))]))
    }
    return SchemaFixture(["$ref": "#/$defs/a0"], definitions: .object(definitions))
  }

  @Test("Alternatives of anyOf that follow a match are not checked")
  func firstAlternative() {
    let fixture = Self.chain("anyOf", 60)
    #expect(fixture.checker.findings(in: 1, against: fixture.schema).isEmpty)
    let found = fixture.checker.findings(in: "s", against: fixture.schema)
    #expect(!found.isEmpty && found.allSatisfy(\.isUnreadable))
  }

  @Test("A generator gives up on a schema whose check takes too many steps")
  func generator() {
    for (keyword, isFound) in [("anyOf", true), ("oneOf", false)] {
      let fixture = Self.chain(keyword, 30)
      var generator = ValueGenerator(fixture.checker, seed: 1)
      #expect((generator.value(of: fixture.schema) != nil) == isFound, "\(keyword)")
    }
  }
}
