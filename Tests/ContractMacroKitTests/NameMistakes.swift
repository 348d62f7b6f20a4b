/// Errors in names on the wire: those of `@Name`, and those in attributes of members and parameters.
extension Mistake {
  static let wireNames: [Mistake] = [
    .function(
      "unknown-name", "@GET(\"/todos\") @Name(▶\"limt\", \"max\") func list(limit: Int) async throws",
      "There is no parameter 'limt' in 'list(limit:)', whose parameters are 'limit'; write \"limit\".",
      fixed: "@GET(\"/todos\") @Name(\"limit\", \"max\") func list(limit: Int) async throws"),
    .function(
      "unknown-name", "@GET(\"/todos\") @Name(▶\"limit\", \"max\") func list() async throws",
      "There is no parameter 'limit' in 'list()', which has no parameters; correct the name or remove '@Name'."),
    .function(
      "name-not-literal", "@GET(\"/todos\") @Name(▶name, \"max\") func list(limit: Int) async throws",
      "The first argument of '@Name' must be the parameter's name as a string literal."),
    .function(
      "name-not-literal", "@GET(\"/todos\") @Name(\"limit\", ▶name) func list(limit: Int) async throws",
      "The name of 'limit' on the wire must be a string literal."),
    .function(
      "duplicate-name-attribute",
      "@GET(\"/todos\") @Name(\"limit\", \"max\") ▶@Name(\"limit\", \"most\") func list(limit: Int) async throws",
      "'limit' already has a name; remove one '@Name'."),
    .function(
      "body-name", "@PUT(\"/todos\") @Name(▶\"todo\", \"x\") func put(todo: Body<Todo>) async throws",
      "'todo' is the whole body, which has no name on the wire; remove '@Name'."),
    .function(
      "empty-key", "@GET(\"/todos\") @Name(\"limit\", ▶\"\") func list(limit: Int) async throws",
      "A name on the wire cannot be empty; write a name, or remove the empty one."),
    .function(
      "key-characters", "@GET(\"/todos\") @Name(\"limit\", ▶\"a: b\") func list(limit: Int) async throws",
      "A name on the wire cannot contain control characters, quotation marks or ': '; remove them."),
    .function(
      "header-name", "@GET(\"/todos\") @Name(\"limit\", ▶\"X Max\") func list(limit: Header<Int>) async throws",
      "'X Max' cannot be a header name; use ASCII letters, digits and hyphens."),
    .function(
      "header-name", "@GET(\"/todos\") func list(▶`x max`: Header<Int>) async throws",
      "'x max' cannot be a header name; write '@Name(\"x max\", \"X-Name\")' with a name of ASCII letters, digits and "
        + "hyphens."),
    .function(
      "managed-header", "@GET(\"/todos\") @Name(\"a\", ▶\"host\") func list(a: Header<Int>) async throws",
      "'host' is set by the connection itself; remove the parameter or choose another name."),
    .function(
      "duplicate-header",
      "@GET(\"/todos\") @Name(\"b\", ▶\"a\") func list(a: Header<Int>, b: Header<Int>) async throws",
      "'a' and 'b' are both the header 'a'; rename one of them."),
    .function(
      "duplicate-key", "@GET(\"/todos\") @Name(\"b\", ▶\"a\") func list(a: Int, b: Int) async throws",
      "'a' and 'b' are both the query value 'a'; give one of them another name."),
    .function(
      "duplicate-key", "@POST(\"/todos\") @Name(\"a\", ▶\"b\") func add(a: Int, b: Int) async throws",
      "'a' and 'b' are both the member of the body 'b'; give one of them another name."),
    .function(
      "parameter-without-placeholder",
      "@GET(\"/todos\") @Name(\"id\", ▶\"todo-id\") func todo(id: Path<Int>) async throws",
      "The path has no placeholder ':todo-id' for this parameter; add it to the path, or write 'id: Int' without 'Path'.",
      fixed: "@GET(\"/todos/:todo-id\") @Name(\"id\", \"todo-id\") func todo(id: Path<Int>) async throws"),
    .function(
      "placeholder-without-parameter",
      "@GET(\"/todos/▶:id\") @Name(\"id\", \"todo-id\") func todo(id: Int) async throws",
      "The placeholder 'id' has no parameter, because '@Name' renames the parameter to 'todo-id'; write '{todo-id}', "
        + "or remove '@Name'."),
    .function(
      "static-query", "@GET(\"/todos?kind=a\") @Name(\"sort\", ▶\"kind\") func list(sort: Int) async throws",
      "The path already has the query value 'kind'; rename the parameter, or remove the value from the path."),
    .scope(
      "written-name", "@GET ▶@Name(\"a\", \"b\") func list(@Query a: Int) {}",
      "The location attribute of an input sets its name; write the name there, such as '@Header(\"X-Source\")', "
        + "and remove '@Name'."),
    .member(
      "written-name", "@Query ▶@Name(\"a\", \"b\") var a: Int",
      "The location attribute of an input sets its name; write the name there, such as '@Header(\"X-Source\")', "
        + "and remove '@Name'."),
    .member(
      "key-characters", "@Query(▶\"a\\n\") var a: Int",
      "A name on the wire cannot contain control characters, quotation marks or ': '; remove them."),
    .scope(
      "key-characters", "@GET func list(@Query(▶\"a\\n\") a: Int) {}",
      "A name on the wire cannot contain control characters, quotation marks or ': '; remove them."),
    Mistake(
      "wrong-declaration", "▶@Name(\"a\", \"b\") struct Todo {}",
      "'@Name' belongs on a function of an '@API' protocol, and this is a struct; move it there or remove it."),
  ]
}
