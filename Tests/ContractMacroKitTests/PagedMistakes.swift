/// Errors in `@Paged` on the endpoints of scopes, groups, requests and nested protocols.
extension Mistake {
  static let pagedShapes: [Mistake] = [
    .function(
      "paged-next", "@GET(\"/todos\") ▶@Paged func todos(a: Int?) async throws -> String",
      "'@Paged' needs the cursor of the next page and the parameter that takes it; write '@Paged(next: \\.nextCursor, "
        + "cursor: \"after\")', or '.link' instead of 'next:' for a 'Link' header."),
    Mistake(
      "unknown-cursor",
      "@API struct Store { @GET @Paged(next: \\.last, cursor: ▶\"b\") func todos(@Query a: Int?) -> [Int] {} }",
      "There is no parameter 'b' in 'todos', whose parameters are 'a'; write \"a\".",
      fixed: "@API struct Store { @GET @Paged(next: \\.last, cursor: \"a\") func todos(@Query a: Int?) -> [Int] {} }"),
    Mistake(
      "required-cursor",
      "@API struct Store { @GET @Paged(next: \\.last, cursor: ▶\"a\") func todos(@Query a: Int) -> [Int] {} }",
      "The first page has no cursor, so 'a' must be optional or have a default; write 'Int?' or add a default."),
    Mistake(
      "linked-cursor",
      "@API struct Store {\n"
        + "@GET @Paged(.link, cursor: ▶\"a\") func todos(@Header a: Int?) -> ([Int], HTTPResponse) {}\n}",
      "A link has its cursor in the query, but 'a' is not a query parameter; use one, or 'next:' instead of '.link'."),
    Mistake(
      "paged-result",
      "@API struct Store { @GET ▶@Paged(next: \\.last, cursor: \"a\") func todos(@Query a: Int?) {} }",
      "'@Paged' requests pages, and 'todos' returns none; return a page or remove '@Paged'."),
    Mistake(
      "paged-name",
      "@API struct Store { @GET @Paged(next: \\.last, cursor: \"a\") func ▶todos(@Query a: Int?, @Query b: Int) -> [Int] {}\n"
        + "func allTodos(b: Int) {} }",
      "'@Paged' would generate 'allTodos(b:)', which conflicts with 'allTodos'; rename 'todos' or remove '@Paged'."),
    Mistake(
      "paged-name",
      "@API struct Store { @GET @Paged(next: \\.last, cursor: \"a\") func ▶todos(@Query a: Int?) -> [Int] {}\n"
        + "@Path struct AllTodos {} }",
      "'@Paged' would generate 'allTodos()', which conflicts with 'allTodos'; rename 'todos' or remove '@Paged'."),
    Mistake(
      "paged-sendable",
      "@API public struct Store { @GET ▶@Paged(next: \\.last, cursor: \"a\") func todos(@Query a: Int?) -> [Int] {} }",
      "Pages are requested on demand, from any task, so 'Store' must be 'Sendable'; write 'public struct Store: Sendable'."
    ),
    .group(
      "paged-items", "@GET(\"/a\") ▶@Paged(next: \\.next, cursor: \"a\") var todos: Endpoint<List, Batch>",
      "'@Paged' needs the elements of 'Batch'; name the member that contains them, such as 'items: \\.items'."),
    .group(
      "paged-cursor", "@GET(\"/a\") ▶@Paged(next: \\.last) var todos: (List) async throws -> [Int]",
      "'@Paged' needs the name of the member for the cursor; write a string literal, such as 'cursor: \"after\"'."),
    .group(
      "unknown-cursor", "@GET(\"/a\") @Paged(next: \\.last, cursor: ▶\"a\") var todos: () async throws -> [Int]",
      "There is no member 'a' in 'todos', which has no members; correct the name or remove '@Paged'."),
    .group(
      "unknown-cursor", "@GET(\"/a\") @Paged(next: \\.last, cursor: ▶\"a\") var todos: Endpoint<Empty, [Int]>",
      "There is no member 'a' in 'todos', which has no members; correct the name or remove '@Paged'."),
    .group(
      "paged-name",
      "@GET(\"/a\") @Paged(next: \\.last, cursor: \"a\") var ▶todos: Endpoint<List, [Int]>\n"
        + "@GET(\"/b\") var allTodos: Endpoint<List, [Int]>",
      "'@Paged' would generate 'allTodos(_:)', which conflicts with 'allTodos'; rename 'todos' or remove '@Paged'."),
    .group(
      "duplicate-paged",
      "@GET(\"/a\") @Paged(next: \\.last, cursor: \"a\") ▶@Paged(next: \\.last, cursor: \"b\")\n"
        + "var todos: Endpoint<List, [Int]>",
      "'todos' already has '@Paged'; remove one of the two."),
    pagedRequest(
      "unknown-cursor", "@Paged(next: \\.last, cursor: ▶\"b\")", "@Query var a: Int?; @Query var c: Int?",
      "There is no member 'b' in 'List', whose members are 'a', 'c'; correct the name or remove '@Paged'."),
    pagedRequest(
      "constant-cursor", "@Paged(next: \\.last, cursor: \"a\")", "@Query ▶let a: Int?",
      "The cursor differs from page to page, so 'a' must be settable; write 'var'.", fixed: "@Query var a: Int?"),
    pagedRequest(
      "linked-cursor", "@Paged(.link, cursor: ▶\"a\")", "@Header var a: Int?", result: "([Int], HTTPResponse)",
      "A link has its cursor in the query, but 'a' is not a query member; use one, or 'next:' instead of '.link'."),
    pagedRequest(
      "paged-response", "@Paged(.link, cursor: \"a\")", "@Query var a: Int?", result: "▶[Int]",
      "'.link' reads a header of the response; return '([Int], HTTPResponse)'."),
    pagedRequest(
      "paged-name", "@Paged(next: \\.last, cursor: \"a\")", "@Query var a: Int?; func ▶all(with other: Int) {}",
      "'@Paged' generates 'all(with:)'; rename this function."),
    Mistake(
      "paged-items",
      "@Request(.get, \"/a\") ▶@Paged(next: \\.next, cursor: \"a\") struct List {\n"
        + "struct Response: Codable { var next: Int? }\n@Query var a: Int?\n}",
      "'@Paged' needs the elements of 'Response'; name the member that contains them, such as 'items: \\.items'."),
    Mistake(
      "paged-response",
      "@Request(.get, \"/a\") ▶@Paged(.link, items: \\.items, cursor: \"a\") struct List {\n"
        + "struct Response: Codable { var items: [Int] }\n@Query var a: Int?\n}",
      "'.link' reads a header of the response; write 'typealias Response = ([Todo], HTTPResponse)' with your type."),
    Mistake(
      "unread-attribute", "@Request ▶@Paged(next: \\.last, cursor: \"a\") struct List { @Query var a: Int? }",
      "'@Paged' has no effect here, because 'List' has no method and path; write '@Request(.get, \"/path\")' or remove it."
    ),
    Mistake(
      "unknown-cursor",
      "enum Outer {\n@API protocol Todos: Sendable {\n"
        + "@GET(\"/a\") @Paged(next: \\.last, cursor: ▶\"b\") func todos(a: Int?, c: Int?) async throws -> [Int]\n}\n}",
      "There is no parameter 'b' in 'todos(a:c:)', whose parameters are 'a', 'c'; correct the name or remove '@Paged'."),
  ]

  private static func pagedRequest(
    _ id: String, _ attribute: String, _ members: String, result: String = "[Int]", _ message: String,
    fixed: String? = nil
  ) -> Mistake {
    let source = { (members: String) in
      "@Request(.get, \"/a\") \(attribute) struct List {\ntypealias Response = \(result)\n\(members)\n}"
    }
    return Mistake(id, source(members), message, fixed: fixed.map(source))
  }
}
