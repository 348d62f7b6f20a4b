/// Errors in contracts that refine others, and in paged functions.
extension Mistake {
  static let parents: [Mistake] = [
    Mistake(
      "inheritance", "@API protocol Admin: Sendable, ▶Hashable {}",
      "An API protocol refines only other API protocols and 'Sendable'; remove 'Hashable'."),
    Mistake(
      "inheritance", "@API protocol Admin: Sendable, ▶Store<Int> {}",
      "An API protocol refines only other API protocols and 'Sendable'; remove 'Store<Int>'."),
    Mistake(
      "class-protocol", "@API protocol Admin: Todos, ▶Actor {}",
      "The generated client is a struct, so an API protocol cannot be limited to classes; remove 'Actor'."),
    Mistake(
      "duplicate-parent", "@API protocol Admin: Todos & ▶Shared.Todos {}",
      "'Admin' already refines a protocol named 'Todos'; remove or rename one of the two."),
    Mistake(
      "inherited-attribute", "@API(prefix: ▶\"/v1\") protocol Admin: Todos {}",
      "'prefix' applies only to functions that 'Admin' itself declares, and there are none; write it on the refined protocols."
    ),
    Mistake(
      "inherited-attribute", "@API ▶@Security(.bearer) protocol Admin: Todos, Users {}",
      "'@Security' applies only to functions that 'Admin' itself declares, and there are none; write it on the refined "
        + "protocols."),
  ]

  static let pagings: [Mistake] = [
    paged(
      "paged-next", "▶@Paged(items: \\.items, cursor: \"after\")",
      "'@Paged' needs the cursor of the next page; name the member of the result that contains it, such as "
        + "'next: \\.nextCursor', or '.link' for a 'Link' header."),
    paged(
      "paged-cursor", "▶@Paged(items: \\.items, next: \\.next)",
      "'@Paged' needs the name of the parameter for the cursor; write a string literal, such as "
        + "'cursor: \"after\"'."),
    paged(
      "paged-items", "▶@Paged(next: \\.next, cursor: \"after\")",
      "'@Paged' needs the elements of 'Batch'; name the member that contains them, such as 'items: \\.items'."),
    paged(
      "paged-member", "@Paged(items: ▶\\Batch.items, next: \\.next, cursor: \"after\")",
      "'@Paged' takes key paths without the type of the result; write one such as '\\.items'."),
    paged(
      "required-cursor", "@Paged(items: \\.items, next: \\.next, cursor: ▶\"limit\")",
      "The first page has no cursor, so 'limit' must be optional or have a default; write 'Int?' or add '@Default'."),
    paged(
      "unknown-cursor", "@Paged(items: \\.items, next: \\.next, cursor: ▶\"page\")",
      "There is no parameter 'page' in 'list(after:limit:)', whose parameters are 'after', 'limit'; correct the name "
        + "or remove '@Paged'."),
    paged(
      "paged-twice", "@Paged(.link, items: \\.items, next: ▶\\.next, cursor: \"after\")",
      result: "(Batch, HTTPResponse)",
      "The next cursor is either in the 'Link' header or in a member; remove '.link' or 'next'."),
    .function(
      "paged-response",
      "@GET(\"/todos\") @Paged(.link, cursor: \"after\") func list(after: Int?) async throws -> ▶[Todo]",
      "'.link' reads a header of the response; return '([Todo], HTTPResponse)'."),
    .function(
      "linked-cursor",
      "@GET(\"/todos\") @Paged(.link, cursor: ▶\"after\")\n"
        + "func list(after: Header<Int?>) async throws -> ([Todo], HTTPResponse)",
      "A link has its cursor in the query, but 'after' is not a query parameter; use one, or 'next:' instead of '.link'."
    ),
    .function(
      "paged-result", "@GET(\"/todos\") ▶@Paged(next: \\.next, cursor: \"after\") func list(after: Int?) async throws",
      "'@Paged' requests pages, and 'list(after:)' returns none; return a page or remove '@Paged'."),
    .function(
      "paged-name",
      "@GET(\"/a\") @Paged(next: \\.last, cursor: \"after\") func ▶todos(after: Int?) async throws -> [Int]\n"
        + "@GET(\"/b\") func allTodos() async throws -> [Int]",
      "'@Paged' would generate 'allTodos()', which conflicts with 'allTodos()'; rename 'todos' or remove '@Paged'."),
    .function(
      "duplicate-paged",
      "@GET(\"/a\") @Paged(next: \\.last, cursor: \"a\") ▶@Paged(next: \\.last, cursor: \"b\")\n"
        + "func todos(a: Int?, b: Int?) async throws -> [Int]",
      "'todos(a:b:)' already has '@Paged'; remove one of the two."),
    .function(
      "paged-completion",
      "@GET(\"/a\") ▶@Paged(next: \\.last, cursor: \"a\")\n"
        + "func todos(a: Int?, completion: @escaping @Sendable (Result<[Int], any Error>) -> Void)",
      "'@Paged' needs an 'async' function, but 'todos(a:completion:)' has a completion handler; make it "
        + "'async throws' or remove '@Paged'."),
  ]

  private static func paged(_ id: String, _ attribute: String, result: String = "Batch", _ message: String) -> Mistake {
    .function(
      id, "@GET(\"/todos\") \(attribute)\nfunc list(after: String?, limit: Int) async throws -> \(result)", message)
  }
}
