/// Errors in declarations, as they occur in code bases.
extension Mistake {
  static let declarations: [Mistake] =
    parameterForms + parameterTypes + defaultValues + pathForms + resultForms + protocolForms

  private static let parameterForms: [Mistake] = [
    .function(
      "written-default", "@GET(\"/todos\") func list(limit: Int = ▶3, page: Int) async throws",
      "A protocol cannot have default values; write '@Default(\"limit\", 3)' before the function.",
      fixed: "@GET(\"/todos\") @Default(\"limit\", 3) func list(limit: Int, page: Int) async throws"),
    .function(
      "written-default", "@GET(\"/todos\")\nfunc list(done: Bool? = ▶nil) async throws",
      "'done' is already nil when a caller omits it; remove '= nil'.",
      fixed: "@GET(\"/todos\")\nfunc list(done: Bool?) async throws"),
    .function(
      "parameter-attribute", "@POST(\"/todos\") func add(▶@Body _ todo: Todo) async throws",
      "In a protocol the type of a parameter sets its location; write '_ todo: Body<Todo>'.",
      fixed: "@POST(\"/todos\") func add(_ todo: Body<Todo>) async throws"),
    .function(
      "parameter-attribute", "@POST(\"/todos\") func add(▶@KeyQuery todo: Todo) async throws",
      "'@KeyQuery' belongs on a property of a '@Request' struct; remove it here."),
  ]

  private static let parameterTypes: [Mistake] = [
    .function(
      "inner-location", "@POST(\"/todos\") func add(ids: ▶[Query<Int>]) async throws",
      "'Query' is the location of the whole parameter, so it must be outermost; write 'Query<[Int]>'.",
      fixed: "@POST(\"/todos\") func add(ids: Query<[Int]>) async throws"),
    .function(
      "inner-location", "@POST(\"/todos\") func add(ids: ▶Query<Header<Int>>) async throws",
      "'Header' is the location of the whole parameter, so it must be outermost; write 'Query<Int>'.",
      fixed: "@POST(\"/todos\") func add(ids: Query<Int>) async throws"),
    .function(
      "double-optional", "@PATCH(\"/todos\") func change(owner: ▶String??) async throws",
      "An absent member and null both read as nil, so 'owner' cannot distinguish the two nils of 'String??'; write "
        + "'Patch<String>' to leave, clear or set it, or one '?'."),
    Mistake(
      "double-optional", "@Request struct Change { @Field var owner: ▶String?? }",
      "An absent member and null both read as nil, so 'owner' cannot distinguish the two nils of 'String??'; write "
        + "'Patch<String>' to leave, clear or set it, or one '?'."),
    .function(
      "double-optional", "@GET(\"/todos\") func list(owner: ▶String??) async throws",
      "A request has only one nil, so 'owner' cannot distinguish the two nils of 'String??'; write one '?', and add a "
        + "parameter for the difference."),
    .function(
      "range-parameter", "@GET(\"/todos\") func list(span: ▶Header<Range<Int>?>) async throws",
      "A header value is one string, and 'Range<Int>' is two values; make 'span' a 'String', or a type that is a "
        + "'ParameterValue'."),
    .function(
      "cookie-array", "@GET(\"/todos\") func list(seen: ▶Cookie<[Int]>) async throws",
      "A cookie has one value, so 'seen' cannot be an array; write a 'String', or a type that is a 'ParameterValue'."),
    .function(
      "stream-parameter", "@PUT(\"/todos\") func put(all: ▶Body<AsyncStream<Todo>>) async throws",
      "'AsyncStream<Todo>' cannot be part of a request, so 'all' cannot be sent; write 'Body<JSONLines<Todo>>'."),
    .function(
      "stream-parameter", "@PUT(\"/todos\") func put(all: ▶Body<ServerEvents<Todo>>) async throws",
      "'ServerEvents<Todo>' cannot be part of a request, so 'all' cannot be sent; write 'Body<JSONLines<Todo>>'."),
    .function(
      "stream-parameter", "@PUT(\"/todos\") func put(all: ▶Body<ByteStream?>) async throws",
      "A stream may be empty, but never nil; make 'all' a 'ByteStream'."),
    .function(
      "stream-parameter", "@PUT(\"/todos\") func put(all: ▶ByteStream) async throws",
      "A stream is the whole body of a request, so 'all' cannot be one value of several; write 'Body<ByteStream>'."),
    .function(
      "http-date", "@GET(\"/todos\") func list(ifModifiedSince: ▶Header<Date?>) async throws -> [Todo]",
      "'If-Modified-Since' is a date in the format of HTTP, and a 'Date' is written in RFC 3339; write 'HTTPDate' instead."
    ),
    .function(
      "content-type-header", "@POST(\"/todos\") func add(▶contentType: Header<String>, title: String) async throws",
      "'title' is the body, whose type sets 'Content-Type'; remove the parameter, or write 'Body<[UInt8]>' for a body "
        + "of any type."),
    .function(
      "content-type-header", "@PUT(\"/a\") func put(▶contentType: Header<String>, all: Body<ByteStream>) async throws",
      "'all' is the body, whose type sets 'Content-Type'; remove the parameter, or send a 'ByteStream(mediaType:)'."),
    .function(
      "validate-type", "@GET(\"/todos\") @Validate(\"name\", ▶.range(1...3)) func list(name: String) async throws",
      "'.range' does not apply to 'name', which is of type 'String'; write '.length(…)' or '.pattern(…)'."),
  ]

  private static let defaultValues: [Mistake] = [
    .function(
      "default-without-type", "@GET(\"/todos\") @Default(\"sort\", ▶.newest) func list(sort: Sort) async throws",
      "An attribute does not know the type of '.newest'; write 'Sort.newest'.",
      fixed: "@GET(\"/todos\") @Default(\"sort\", Sort.newest) func list(sort: Sort) async throws"),
    .function(
      "default-without-type", "@POST(\"/todos\") @Default(\"by\", [▶.size(1)]) func add(by: [Sort]) async throws",
      "An attribute does not know the type of '.size(1)'; write 'Sort.size(1)'.",
      fixed: "@POST(\"/todos\") @Default(\"by\", [Sort.size(1)]) func add(by: [Sort]) async throws"),
    defaulted("▶\"x\"", "Int"), defaulted("▶1", "String"), defaulted("▶-1", "UInt8"), defaulted("▶1.5", "Int"),
    defaulted("▶true", "Double"), defaulted("▶nil", "Bool"),
    defaulted("▶300", "Int8"), defaulted("▶-129", "Int8"), defaulted("▶0x1_00", "UInt8"),
    defaulted("▶18446744073709551616", "UInt64"), defaulted("▶\"2026-01-01\"", "Date"),
    .function(
      "timeout-unit", "@GET(\"/todos\") @Timeout(▶2.5) func list() async throws",
      "A timeout is a duration with its unit; write '.seconds(2.5)'.",
      fixed: "@GET(\"/todos\") @Timeout(.seconds(2.5)) func list() async throws"),
    .function(
      "size-number", "@POST(\"/todos\") @MaxBody(▶\"20 MB\") func add() async throws",
      "The size is a number of bytes; write '20 * 1024 * 1024'.",
      fixed: "@POST(\"/todos\") @MaxBody(20 * 1024 * 1024) func add() async throws"),
    .function(
      "size-number", "@POST(\"/todos\") @MaxBody(▶\"a lot\") func add() async throws",
      "The size is a number of bytes; write '20 * 1024 * 1024'."),
    .function(
      "several-statuses", "@GET(\"/todos\") @Status(200, ▶201) func list() async throws -> [Todo]",
      "'@Status' takes one status; return '([Todo], HTTPResponse)' to choose the status of each response."),
    Mistake(
      "several-statuses", "@APIError enum Failure { @Status(404, ▶410) case gone }",
      "'@Status' takes one status; declare another case for the second status."),
  ]

  private static func defaulted(_ value: String, _ type: String) -> Mistake {
    .function(
      "default-type", "@GET(\"/todos\") @Default(\"a\", \(value)) func list(a: \(type)) async throws",
      "'a' is of type '\(type)', so \(value.dropFirst()) cannot be its value; write a value of that type.")
  }

  private static let pathForms: [Mistake] = [
    .function(
      "path-url", "@GET(\"▶https://x.com/todos\") func list() async throws",
      "The client sets the base URL; write \"/todos\".",
      fixed: "@GET(\"/todos\") func list() async throws"),
    Mistake(
      "prefix-slash", "@API(prefix: \"▶v1/\") protocol Todos: Sendable {\n@GET(\"/a\") func a() async throws\n}",
      "The prefix must start with '/': write \"/v1\".",
      fixed: "@API(prefix: \"/v1\") protocol Todos: Sendable {\n@GET(\"/a\") func a() async throws\n}"),
    .function(
      "typed-placeholder", "@GET(\"/todos/▶{id: Int}\") func todo(id: Int) async throws",
      "A placeholder has the type of its parameter; write '{id}'.",
      fixed: "@GET(\"/todos/{id}\") func todo(id: Int) async throws"),
    .function(
      "placeholder-case", "@GET(\"/todos/▶:ID\") func todo(id: Int) async throws",
      "The placeholder 'ID' is not 'id', the name of the parameter; write ':id'.",
      fixed: "@GET(\"/todos/:id\") func todo(id: Int) async throws"),
    .function(
      "optional-placeholder", "@GET(\"/todos/:id▶?\") func todo(id: Int) async throws",
      "A segment cannot be optional, and '?' begins a query; remove it, and write a second function for the path without the "
        + "last segment.", fixed: "@GET(\"/todos/:id\") func todo(id: Int) async throws"),
    .function(
      "query-placeholder", "@GET(\"/todos?a=b&c=▶:c\") func list(c: String) async throws",
      "A placeholder is a segment of the path; remove 'c=:c', because a parameter 'c: Query<String>' is sent in the query automatically."
    ),
    .function(
      "angle-placeholder", "@GET(\"/todos/▶<id>\") func todo(id: Int) async throws",
      "A placeholder is written with a colon; write ':id'.",
      fixed: "@GET(\"/todos/:id\") func todo(id: Int) async throws"),
    .function(
      "dollar-placeholder", "@GET(\"/todos/▶$id\") func todo(id: Int) async throws",
      "A placeholder is written with a colon; write ':id'.",
      fixed: "@GET(\"/todos/:id\") func todo(id: Int) async throws"),
  ]

  private static let resultForms: [Mistake] = [
    .function(
      "result-result", "@GET(\"/todos\") func list() async throws -> ▶Result<Int, any Error>",
      "A function of a contract throws its failures; return 'Int' and declare them with '@Throws'.",
      fixed: "@GET(\"/todos\") func list() async throws -> Int"),
    .function(
      "parentheses-result", "@GET(\"/todos\") func list() async throws -> ▶(Int)",
      "One type needs no parentheses; return 'Int'.", fixed: "@GET(\"/todos\") func list() async throws -> Int"),
    .function(
      "double-optional", "@GET(\"/todos\") func list() async throws -> ▶Int??",
      "A response has only one nil, so it cannot distinguish the two nils of 'Int??'; write one '?'."),
    .function(
      "stream-result", "@GET(\"/todos\") func list() async throws -> ▶AsyncThrowingStream<Int, any Error>",
      "'AsyncThrowingStream<Int, any Error>' cannot be sent; return 'ServerEvents<Int>', 'JSONLines<Int>', or "
        + "'ByteStream' for bytes."),
    .function(
      "stream-result", "@GET(\"/todos\") func list() async throws -> ▶JSONLines<Int>?",
      "A stream may be empty, but never nil; return 'JSONLines<Int>', and declare a failure for its absence."),
    Mistake(
      "stream-result", "@API final class Todos: EndpointGroup { @GET(\"/a\") var a: () async throws -> ▶HTTPBody }",
      "'HTTPBody' cannot be sent; return 'ByteStream'."),
  ]

  private static let protocolForms: [Mistake] = [
    Mistake(
      "class-protocol", "@API protocol Todos: ▶AnyObject, Sendable {}",
      "The generated client is a struct, so an API protocol cannot be limited to classes; remove 'AnyObject'."),
    Mistake(
      "type-alias", "@API protocol Todos: Sendable { typealias ▶ID = Int }",
      "The types generated for the protocol cannot refer to 'ID'; declare it outside the protocol."),
    Mistake(
      "operator", "@API protocol Todos: Sendable { @GET(\"/a\") func ▶+ (a: Int, b: Int) async throws -> Int }",
      "An operator cannot be an endpoint; give the function a name."),
    Mistake(
      "repeated-attribute", "@API ▶@API protocol Todos: Sendable {}",
      "'@API' is repeated here; remove one of the two."),
    Mistake(
      "wrong-declaration", "▶@Request enum Find { case a }",
      "'@Request' belongs on a struct, and this is an enum; move it there or remove it."),
    Mistake(
      "generic-failure", "@APIError enum Failure▶<T> { @Status(404) case gone(T) }",
      "A client has to know which type to read, so an '@APIError' enum cannot be generic; name the types."),
    Mistake(
      "opaque-member", "@APIError enum Failure { @Status(404) case gone(▶any Error) }",
      "A client cannot decode 'any Error'; write a concrete type, such as a 'String' that describes it."),
    Mistake(
      "closure-member", "@APIError enum Failure { @Status(404) case gone(retry: ▶() -> Void) }",
      "JSON cannot hold a closure; remove 'retry'."),
    Mistake(
      "tuple-member", "@APIError enum Failure { @Status(404) case gone(at: ▶(Int, Int)) }",
      "JSON has no tuples; write a type with '@Schema'."),
    Mistake(
      "duplicate-name", "@API struct Todos { @GET func ▶all() -> [Int] {} }",
      "'all' and the list of all endpoints would have the same name; rename 'all'."),
    Mistake(
      "duplicate-name", "@API struct Todos { @GET func ▶caller() -> [Int] {} }",
      "'caller' and the property that sends requests would have the same name; rename 'caller'."),
  ]
}
