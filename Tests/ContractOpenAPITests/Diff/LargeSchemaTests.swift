import ContractCoding
import ContractOpenAPI
import ContractTestSupport
import Testing

@Suite(.ownThreads) struct LargeSchemaTests {
  /// Returns a schema to which several groups of three alternatives apply.
  static func groups(_ count: Int, first: JSONValue = "string") -> SchemaVersion {
    let all = (0..<count).map { group -> JSONValue in
      let alternatives = (0..<3).map { index -> JSONValue in
        let name = "g\(group)a\(index)"
        let type: JSONValue = group == 0 ? first : "string"
        let properties = JSONObject([(name, ["type": type] as JSONValue)])
        return ["type": "object", "required": [.string(name)], "properties": .object(properties)]
      }
      return ["anyOf": .array(alternatives)]
    }
    return SchemaVersion(["allOf": .array(all)])
  }

  @Test("Equal schemas with any number of combinations of alternatives have no change")
  func equal() {
    #expect(OpenAPIDiff(from: Self.groups(8).document, to: Self.groups(8).document).changes.isEmpty)
  }

  @Test("Combinations of alternatives are compared up to a limit, and beyond it the schema is incomparable")
  func combinations() {
    let few = OpenAPIDiff(from: Self.groups(3).document, to: Self.groups(3, first: "integer").document)
    #expect(Set(few.changes.map(\.rule)) == [.typeChanged])
    let (old, new) = (Self.groups(8).document, Self.groups(8, first: "integer").document)
    let many = OpenAPIDiff(from: old, to: new).changes.filter { $0.rule == .incomparable }
    #expect(many.map(\.direction) == [.request, .response])
    #expect(many.allSatisfy { $0.severity == .breaking && new.root.value[pointer: $0.pointer] != nil })
  }

  @Test("A value among thousands of listed ones is reported as added or removed")
  func values() {
    func version(_ count: Int) -> OpenAPIDocument {
      let values = (0..<count).map { JSONValue.string("value\($0)") }
      return SchemaVersion(["allOf": [["type": "string"], ["enum": .array(values)]]]).document
    }
    let diff = OpenAPIDiff(from: version(10_000), to: version(10_001))
    #expect(diff.changes.map(\.rule) == [.valueAdded, .valueAdded])
    #expect(
      OpenAPIDiff(from: version(10_001), to: version(10_000)).changes.map(\.rule) == [.valueRemoved, .valueRemoved])
  }

  @Test("An alternative among thousands is reported as added or removed")
  func alternatives() {
    func version(_ count: Int) -> OpenAPIDocument {
      let all = (0..<count).map { index -> JSONValue in
        ["type": "object", "required": ["kind"], "properties": ["kind": ["const": .string("kind\(index)")]]]
      }
      return SchemaVersion(["oneOf": .array(all)]).document
    }
    let diff = OpenAPIDiff(from: version(1_000), to: version(1_001))
    #expect(diff.changes.map(\.rule) == [.alternativeAdded, .alternativeAdded])
  }
}
