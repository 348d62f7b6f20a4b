extension Mistake {
  /// All errors of contracts.
  static let all: [Mistake] =
    protocols + verbs + signatures + parameters + paths + placeholders + contents + headers + wireNames + defaults
    + results + names
    + failures + locations + members + ownEndpoints + groups + validations + securities + tuples + responses
    + completions
    + parts + declarations + scopes + placements + schemas + schemaMembers + schemaKeys + schemaCases + schemaNotes
    + patches + tags + resultEnums + collisions + traitArguments + headerTuples + versions + checksums + parents
    + pagings + pagedShapes + wholeTypes + mergePatches + channels
    + unsentTypes + cookies + repeatedAttributes + storages
}

extension Mistake {
  static let protocols: [Mistake] = [
    Mistake(
      "not-sendable", "@API protocol ▶Todos {}",
      "'Todos' must be Sendable, because a server calls it from many tasks; write 'protocol Todos: Sendable'.",
      fixed: "@API protocol Todos: Sendable {}"),
    Mistake(
      "associated-type", "@API protocol Todos: Sendable { ▶associatedtype Item }",
      "An API protocol cannot have associated types; use concrete types in its functions."),
    Mistake(
      "property", "@API protocol Todos: Sendable { ▶var count: Int { get } }",
      "A property cannot be an endpoint; make it a function: an API protocol has 'async throws' functions only."),
    Mistake(
      "subscript", "@API protocol Todos: Sendable { ▶subscript(id: Int) -> Todo { get } }",
      "A subscript cannot be an endpoint; make it a function: an API protocol has 'async throws' functions only."),
    Mistake(
      "initializer", "@API protocol Todos: Sendable { ▶init(id: Int) }",
      "An initializer cannot be an endpoint; remove it from the protocol: "
        + "an API protocol has 'async throws' functions only."),
    Mistake(
      "conditional-requirement",
      "@API protocol Todos: Sendable {\n▶#if DEBUG\n@GET(\"/debug\") func debug() async throws\n#endif\n}",
      "A requirement inside '#if' is not seen by '@API'; put the condition around two protocols instead."),
    Mistake(
      "prefix-slash", "@API(prefix: \"▶v1\") protocol Todos: Sendable {}",
      "The prefix must start with '/': write \"/v1\".",
      fixed: "@API(prefix: \"/v1\") protocol Todos: Sendable {}"),
    Mistake(
      "prefix-trailing-slash", "@API(prefix: \"/v1▶/\") protocol Todos: Sendable {}",
      "The prefix must not end with '/', because every path starts with one; remove it.",
      fixed: "@API(prefix: \"/v1\") protocol Todos: Sendable {}"),
    Mistake(
      "prefix-query", "@API(prefix: \"/v1▶?a=b\") protocol Todos: Sendable {}",
      "The prefix must be a path without '?' or '#'; write a static query in the path of each function."),
    Mistake(
      "prefix-not-literal", "@API(prefix: ▶version) protocol Todos: Sendable {}",
      "The prefix must be a string literal, such as \"/v1\"."),
  ]

  static let verbs: [Mistake] = [
    .function(
      "no-verb", "func ▶list(limit: Int) async throws -> [Todo]",
      "'list(limit:)' has no verb; add one, such as '@GET(\"/list\")'."),
    .function(
      "two-verbs", "@GET(\"/todos\") ▶@POST(\"/todos\") func list() async throws",
      "'list()' already has '@GET'; remove '@POST' or move it to another function.",
      fixed: "@GET(\"/todos\") func list() async throws"),
    .function(
      "path-not-literal", "@GET(▶\"/todos/\\(version)\") func list() async throws",
      "The path must be a string literal without interpolation, such as \"/todos/:id\"."),
    .function(
      "method-not-literal", "@HTTP(\"/todos\", method: ▶purge) func list() async throws",
      "The method must be a string literal, such as method: \"PURGE\"."),
    .function(
      "method-not-token", "@HTTP(\"/todos\", method: ▶\"NO WAY\") func list() async throws",
      "\"NO WAY\" is not a method; write 1 to 64 letters, digits and marks of an HTTP token, without spaces."),
    .function(
      "method-case", "@HTTP(\"/todos\", method: ▶\"get\") func list() async throws",
      "Methods are case-sensitive and 'get' is not 'GET'; write it in uppercase.",
      fixed: "@HTTP(\"/todos\", method: \"GET\") func list() async throws"),
  ]

  static let signatures: [Mistake] = [
    .function(
      "not-async-throws", "@GET(\"/todos\") func ▶list() -> [Todo]",
      "'list()' must be 'async throws', because a call may wait and may fail; add 'async throws'.",
      fixed: "@GET(\"/todos\") func list() async throws -> [Todo]"),
    .function(
      "not-async-throws", "@GET(\"/todos\") func ▶list() async",
      "'list()' must be 'async throws', because a call may wait and may fail; add 'throws'.",
      fixed: "@GET(\"/todos\") func list() async throws"),
    .function(
      "not-async-throws", "@GET(\"/todos\") func ▶list() throws -> Int",
      "'list()' must be 'async throws', because a call may wait and may fail; add 'async'.",
      fixed: "@GET(\"/todos\") func list() async throws -> Int"),
    .function(
      "typed-throws", "@GET(\"/todos\") func list() async throws(▶TodoError) -> Int",
      "A call can also fail in transport, so 'list()' cannot throw only 'TodoError'; "
        + "write 'async throws(CallFailure<TodoError>)', or 'async throws' and '@Throws(TodoError.self)'.",
      fixed: "@GET(\"/todos\") func list() async throws -> Int"),
    .function(
      "modifier", "@GET(\"/todos\") ▶static func list() async throws",
      "An endpoint is called on a shared value, so 'list()' cannot be 'static'; remove 'static'.",
      fixed: "@GET(\"/todos\") func list() async throws"),
    .function(
      "modifier", "@GET(\"/todos\") ▶mutating func list() async throws",
      "An endpoint is called on a shared value, so 'list()' cannot be 'mutating'; remove 'mutating'.",
      fixed: "@GET(\"/todos\") func list() async throws"),
    .function(
      "generic-function", "@GET(\"/todos\") func list▶<T>(of type: T) async throws",
      "An endpoint cannot be generic, because its inputs are sent as concrete types; name the types."),
  ]

  static let parameters: [Mistake] = [
    .function(
      "unnamed-parameter", "@GET(\"/todos\") func list(▶_: Int) async throws",
      "A parameter needs a name, which is its key on the wire; write '_ id: Int'."),
    .function(
      "reserved-name", "@GET(\"/todos\") func list(▶__limit: Int) async throws",
      "Names that start with '__' belong to generated code; rename '__limit'."),
    .function(
      "name-colon", "@GET(\"/todos\") func list(▶`a: b`: Int) async throws",
      "A parameter's name is its key on the wire and cannot contain ':'; rename it."),
    .function(
      "duplicate-key", "@GET(\"/todos\") func list(from id: Int, to ▶id: Int) async throws",
      "'list(from:to:)' has two parameters called 'id', which is their key on the wire; rename one of them."),
    .function(
      "variadic-parameter", "@GET(\"/todos\") func list(tags: String▶...) async throws",
      "A parameter cannot be variadic; write 'tags: [String]'.",
      fixed: "@GET(\"/todos\") func list(tags: [String]) async throws"),
    .function(
      "implicit-optional-parameter", "@GET(\"/todos\") func list(limit: ▶Int!) async throws",
      "A parameter that may be absent is an optional; write 'Int?'.",
      fixed: "@GET(\"/todos\") func list(limit: Int?) async throws"),
    .function(
      "parameter-specifier", "@GET(\"/todos\") func list(limit: ▶inout Int) async throws",
      "'limit' is sent as a value, so its type has no specifiers; write 'limit: Int'.",
      fixed: "@GET(\"/todos\") func list(limit: Int) async throws"),
    .function(
      "closure-parameter", "@GET(\"/todos\") func list(done: ▶@escaping (Int) -> Void) async throws",
      "A closure cannot be sent; remove 'done' and return the result from an 'async throws' function."),
    .function(
      "closure-parameter", "@GET(\"/todos\") func list(done: ▶((Int) -> Void)?) async throws",
      "A closure cannot be sent; remove 'done' and return the result from an 'async throws' function."),
    .function(
      "generic-parameter", "@GET(\"/todos\") func list(limit: ▶some BinaryInteger) async throws",
      "'limit' needs a concrete type to be sent; replace 'some' by the type itself."),
    .function(
      "generic-parameter", "@GET(\"/todos\") func list(other: ▶Self) async throws",
      "'other' needs a concrete type to be sent; replace 'Self' by the type itself."),
  ]

  static let paths: [Mistake] = [
    .function(
      "path-slash", "@GET(\"▶todos\") func list() async throws",
      "A path must start with '/': write \"/todos\".",
      fixed: "@GET(\"/todos\") func list() async throws"),
    .function(
      "path-slash", "@GET(\"▶\") func list() async throws", "A path must start with '/': write \"/\".",
      fixed: "@GET(\"/\") func list() async throws"),
    .function(
      "empty-segment", "@GET(\"/todos/▶/all\") func list() async throws",
      "The path has an empty segment; remove one of the two '/'."),
    .function(
      "path-fragment", "@GET(\"/todos▶#top\") func list() async throws",
      "A fragment is never sent; remove '#' and the text after it."),
    .function(
      "path-whitespace", "@GET(\"/my▶ todos\") func list() async throws",
      "A path cannot contain whitespace or control characters; remove them or write them percent-encoded."),
    .function(
      "path-percent", "@GET(\"/100▶%\") func list() async throws",
      "'%' must be followed by two hexadecimal digits; write '%25' for the sign itself."),
    .function(
      "dot-segment", "@GET(\"/todos/▶../users\") func list() async throws",
      "A path cannot contain the segment '..'; write the path without it."),
    .function(
      "wildcard-segment", "@GET(\"/files/▶*\") func list() async throws",
      "A contract has no wildcards; replace '*' by a placeholder such as ':id'."),
    .function(
      "rest-placeholder", "@GET(\"/files/▶:rest...\") func list(rest: String) async throws",
      "A placeholder of several segments is written in braces; write '{rest...}'."),
    .function(
      "placeholder-name", "@GET(\"/files/▶{...}\") func list() async throws",
      "A placeholder needs a name, such as '{path...}'."),
    .function(
      "two-rests", "@GET(\"/{a...}/b/▶{c...}\") func list(a: String, c: String) async throws",
      "A path can have only one placeholder for several segments, and '{a...}' is one already; write '{c}' for one segment."
    ),
    .function(
      "partial-placeholder", "@GET(\"/files/▶{name}.txt\") func file(name: String) async throws",
      "A placeholder is a whole segment between two '/'; split '{name}.txt' or make all of it one placeholder."),
    .function(
      "placeholder-name", "@GET(\"/files/▶:\") func list() async throws",
      "A placeholder needs a name, such as ':id'."),
    .function(
      "duplicate-placeholder", "@GET(\"/a/:id/b/▶:id\") func list(id: Int) async throws",
      "The path has two placeholders called 'id'; rename one of them and add a parameter for it."),
    .function(
      "static-query", "@GET(\"/todos?kind=open\") func list(▶kind: String) async throws",
      "The path already has the query value 'kind'; rename the parameter, or remove the value from the path."),
  ]

  static let placeholders: [Mistake] = [
    .function(
      "placeholder-without-parameter", "@GET(\"/todos/▶:id\") func todo(verbose: Bool) async throws",
      "The placeholder 'id' has no parameter; add 'id: String' to 'todo', or remove the placeholder.",
      fixed: "@GET(\"/todos/:id\") func todo(verbose: Bool, id: String) async throws"),
    .function(
      "placeholder-without-parameter", "@GET(\"/todos/▶{in}\") func todo() async throws",
      "The placeholder 'in' has no parameter; add '`in`: String' to 'todo', or remove the placeholder.",
      fixed: "@GET(\"/todos/{in}\") func todo(`in`: String) async throws"),
    .function(
      "parameter-without-placeholder", "@GET(\"/todos\") func todo(▶id: Path<Int>) async throws",
      "The path has no placeholder ':id' for this parameter; add it to the path, or write 'id: Int' without 'Path'.",
      fixed: "@GET(\"/todos/:id\") func todo(id: Path<Int>) async throws"),
    .function(
      "placeholder-elsewhere", "@GET(\"/todos/:id\") func todo(id: ▶Query<Int>) async throws",
      "'id' is in the path, so it cannot be 'Query'; write 'id: Int' or rename the placeholder.",
      fixed: "@GET(\"/todos/:id\") func todo(id: Int) async throws"),
    .function(
      "path-type", "@GET(\"/todos/:id\") func todo(id: ▶Int?) async throws",
      "'id' is in the path, where it always has exactly one value; "
        + "write a type that is neither optional nor an array."),
    .function(
      "path-type", "@GET(\"/todos/:ids\") func todo(ids: ▶[Int]) async throws",
      "'ids' is in the path, where it always has exactly one value; "
        + "write a type that is neither optional nor an array."),
  ]

  static let contents: [Mistake] = [
    .function(
      "two-bodies", "@POST(\"/todos\") func create(todo: Body<Todo>, note: ▶Body<Note>) async throws",
      "A request has one body, which is 'todo'; put both values into one type, or make them 'Field's."),
    .function(
      "body-and-field", "@POST(\"/todos\") func create(todo: Body<Todo>, note: ▶String) async throws",
      "The body is 'todo', so 'note' cannot be a field; put it into 'Todo', or write 'Query<String>'."),
    .function(
      "body-and-field", "@POST(\"/todos\") func create(data: Body<[UInt8]>, note: ▶String) async throws",
      "The body is 'data', so 'note' cannot be a field; write 'Query<String>'."),
    .function(
      "body-and-field",
      "@POST(\"/todos\") @Multipart func create(todo: Body<Todo>, image: ▶Part) async throws",
      "The body is 'todo', so there cannot also be a part; write 'todo: Field<Todo>', or remove 'image'."),
    .function(
      "trace-content", "@TRACE(\"/echo\") func trace(tag: ▶String) async throws",
      "A TRACE request has no body; write 'Query<String>' or 'Header<String>'."),
  ]

  static let headers: [Mistake] = [
    .function(
      "header-name", "@GET(\"/todos\") func list(▶größe: Header<Int>) async throws",
      "'Größe' cannot be a header name; write '@Name(\"größe\", \"X-Name\")' with a name of ASCII letters, digits and "
        + "hyphens."),
    .function(
      "managed-header", "@GET(\"/todos\") func list(▶contentLength: Header<Int>) async throws",
      "'Content-Length' is set by the connection itself; remove the parameter or choose another name."),
    .function(
      "duplicate-header", "@GET(\"/todos\") func list(xId: Header<Int>, ▶x_id: Header<Int>) async throws",
      "'xId' and 'x_id' are both the header 'X-Id'; rename one of them."),
  ]

  static let defaults: [Mistake] = [
    .function(
      "unknown-default", "@GET(\"/todos\") @Default(▶\"limt\", 20) func list(limit: Int) async throws",
      "There is no parameter 'limt' in 'list(limit:)', whose parameters are 'limit'; write \"limit\".",
      fixed: "@GET(\"/todos\") @Default(\"limit\", 20) func list(limit: Int) async throws"),
    .function(
      "unknown-default", "@GET(\"/todos\") @Default(▶\"most\", 20) func list(most limit: Int, done: Bool) async throws",
      "There is no parameter 'most' in 'list(most:done:)', whose parameters are 'limit', 'done'; write \"limit\".",
      fixed: "@GET(\"/todos\") @Default(\"limit\", 20) func list(most limit: Int, done: Bool) async throws"),
    .function(
      "unknown-default", "@GET(\"/todos\") @Default(▶\"limit\", 20) func list() async throws",
      "There is no parameter 'limit' in 'list()', which has no parameters; correct the name or remove the default."),
    .function(
      "duplicate-default",
      "@GET(\"/todos\") @Default(\"limit\", 20) @Default(▶\"limit\", 30) func list(limit: Int) async throws",
      "'limit' already has a default; remove one of the two."),
    .function(
      "path-default", "@GET(\"/todos/:id\") @Default(▶\"id\", 1) func todo(id: Int) async throws",
      "'id' is in the path and never absent, so it cannot have a default; remove '@Default'."),
    .function(
      "body-default", "@PUT(\"/todos\") @Default(▶\"todo\", 1) func put(todo: Body<Int>) async throws",
      "'todo' is the whole body, which cannot have a default; remove '@Default', or give its members defaults."),
    .function(
      "optional-default", "@GET(\"/todos\") @Default(▶\"limit\", 20) func list(limit: Int?) async throws",
      "'limit' is optional, and an absent value cannot be both nil and a default; remove the '?' or '@Default'."),
    .function(
      "array-default", "@GET(\"/todos\") @Default(\"tags\", ▶[\"a\"]) func list(tags: [String]) async throws",
      "An empty array is not sent, so the receiver would use this default instead; "
        + "write '[]' or remove '@Default'."),
    .function(
      "default-not-literal", "@GET(\"/todos\") @Default(▶name, 20) func list(limit: Int) async throws",
      "The first argument of '@Default' must be the parameter's name as a string literal."),
  ]

  static let results: [Mistake] = [
    .function(
      "status-range", "@POST(\"/todos\") @Status(▶404) func create() async throws",
      "A result has a status from 200 to 299, not 404; declare failures with '@Throws'."),
    .function(
      "status-without-content", "@POST(\"/todos\") @Status(▶204) func create() async throws -> Todo",
      "A 204 response has no body, so 'Todo' could not be sent; write @Status(200), or return nothing."),
    .function(
      "status-without-content", "@POST(\"/todos\") @Status(▶304) func create() async throws -> Todo",
      "A redirection has no result, so 'Todo' could not be sent; write @Status(200), or return nothing, or (Empty, HTTPResponse) for its headers."
    ),
    .function(
      "status-not-literal", "@POST(\"/todos\") @Status(▶created) func create() async throws -> Todo",
      "The status must be a number from 200 to 299, such as @Status(201)."),
    .function(
      "two-statuses", "@POST(\"/todos\") @Status(201) ▶@Status(202) func create() async throws -> Todo",
      "'create()' already has a status; remove one of the two."),
    .function(
      "head-result", "@HEAD(\"/todos\") func check() async throws -> ▶[Todo]",
      "A HEAD response has no body, so 'check()' cannot return '[Todo]'; return nothing, or use '@GET'."),
    .function(
      "tuple-result", "@GET(\"/todos\") func list() async throws -> ▶(Todo, Int)",
      "A response has one body; return one type instead of a tuple."),
    .function(
      "opaque-result", "@GET(\"/todos\") func list() async throws -> ▶any Codable",
      "The result needs a concrete type to be decoded; replace 'any' by the type itself."),
    .function(
      "closure-result", "@GET(\"/todos\") func list() async throws -> ▶((Int) -> Int)?",
      "A closure cannot be sent; return a value."),
    .function(
      "result-specifier", "@GET(\"/todos\") func list() async throws -> ▶sending Todo",
      "A result is sent as a value, so its type has no specifiers; return 'Todo'.",
      fixed: "@GET(\"/todos\") func list() async throws -> Todo"),
    .function(
      "implicit-optional-result", "@GET(\"/todos\") func list() async throws -> ▶Todo!",
      "A result that may be absent is an optional; return 'Todo?'.",
      fixed: "@GET(\"/todos\") func list() async throws -> Todo?"),
    .function(
      "throws-argument", "@GET(\"/todos\") @Throws(▶.notFound) func list() async throws",
      "'@Throws' takes failure types, such as 'TodoError.self'; write the type and '.self'."),
  ]

  static let names: [Mistake] = [
    .function(
      "duplicate-name",
      "@GET(\"/a\") func list(a: Int) async throws\n@GET(\"/b\") func ▶list(a: String) async throws",
      "'list(a:)' and 'list(a:)' would both be generated as 'TodosEndpoints.listA'; rename 'list'."),
    .function(
      "duplicate-name",
      """
      @GET("/a") func list() async throws
      @GET("/b") func list(limit: Int) async throws
      @GET("/c") func ▶listLimit() async throws
      """,
      "'listLimit()' and 'list(limit:)' would both be generated as 'TodosEndpoints.listLimit'; rename 'listLimit'."),
    Mistake(
      "duplicate-name", "@API @Mock protocol Todos: Sendable { @GET(\"/a\") func ▶resetCalls() async throws }",
      "'resetCalls()' and the function that forgets recorded calls would both be generated as 'TodosMock.resetCalls'; "
        + "rename 'resetCalls'."),
    .function(
      "duplicate-name",
      "@GET(\"/a\") func list(a: Int) async throws\n@GET(\"/b\") func ▶List(b: Int) async throws",
      "'List(b:)' and 'list(a:)' would both be generated as 'TodosEndpoints.ListInput'; rename 'List'."),
    .function(
      "duplicate-name", "@GET(\"/a\") func ▶all() async throws",
      "'all()' and the list of all endpoints would both be generated as 'TodosEndpoints.all'; rename 'all'."),
    .function(
      "duplicate-name", "@GET(\"/a\") func ▶caller() async throws",
      "'caller()' and the property that holds the caller would both be generated as 'TodosAPI.caller'; "
        + "rename 'caller'."),
    Mistake(
      "duplicate-name",
      """
      @API @Mock protocol Todos: Sendable {
        @GET("/a") func list() async throws
        @GET("/b") func ▶listCalls() async throws
      }
      """,
      "'listCalls()' and 'list()' would both be generated as 'TodosMock.listCalls'; rename 'listCalls'."),
    .function(
      "hidden-type", "@POST(\"/a\") func create(todo: Body<▶CreateInput>) async throws",
      "The generated 'TodosEndpoints.CreateInput' would hide your type 'CreateInput'; write the module before the "
        + "type, or rename one of the two."),
    .function(
      "duplicate-route",
      "@GET(\"/a/:b\") func one(b: Int) async throws\n@GET(▶\"/a/{c}\") func two(c: Int) async throws",
      "'two(c:)' has the same method and path as 'one(b:)', so a server could not distinguish them; change one, or "
        + "move it to another protocol if only clients use it."),
  ]

  static let failures: [Mistake] = [
    Mistake(
      "case-without-status", "@APIError enum TodoError { case ▶notFound }",
      "'notFound' has no status; write '@Status(404) case notFound' with a status from 400 to 599."),
    Mistake(
      "failure-status-range", "@APIError enum TodoError { @Status(▶200) case notFound }",
      "A failure has a status from 400 to 599, not 200; choose another status."),
    Mistake(
      "status-not-literal", "@APIError enum TodoError { @Status(▶code) case notFound }",
      "The status must be a number from 400 to 599, such as @Status(404)."),
    Mistake(
      "two-statuses", "@APIError enum TodoError { @Status(404) ▶@Status(410) case notFound }",
      "'notFound' already has a status; remove one of the two."),
    Mistake(
      "reserved-member", "@APIError enum TodoError { @Status(409) case taken(▶title: String) }",
      "Every problem already has a member 'title'; give this value another label."),
    Mistake(
      "duplicate-member", "@APIError enum TodoError { @Status(409) case taken(a: Int, ▶a: Int) }",
      "'taken' has two values called 'a'; rename one of them."),
    Mistake(
      "reserved-member", "@APIError(code: ▶\"status\") enum TodoError { @Status(404) case notFound }",
      "Every problem already has a member 'status', so it cannot contain the code."),
    Mistake(
      "reserved-member", "@APIError(code: \"kind\") enum TodoError { @Status(409) case taken(▶kind: String) }",
      "Every problem already has a member 'kind'; give this value another label."),
    Mistake(
      "code-not-literal", "@APIError enum TodoError { @Status(404, code: ▶\"\") case notFound }",
      "The code must be a literal: a string that is not empty, an integer, or a boolean."),
    Mistake(
      "code-not-literal", "@APIError enum TodoError { @Status(404, code: ▶3.5) case notFound }",
      "The code must be a literal: a string that is not empty, an integer, or a boolean."),
    Mistake(
      "duplicate-code",
      "@APIError enum TodoError { @Status(404, code: 3) case notFound\n@Status(405, code: 3) case ▶gone }",
      "Another case has the code '3'; choose another code, or move the case to another '@APIError' enum if its "
        + "status differs."),
    Mistake(
      "code-location", "@APIError(code: ▶\"errors[0].code\") enum TodoError { @Status(404) case notFound }",
      "'errors[0].code' would be read as the name of one member; write a JSON Pointer, such as \"/errors/0/code\"."),
    Mistake(
      "code-location", "@APIError(code: ▶\"/errors/0\") enum TodoError { @Status(404) case notFound }",
      "The code must be a member of an object in the body; write a pointer such as "
        + "\"/errors/0/code\"."),
    Mistake(
      "code-location", "@APIError(code: ▶\"/errors/1/code\") enum TodoError { @Status(404) case notFound }",
      "A server writes one failure, so the index is 0, not 1; write 0."),
    Mistake(
      "code-location", "@APIError(code: ▶\"/errors//code\") enum TodoError { @Status(404) case notFound }",
      "The pointer has an empty step; remove one of the two '/'."),
    Mistake(
      "reserved-member", "@APIError(code: ▶\"/status/code\") enum TodoError { @Status(404) case notFound }",
      "Every problem already has a member 'status', so it cannot contain the code."),
    Mistake(
      "reserved-member", "@APIError(code: \"/error/kind\") enum TodoError { @Status(409) case taken(▶kind: String) }",
      "Every problem already has a member 'kind'; give this value another label."),
    Mistake(
      "duplicate-code", "@APIError enum TodoError { @Status(404, code: \"a\") case notFound, ▶gone }",
      "Another case has the code 'a'; choose another code, or move the case to another '@APIError' enum if its "
        + "status differs."),
    .function(
      "code-of-result", "@GET(\"/a\") @Status(200, code: ▶\"a\") func list() async throws -> String",
      "A code belongs to a case of an '@APIError' enum, not to a result; remove it."),
    Mistake(
      "no-case", "@APIError enum ▶TodoError {}",
      "'TodoError' has no case to fail with; add one, such as '@Status(404) case notFound'."),
    Mistake(
      "private-failure", "enum Todos { @APIError ▶private enum Failure { @Status(404) case notFound } }",
      "'@APIError' extends 'Failure' at the top of the file, where a private type is not seen; write 'fileprivate'.",
      fixed: "enum Todos { @APIError fileprivate enum Failure { @Status(404) case notFound } }"),
    Mistake(
      "conditional-case", "@APIError enum TodoError {\n▶#if DEBUG\n@Status(404) case notFound\n#endif\n}",
      "A case inside '#if' is not seen by '@APIError'; both ends must know every case, so declare it always."),
  ]

  static let locations: [Mistake] = [
    Mistake(
      "wrong-declaration", "▶@API enum Todos {}",
      "'@API' belongs on a protocol, a class or a struct, and this is an enum; move it there or remove it."),
    Mistake(
      "wrong-declaration", "▶@Mock class Todos {}",
      "'@Mock' belongs on a protocol, and this is a class; move it there or remove it."),
    Mistake(
      "wrong-declaration", "▶@APIError struct TodoError {}",
      "'@APIError' belongs on an enum, and this is a struct; move it there or remove it."),
    Mistake(
      "wrong-declaration", "▶@GET(\"/todos\") func list() async throws {}",
      "'@GET' belongs on a function of an '@API' protocol, and this is a function outside a protocol; "
        + "move it there or remove it."),
    Mistake(
      "wrong-declaration", "struct Todos { ▶@Default(\"a\", 1) var list = 1 }",
      "'@Default' belongs on a function of an '@API' protocol, and this is a property; move it there or remove it."),
    Mistake(
      "wrong-declaration", "▶@Status(201) struct Todos {}",
      "'@Status' belongs on a function of an '@API' protocol or on a case of an '@APIError' or '@APIResult' enum, "
        + "and this is a struct; move it there or remove it."),
    Mistake(
      "mock-without-api", "▶@Mock protocol Todos: Sendable {}",
      "'@Mock' records inputs that '@API' declares; add '@API' to 'Todos'.",
      fixed: "@API @Mock protocol Todos: Sendable {}"),
    Mistake(
      "unread-attribute", "protocol Todos: Sendable { ▶@GET(\"/todos\") func list() async throws }",
      "'@GET' has no effect without '@API'; add '@API' to 'Todos'."),
    Mistake(
      "unread-attribute", "▶@Throws(TodoError.self) protocol Todos: Sendable {}",
      "'@Throws' has no effect without '@API'; add '@API' to 'Todos'."),
    Mistake(
      "unread-attribute", "enum TodoError { ▶@Status(404) case notFound }",
      "'@Status' has no effect without '@APIError'; add '@APIError' to 'TodoError'."),
  ]
}
