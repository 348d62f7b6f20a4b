/// Errors in `@Validate`.
extension Mistake {
  static let validations: [Mistake] = [
    .function(
      "validate-not-literal", "@GET(\"/todos\") @Validate(▶.range(1...2)) func list(limit: Int) async throws",
      "The first argument of '@Validate' must be the parameter's name as a string literal."),
    .function(
      "validate-not-literal", "@GET(\"/todos\") ▶@Validate() func list(limit: Int) async throws",
      "The first argument of '@Validate' must be the parameter's name as a string literal."),
    .function(
      "unknown-validate", "@GET(\"/todos\") @Validate(▶\"Limit\", .range(1...2)) func list(limit: Int) async throws",
      "There is no parameter 'Limit' in 'list(limit:)', whose parameters are 'limit'; write \"limit\".",
      fixed: "@GET(\"/todos\") @Validate(\"limit\", .range(1...2)) func list(limit: Int) async throws"),
    .function(
      "unknown-validate",
      "@GET(\"/todos\") @Validate(▶\"page\", .range(1...2)) func list(limit: Int, done: Bool) async throws",
      "There is no parameter 'page' in 'list(limit:done:)', whose parameters are 'limit', 'done'; "
        + "correct the name or remove '@Validate'."),
    .function(
      "no-rule", "@GET(\"/todos\") ▶@Validate(\"limit\") func list(limit: Int) async throws",
      "'@Validate' has no rule for 'limit'; add a rule, such as '.range(1...100)' or '.length(1...80)'."),
    .function(
      "validate-pattern",
      "@GET(\"/todos\") @Validate(\"text\", .pattern(▶\"(a\")) func list(text: String) async throws",
      "\"(a\" is not a regular expression: expected ')'; correct it."),
    .function(
      "validate-pattern",
      "@GET(\"/todos\") @Validate(\"tags\", .each(.pattern(▶\"[\"))) func list(tags: [String]) async throws",
      "\"[\" is not a regular expression: expected custom character class members; correct it."),
    .function(
      "validate-bounds", "@GET(\"/todos\") @Validate(\"limit\", .range(▶100...1)) func list(limit: Int) async throws",
      "No value is from 100 to 1; write the lesser bound first."),
    .function(
      "validate-bounds", "@GET(\"/todos\") @Validate(\"text\", .length(▶-1...5)) func list(text: String) async throws",
      "A size is never negative; write a bound of 0 or more."),
    .function(
      "validate-default",
      "@GET(\"/todos\") @Default(\"limit\", ▶0) @Validate(\"limit\", .range(1...)) func list(limit: Int) async throws",
      "The default 0 is refused by '.range(1...)'; write one that the rule allows."),
    .function(
      "validate-bounds",
      "@GET(\"/todos\") @Validate(\"rate\", .range(▶2.5...1.0)) func list(rate: Double) async throws",
      "No value is from 2.5 to 1; write the lesser bound first."),
    .member(
      "validate-default", "@Query @Validate(.range(1.0...2.0)) var rate: Double = ▶5.0",
      "The default 5 is refused by '.range(1.0...2.0)'; write one that the rule allows."),
    .member(
      "validate-default", "@Query @Validate(.range(...1)) var rate = ▶1.5",
      "The default 1.5 is refused by '.range(...1)'; write one that the rule allows."),
    .member(
      "validate-default", "@Query @Validate(.range(..<9223372036854775807)) var limit = ▶9223372036854775807",
      "The default 9223372036854775807 is refused by '.range(..<9223372036854775807)'; write one that the rule allows."),
    .member(
      "validate-default", "@Query @Validate(.range(..<10)) var limit = ▶10",
      "The default 10 is refused by '.range(..<10)'; write one that the rule allows."),
    .function(
      "validate-type", "@GET(\"/todos\") @Validate(\"limit\", ▶.length(1...5)) func list(limit: Int?) async throws",
      "'.length' does not apply to 'limit', which is of type 'Int'; write '.range(…)'."),
    .function(
      "validate-type", "@GET(\"/todos\") @Validate(\"tags\", ▶.length(1...5)) func list(tags: [String]) async throws",
      "'.length' does not apply to 'tags', which is of type '[String]'; "
        + "write '.count(…)', or '.each(.length(…))' for its elements."),
    .function(
      "validate-type", "@GET(\"/todos\") @Validate(\"text\", ▶.count(1...5)) func list(text: String) async throws",
      "'.count' does not apply to 'text', which is of type 'String'; write '.length(…)' or '.pattern(…)'."),
    .member(
      "no-rule", "@Query ▶@Validate() var limit: Int",
      "'@Validate' has no rule for 'limit'; add a rule, such as '.range(1...100)' or '.length(1...80)'."),
    .member(
      "validate-name", "@Query @Validate(▶\"limit\", .range(1...2)) var limit: Int",
      "The rules apply to 'limit' itself; remove the name."),
    .member(
      "validate-location", "@Signed ▶@Validate(.length(1...2)) var token: String",
      "'token' is read and written by its wrapper; call 'decoder.refuse' in the wrapper instead of '@Validate'."),
    .member(
      "validate-bounds", "@Query @Validate(.range(▶2..<1)) var limit = 1",
      "No value is from 2 to 1; write the lesser bound first."),
    Mistake(
      "wrong-declaration", "▶@Validate(\"a\", .range(1...2)) struct Todos {}",
      "'@Validate' belongs on a function of an '@API' protocol or on a member of a '@Request' or '@Schema' struct, "
        + "and this is a struct; move it there or remove it."),
    Mistake(
      "unread-attribute", "struct Todos { ▶@Validate(.range(1...2)) var limit = 1 }",
      "'@Validate' has no effect without '@Request' or '@Schema'; add one of them to 'Todos'."),
    Mistake(
      "unknown-validate",
      "@API struct Store {\n@GET @Validate(▶\"Text\", .length(1...2)) func find(@Query _ text: String) -> Int {}\n}",
      "There is no parameter 'Text' in 'find', whose parameters are 'text'; write \"text\".",
      fixed:
        "@API struct Store {\n@GET @Validate(\"text\", .length(1...2)) func find(@Query _ text: String) -> Int {}\n}"),
  ]
}
