/// Members that have the names of generated ones, and arguments of traits that are invalid on the wire.
extension Mistake {
  private static func generated(_ attribute: String, _ name: String, _ source: String) -> Mistake {
    Mistake("reserved-name", source, "'\(attribute)' generates '\(name)'; rename this member.")
  }

  static let collisions: [Mistake] = [
    generated("@Schema", "schema", "@Schema struct Todo { var id: Int; static let ▶schema = 1 }"),
    generated("@Schema", "schema", "@Schema struct Todo { var id: Int; static func ▶schema() -> Int { 1 } }"),
    generated("@Schema", "schema", "@Schema struct Todo { var id: Int; enum ▶schema {} }"),
    generated("@Schema", "schema", "@Schema enum Todo { case a; static var ▶schema: Int { 1 } }"),
    generated(
      "@Schema", "read",
      "@Schema struct Todo { var id: Int; static func ▶read(_ reader: inout SchemaReader) -> Int? { nil } }"),
    generated(
      "@Schema", "write",
      "@Schema struct Todo { var id: Int; func ▶write(_ writer: inout Contract.SchemaWriter) {} }"),
    generated("@APIResult", "declaredResults", "@APIResult enum Created { @Status(200) case ▶declaredResults }"),
    generated(
      "@APIResult", "declaredResults",
      "@APIResult enum Created { @Status(200) case a; static let ▶declaredResults = 1 }"),
    generated(
      "@APIResult", "encode",
      "@APIResult enum Created { @Status(200) case a; func ▶encode(into encoder: inout ResultEncoder) throws {} }"),
    generated("@APIResult", "decode", "@APIResult enum Created { @Status(200) case a; struct ▶decode {} }"),
    generated("@APIError", "declaredCases", "@APIError enum Failing { @Status(404) case ▶declaredCases }"),
    generated(
      "@APIError", "declaredCase", "@APIError enum Failing { @Status(404) case a; var ▶declaredCase: Int { 1 } }"),
    generated(
      "@APIError", "encodeMembers",
      "@APIError enum Failing { @Status(404) case a; func ▶encodeMembers(into encoder: inout FailureEncoder) {} }"),
    generated(
      "@APIError", "decode",
      "@APIError enum Failing { @Status(404) case a; "
        + "static func ▶decode(_ code: FailureCode, from decoder: FailureDecoder) -> Self? { nil } }"),
  ]

  static let traitArguments: [Mistake] = [
    .function(
      "header-name", "@POST(\"/todos\") @Idempotent(key: ▶\"\") func add() async throws",
      "\"\" cannot be a header name; use ASCII letters, digits and hyphens, such as \"Idempotency-Key\"."),
    .function(
      "header-name", "@POST(\"/todos\") @Idempotent(key: ▶\"a b\") func add() async throws",
      "\"a b\" cannot be a header name; use ASCII letters, digits and hyphens, such as \"Idempotency-Key\"."),
    .function(
      "managed-header", "@POST(\"/todos\") @Idempotent(key: ▶\"Host\") func add() async throws",
      "'Host' is set by the connection itself; choose another name, such as \"Idempotency-Key\"."),
    .function(
      "no-day", "@GET(\"/todos\") @Deprecated(\"x\", since: ▶\"2026-02-30\") func list() async throws",
      "\"2026-02-30\" is not a day; write year, month and day, such as \"2027-01-31\"."),
    .function(
      "no-day", "@GET(\"/todos\") @Deprecated(\"x\", sunset: ▶\"1.2.2026\") func list() async throws",
      "\"1.2.2026\" is not a day; write year, month and day, such as \"2027-01-31\"."),
    .function(
      "sunset-order",
      "@GET(\"/todos\") @Deprecated(\"x\", since: \"2026-03-01\", sunset: ▶\"2026-02-28\") func list() async throws",
      "The endpoint would end on 2026-02-28, before its deprecation on 2026-03-01; write a later day."),
    Mistake(
      "no-day", "@Schema struct Todo { @Deprecated(\"x\", since: ▶\"2023-02-29\") var id: Int }",
      "\"2023-02-29\" is not a day; write year, month and day, such as \"2027-01-31\"."),
  ]
}
