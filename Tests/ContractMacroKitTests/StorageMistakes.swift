/// Properties, cases and coding keys that a macro cannot read.
extension Mistake {
  static let storages: [Mistake] = tuplePatterns + unavailableCases + conditionalKeys + unreadKeys + rawCodes

  private static let tuplePatterns: [Mistake] = [
    .member(
      "tuple-pattern", "@Query var ▶(a, b): (Int, Int)",
      "A macro does not see the types of '(a, b)'; declare each property by itself."),
    .member(
      "tuple-pattern", "@Query var limit: Int; var ▶(a, b) = (1, 2); let (c, d) = (1, 2); static var (e, f) = (1, 2)",
      "A macro does not see the types of '(a, b)'; declare each property by itself."),
  ]

  private static let unavailableCases: [Mistake] = [
    "@Schema enum Todo { case a(Int); ▶@available(*, unavailable) case b }",
    "@Schema enum Todo: String { case a; ▶@available(*, unavailable, renamed: \"a\") case b }",
    "@APIError enum Failing { @Status(404) case a; ▶@available(swift, obsoleted: 5.0) @Status(405) case b(x: Int) }",
    "@APIResult enum Created { @Status(201) ▶@available(*, unavailable) case a; @available(macOS, unavailable) @Status(204) case b }",
  ].map { source in
    Mistake(
      "unavailable-case", source,
      "An unavailable case cannot be decoded; remove the case, or write '@available(*, deprecated)'.")
  }

  private static let conditionalKeys: [Mistake] = [
    "@Schema struct Todo {\nvar id: Int; var name = \"\"\nenum CodingKeys: String, CodingKey {\ncase id\n▶#if A\ncase name\n#endif\n}\n}",
    "@Schema struct Todo {\nvar id: Int; var name: Int\nenum CodingKeys: CodingKey {\ncase id\n▶#if A\ncase name\n#endif\n}\n}",
    "@Schema enum Todo {\ncase a(x: Int, y: Int)\nenum ACodingKeys: CodingKey {\ncase x\n▶#if A\ncase y\n#endif\n}\n}",
  ].map { source in
    Mistake(
      "conditional-key", source,
      "A coding key inside '#if' is not seen by '@Schema'; put the condition around two types instead.")
  }

  private static let unreadKeys: [Mistake] = [
    .member(
      "unread-keys", "@Query var sort: Int; enum ▶CodingKeys: String, CodingKey { case sort = \"sort_by\" }",
      "'CodingKeys' has no effect on the names on the wire; write a name in the attribute of its member, such as "
        + "'@Query(\"sort_by\")'."),
    Mistake(
      "unread-keys",
      "@APIError enum Failing { @Status(404) case gone(x: Int); enum ▶GoneCodingKeys: CodingKey { case x } }",
      "'GoneCodingKeys' has no effect on the names on the wire; write codes in '@Status', and the names of values as "
        + "their labels."),
  ]

  private static let rawCodes: [Mistake] = [
    Mistake(
      "raw-code",
      "@APIError enum Failing: String { @Status(404) case gone = ▶\"is_gone\"; @Status(405, code: \"b\") case a = \"c\" }",
      "The code of 'gone' is its name, not its raw value; write '@Status(404, code: \"is_gone\")', or 'code: \"gone\"' "
        + "to keep the name."),
    Mistake(
      "raw-code",
      "@APIError enum Failing: Int { @Status(404) case gone = ▶1001; @Status(405) case a }",
      "The code of 'gone' is its name, not its raw value; write '@Status(404, code: 1001)', or 'code: \"gone\"' to keep "
        + "the name."),
  ]
}
