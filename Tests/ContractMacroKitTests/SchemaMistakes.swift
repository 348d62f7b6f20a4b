/// Errors in types with `@Schema`.
extension Mistake {
  static let schemas: [Mistake] = [
    Mistake(
      "default-type", "@Schema struct Todo { var size: UInt16 = ▶65_536; var other: UInt16 = 0xFFFF }",
      "'size' is of type 'UInt16', so 65_536 cannot be its value; write a value of that type."),
    Mistake(
      "wrong-declaration", "▶@Schema class Todo {}",
      "'@Schema' belongs on a struct or an enum, and this is a class; move it there or remove it."),
    Mistake(
      "wrong-declaration", "▶@Schema actor Todo {}",
      "'@Schema' belongs on a struct or an enum, and this is an actor; move it there or remove it."),
    Mistake(
      "wrong-declaration", "▶@Schema protocol Todo {}",
      "'@Schema' belongs on a struct or an enum, and this is a protocol; move it there or remove it."),
    Mistake(
      "wrong-declaration", "▶@Schema extension Todo {}",
      "'@Schema' belongs on a struct or an enum, and this is an extension; move it there or remove it."),
    Mistake(
      "own-coding", "@Schema struct Todo { var id: Int; ▶init(from decoder: any Decoder) throws { id = 1 } }",
      "Both '@Schema' and this 'init(from:)' define the coding of 'Todo'; "
        + "remove 'init(from:)', or '@Schema' to stay with plain Codable."),
    Mistake(
      "own-coding", "@Schema struct Todo { var id: Int; func ▶encode(to encoder: any Encoder) throws {} }",
      "Both '@Schema' and this 'encode(to:)' define the coding of 'Todo'; "
        + "remove 'encode(to:)', or '@Schema' to stay with plain Codable."),
    Mistake(
      "conditional-member", "@Schema struct Todo {\n▶#if DEBUG\nvar id: Int\n#endif\n}",
      "A property inside '#if' is not seen by '@Schema'; put the condition around two types instead."),
    Mistake(
      "conditional-member", "@Schema enum Todo {\ncase one\n▶#if DEBUG\ncase two\n#endif\n}",
      "A case inside '#if' is not seen by '@Schema'; put the condition around two types instead."),
    Mistake(
      "tuple-pattern", "@Schema struct Todo { var ▶(a, b) = (1, 2) }",
      "A macro does not see the types of '(a, b)'; declare each property by itself."),
    Mistake(
      "private-schema", "struct Outer {\n@Schema ▶private struct Todo { var id: Int }\n}",
      "'@Schema' extends 'Todo' at the top of the file, where a private type is not seen; write 'fileprivate'.",
      fixed: "struct Outer {\n@Schema fileprivate struct Todo { var id: Int }\n}"),
  ]

  private static func schema(
    _ id: String, _ member: String, _ message: String, fixed: String? = nil
  ) -> Mistake {
    Mistake(id, "@Schema struct Todo {\n\(member)\n}", message, fixed: fixed.map { "@Schema struct Todo {\n\($0)\n}" })
  }

  static let schemaMembers: [Mistake] = [
    schema(
      "reserved-name", "var ▶__id: Int", "Names that start with '__' belong to generated code; rename '__id'."),
    schema(
      "lazy-member", "▶lazy var id = 1",
      "'id' has no value until it is read, so it cannot be sent; make it computed, or remove 'lazy'."),
    schema(
      "reference-member", "▶weak var owner: Owner?",
      "'owner' refers to an object, which cannot be sent; remove 'weak' and store a value."),
    schema(
      "init-accessor",
      "var size: Int\nvar half: Int { @storageRestrictions(initializes: size) ▶init { size = newValue * 2 } get { 1 } }",
      "The memberwise initializer has 'half' as a parameter instead of what it initializes, so '@Schema' cannot call it; "
        + "declare an initializer, or remove 'init'."),
    schema(
      "wrapped-member", "▶@Clamped(1...2) var id: Int",
      "A macro does not see the type that '@Clamped' stores for 'id'; remove '@Clamped', or '@Schema' to stay with plain Codable."
    ),
    schema(
      "wrapped-member", "▶@Other.Field var id: Int",
      "A macro does not see the type that '@Other.Field' stores for 'id'; remove '@Other.Field', or '@Schema' to stay "
        + "with plain Codable."),
    schema(
      "unread-attribute", "▶@Query var id: Int",
      "'@Query' has no effect without '@Request'; remove it, because 'Todo' is JSON as a whole."),
    schema(
      "untyped-member", "var ▶owner = Owner(id: 1)",
      "A macro does not see the type of 'owner'; write it, as in 'var owner: Owner'."),
    schema(
      "untyped-member", "var ▶state = State.open",
      "A macro does not see the type of 'state'; write it, as in 'var state: State'."),
    schema(
      "untyped-member", "let ▶note = nil",
      "A macro does not see the type of 'note'; write it, as in 'let note: String?'."),
    schema(
      "untyped-member", "var ▶tags = []",
      "A macro does not see the type of 'tags'; write it, as in 'var tags: String'."),
    schema(
      "closure-member", "var done: ▶() -> Void",
      "JSON cannot hold a closure; make 'done' computed, or remove it."),
    schema(
      "double-optional", "var note: ▶String??",
      "JSON has one null, so 'note' cannot distinguish the two nils of 'String??'; write 'Patch<String>' to leave, clear or "
        + "set it, or one '?'."),
    schema(
      "tuple-member", "var pair: ▶(Int, Int)", "JSON has no tuples; make 'pair' a struct with '@Schema'."),
    schema(
      "opaque-member", "var value: ▶any Codable",
      "A reader needs the concrete type of 'value'; write it, or an enum with '@Schema' for several types."),
    schema(
      "opaque-member", "var values: ▶[String: Any]",
      "A reader needs the concrete type of 'values'; write it, or an enum with '@Schema' for several types."),
  ]

  static let schemaKeys: [Mistake] = [
    schema(
      "keys-not-readable", "var id: Int\ntypealias ▶CodingKeys = Keys",
      "A macro reads coding keys from an enum only; write 'enum CodingKeys: String, CodingKey' here."),
    schema(
      "key-not-literal", "var id: Int\nenum CodingKeys: String, CodingKey { case ▶id = \"i\\(1)\" }",
      "The name of 'id' must be a string literal without interpolation."),
    schema(
      "unknown-key", "var id: Int\nenum CodingKeys: String, CodingKey { case id, ▶name }",
      "'Todo' stores no property 'name'; correct the name or remove it."),
    schema(
      "member-without-key", "var id: Int\nvar ▶name: String\nenum CodingKeys: String, CodingKey { case id }",
      "'name' is not in 'CodingKeys', so nothing would set it; give it an initial value or a case there."),
    schema(
      "member-without-key", "var id: Int\nlet ▶name: String?\nenum CodingKeys: String, CodingKey { case id }",
      "'name' is not in 'CodingKeys', so nothing would set it; give it an initial value or a case there."),
    schema(
      "member-without-key", "var id: Int\nvar ▶name: Optional<Int>\nenum CodingKeys: String, CodingKey { case id }",
      "'name' is not in 'CodingKeys', so nothing would set it; give it an initial value or a case there."),
    schema(
      "duplicate-key", "var id: Int\nvar ▶name: String\nenum CodingKeys: String, CodingKey { case id, name = \"id\" }",
      "'id' and 'name' are both the member 'id' in JSON; give one of them another name."),
    Mistake(
      "case-without-key", "@Schema enum Todo { case a(Int), ▶b; enum CodingKeys: String, CodingKey { case a } }",
      "'b' is not in 'CodingKeys', so it could not be written; add a case there."),
    Mistake(
      "unknown-key", "@Schema enum Todo { case a(Int); enum CodingKeys: String, CodingKey { case a, ▶b } }",
      "'Todo' stores no case 'b'; correct the name or remove it."),
    Mistake(
      "stray-attribute", "@Schema enum Kind: String { ▶@Doc(\"The first.\") case a, b; case c }",
      "A schema only lists raw values, so '@Doc' has no effect on 'a'; remove it, or write '@Doc' at 'Kind'."),
    Mistake(
      "value-without-key", "@Schema enum Todo { case a(x: Int, ▶y: Int); enum ACodingKeys: CodingKey { case x } }",
      "'y' is not in the coding keys of its case, which can rename values but not omit them; add a case there."),
    Mistake(
      "unknown-key", "@Schema enum Todo { case a(x: Int); enum ACodingKeys: CodingKey { case x, ▶z } }",
      "'a' stores no value 'z'; correct the name or remove it."),
  ]

  static let schemaCases: [Mistake] = [
    Mistake(
      "no-case", "@Schema enum ▶Todo {}", "'Todo' has no case, so it has no value; add one, or remove '@Schema'."),
    Mistake(
      "mixed-enum", "@Schema enum Todo: String { case a, b▶(Int) }",
      "'Todo' has raw values of type 'String', so no case can have associated values; remove one of the two."),
    Mistake(
      "schema-case", "@Schema enum Todo: String { case ▶schema, table }",
      "'schema' is the JSON Schema of the type; rename the case, and keep 'schema' in JSON with a raw value or "
        + "a coding key."),
    Mistake(
      "duplicate-case", "@Schema enum Todo { case a(x: Int), ▶a(y: Int) }",
      "JSON distinguishes cases only by their names; rename one 'a'."),
    Mistake(
      "closure-member", "@Schema enum Todo { case a(done: ▶() -> Void) }",
      "JSON cannot hold a closure; remove 'done'."),
    Mistake(
      "double-optional", "@Schema enum Todo { case a(▶Int??) }",
      "JSON has one null, which cannot distinguish the two nils of 'Int??'; write one '?'."),
    Mistake(
      "patch-location", "@Schema enum Todo { case a(▶Patch<Int>) }",
      "A 'Patch' is a member of a struct; make the associated value a struct with '@Schema' that has it."),
    Mistake(
      "opaque-member", "@Schema enum Todo { case a(▶any Codable) }",
      "A reader needs the concrete type of 'any Codable'; write it, or an enum with '@Schema' for several types."),
  ]

  static let schemaNotes: [Mistake] = [
    schema(
      "stray-attribute", "▶@Doc(\"The id.\") var id: Int { 1 }",
      "A computed property is not coded, so '@Doc' has no effect; remove it."),
    schema(
      "stray-attribute", "▶@Validate(.range(1...2)) static var id = 1",
      "A static property is not coded, so '@Validate' has no effect; remove it."),
    schema(
      "stray-attribute", "▶@Example(1) var id = 1; var name: String\nenum CodingKeys: String, CodingKey { case name }",
      "'id' is not in 'CodingKeys' and is not coded, so '@Example' has no effect; remove it."),
    schema(
      "two-docs", "@Doc(\"a\") ▶@Doc(\"b\") var id: Int",
      "A declaration has one description; put both texts into one '@Doc'."),
    schema(
      "doc-not-literal", "@Doc(▶text) var id: Int",
      "The text must be a string literal without interpolation, such as '@Doc(\"What it is for.\")'."),
    schema(
      "no-example", "▶@Example() var id: Int", "'@Example' has no value; write one, such as '@Example(\"milk\")'."),
    schema(
      "constant-member", "▶@Validate(.range(1...2)) let id = 1",
      "'id' always has the same value and is never read, so nothing can break a rule; remove '@Validate'."),
    schema(
      "validate-name", "@Validate(▶\"id\", .range(1...2)) var id: Int",
      "The rules apply to 'id' itself; remove the name."),
    schema(
      "no-rule", "▶@Validate() var id: Int",
      "'@Validate' has no rule for 'id'; add a rule, such as '.range(1...100)' or '.length(1...80)'."),
    schema(
      "validate-type", "@Validate(▶.length(1...2)) var id: Int?",
      "'.length' does not apply to 'id', which is of type 'Int'; write '.range(…)'."),
    schema(
      "validate-default", "@Validate(.range(1...2)) var id = ▶3",
      "The default 3 is refused by '.range(1...2)'; write one that the rule allows."),
    Mistake(
      "generic-example", "@Schema struct Page<Item: Equatable> { @Example([], ▶[Item.first]) var items: [Item] }",
      "The example depends on 'Item', which a '@Sendable' closure cannot capture; write a literal, which is JSON, or "
        + "constrain 'Item' to 'Sendable' too."),
    Mistake(
      "generic-example", "@Schema struct Page<Item: Hashable> { @Example(▶Set([Item.first])) var items: Set<Item>? }",
      "The example depends on 'Item', which a '@Sendable' closure cannot capture; write a literal, which is JSON, or "
        + "constrain 'Item' to 'Sendable' too."),
    Mistake(
      "type-example", "@Schema @Example([\"id\": 1], ▶Todo(id: 1)) struct Todo { var id: Int }",
      "The compiler cannot evaluate an example of the type that it belongs to; write a literal, which is JSON, or "
        + "'@Example' at members."),
    Mistake(
      "type-example", "@Schema @Example(\"open\", ▶Kind.open) enum Kind: String { case open }",
      "The compiler cannot evaluate an example of the type that it belongs to; write a literal, which is JSON, or "
        + "'@Example' at members."),
    Mistake(
      "unread-attribute", "struct Todo { ▶@Doc(\"The id.\") var id: Int }",
      "'@Doc' has no effect without '@Schema'; add '@Schema' to 'Todo'."),
    Mistake(
      "unread-attribute", "enum Todo { ▶@Doc(\"The id.\") case id }",
      "'@Doc' has no effect without '@Schema'; add '@Schema' to 'Todo'."),
    Mistake(
      "unread-attribute", "▶@Example(1) struct Todo {}",
      "'@Example' has no effect without '@Schema'; add '@Schema' to 'Todo'."),
    Mistake(
      "wrong-declaration", "@Schema enum Todo { ▶@Example(1) case id(Int) }",
      "'@Example' belongs on a '@Schema' type or on one of its stored properties, and this is an enum case; "
        + "move it there or remove it."),
    Mistake(
      "wrong-declaration", "▶@Doc(\"a\") func id() {}",
      "'@Doc' belongs on a '@Schema' type, one of its stored properties or one of its cases, "
        + "and this is a function; move it there or remove it."),
  ]
}
