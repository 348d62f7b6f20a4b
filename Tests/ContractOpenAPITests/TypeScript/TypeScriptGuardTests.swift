import ContractCoding
import Testing

@testable import ContractOpenAPI

@Suite struct TypeScriptGuardTests {
  /// Components that include the next one eight times, up to a last one.
  static func chain(
    _ last: TypeScriptType, _ including: ([TypeScriptType]) -> TypeScriptType
  ) -> [String: TypeScriptType] {
    var components = ["D40": last]
    for level in 0..<40 {
      components["D\(level)"] = including(Array(repeating: .component("D\(level + 1)"), count: 8))
    }
    return components
  }

  static var kind: TypeScriptMember {
    TypeScriptMember(name: "kind", type: .literal("a", isLarge: false), isOptional: false)
  }

  @Test("Components that include each other several times are each tested once", .timeLimit(.minutes(1)))
  func components() {
    let object = TypeScriptGuard(
      kind: "object", constants: [TypeScriptGuard.Constant(name: "kind", values: ["a"])], required: ["kind"])
    let parts = Self.chain(.object([Self.kind], rest: nil)) { .intersection($0) }
    #expect(TypeScriptGuard.all(of: .component("D0"), in: parts) == [object])
    let alternatives = Self.chain(.union([.string, .date, .boolean])) { .union($0) }
    #expect(
      TypeScriptGuard.all(of: .component("D0"), in: alternatives)
        == [TypeScriptGuard(kind: "string"), TypeScriptGuard(kind: "boolean")])
  }

  @Test("A component that includes itself or is missing may be any value")
  func unknownComponents() {
    let components: [String: TypeScriptType] = ["A": .union([.component("A"), .null])]
    #expect(
      TypeScriptGuard.all(of: .component("A"), in: components) == [TypeScriptGuard(), TypeScriptGuard(kind: "null")])
    #expect(TypeScriptGuard.all(of: .component("B"), in: components) == [TypeScriptGuard()])
  }

  @Test("A member is looked up once in each included component", .timeLimit(.minutes(1)))
  func members() {
    let components = Self.chain(.object([Self.kind], rest: nil)) { .intersection($0) }
    #expect(TypeScriptType.component("D0").hasMember("kind", in: components))
    #expect(!TypeScriptType.component("D0").hasMember("size", in: components))
  }

  @Test("A cycle through components that include each other several times is removed", .timeLimit(.minutes(1)))
  func cycles() {
    var reader = TypeScriptReader([:], options: TypeScriptOptions())
    let own = TypeScriptType.object([Self.kind], rest: nil)
    reader.types = Self.chain(.union([.component("Own"), .string])) { .intersection($0) }
    reader.types["Own"] = .intersection([.component("D0"), own])
    reader.removeCycles(["Own"])
    #expect(reader.types["Own"] == own)
    #expect(reader.notes.isEmpty)
  }
}
