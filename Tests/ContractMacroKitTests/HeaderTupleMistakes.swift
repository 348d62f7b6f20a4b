/// Errors in results with typed headers.
extension Mistake {
  private static func result(_ id: String, _ type: String, _ message: String, fixed: String? = nil) -> Mistake {
    let text = { (type: String) in "@GET(\"/todos\") func todos() async throws -> \(type)" }
    return .function(id, text(type), message, fixed: fixed.map(text))
  }

  static let headerTuples: [Mistake] = [
    result(
      "single-header", "▶Header<String>",
      "A header needs a label, in a tuple with the body or 'Empty'; write '(Empty, name: Header<String>)'.",
      fixed: "(Empty, name: Header<String>)"),
    result(
      "single-header", "▶(location: Header<String>)",
      "A header needs a label, in a tuple with the body or 'Empty'; write '(Empty, location: Header<String>)'.",
      fixed: "(Empty, location: Header<String>)"),
    result(
      "optional-tuple", "▶(Todo, location: Header<String>)?",
      "A call always has a response; make the value optional instead of the tuple."),
    result(
      "response-and-headers", "(Todo, ▶HTTPResponse, location: Header<String>)",
      "'HTTPResponse' has every header of the response; remove it, or remove the 'Header'."),
    result(
      "two-bodies", "(Todo, page: ▶Page, location: Header<String>)",
      "A response has one body, which is 'Todo' here; write 'page: Header<Page>' for a header."),
    result(
      "unlabeled-header", "(Todo, ▶Header<String>)",
      "The label of a value is the name of its header; write 'location: Header<String>'."),
    result(
      "result-location", "(▶Query<Todo>, location: Header<String>)",
      "A response has a body and headers, so 'Query<Todo>' cannot be sent; write 'Header<Todo>'."),
    result(
      "nothing-beside-headers", "(▶Void, location: Header<String>)",
      "A response without a value has the type 'Empty'; write 'Empty'.",
      fixed: "(Empty, location: Header<String>)"),
    result(
      "managed-header", "(Todo, ▶contentLength: Header<Int>)",
      "'Content-Length' is set by the body or the connection; remove the value, or return 'HTTPResponse' to read it."),
    result(
      "http-date", "(Todo, lastModified: ▶Header<Date>)",
      "'Last-Modified' is a date in the format of HTTP, and a 'Date' is written in RFC 3339; write 'HTTPDate' instead."),
    result(
      "duplicate-header", "(location: Header<String>, ▶Location: Header<String>)",
      "'location' and 'Location' are both the header 'Location'; rename one of them."),
    result(
      "stream-result", "(▶AsyncStream<Int>, location: Header<String>)",
      "'AsyncStream<Int>' cannot be sent; return 'ServerEvents<Int>', 'JSONLines<Int>', or "
        + "'ByteStream' for bytes."),
    .function(
      "header-name", "@GET(\"/a\") @Name(\"total\", ▶\"a b\") func a() async throws -> (Todo, total: Header<Int>)",
      "'a b' cannot be a header name; use ASCII letters, digits and hyphens."),
    .function(
      "duplicate-name-attribute",
      "@GET(\"/a\") @Name(\"total\", \"X-A\") ▶@Name(\"total\", \"X-B\") func a() async throws -> (Todo, total: Header<Int>)",
      "'total' already has a name; remove one '@Name'."),
    .function(
      "head-result", "@HEAD(\"/a\") func a() async throws -> (▶Todo, total: Header<Int>)",
      "A HEAD response has no body, so 'a()' cannot return 'Todo'; write 'Empty', or use '@GET'."),
    .scope(
      "two-bodies", "@GET func list() -> (id: Int, name: ▶String, total: Header<Int>) {}",
      "A response has one body, which is 'Int' here; write 'name: Header<String>' for a header."),
    Mistake(
      "unlabeled-header",
      "@API final class Todos: EndpointGroup {\n@GET(\"/a\") var a: () async throws -> (Todo, ▶Header<Int>)\n}",
      "The label of a value is the name of its header; write 'location: Header<Int>'."),
    Mistake(
      "single-header", "@Request(.get, \"/a\") struct A { typealias Response = ▶Header<Int> }",
      "A header needs a label, in a tuple with the body or 'Empty'; write '(Empty, name: Header<Int>)'.",
      fixed: "@Request(.get, \"/a\") struct A { typealias Response = (Empty, name: Header<Int>) }"),
    Mistake(
      "header-alias",
      "@Request(.get, \"/a\") struct A {\ntypealias Total = Header<Int>\ntypealias Response = (Todo, total: ▶Total)\n}",
      "A macro does not resolve the alias 'Total', so the value would be in the body; write 'Header<Int>'."),
    Mistake(
      "header-alias",
      "@API struct Store {\ntypealias Tag = Header<String>\n@GET func list() -> (items: [Todo], tag: ▶Tag?) {}\n}",
      "A macro does not resolve the alias 'Tag', so the value would be in the body; write 'Header<String>'."),
  ]
}
