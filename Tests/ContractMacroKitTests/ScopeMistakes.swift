/// Errors in structs with `@API`.
extension Mistake {
  static let scopes: [Mistake] = [
    Mistake(
      "scope-context", "▶@Path(\"pet\") struct Pets {}",
      "A struct with '@Path' is a scope inside a struct with '@API'; move 'Pets' into such a struct, or write "
        + "'@API(prefix:)' instead of '@Path'."),
    Mistake(
      "scope-context", "▶@Path(\"a\") @Path(\"b\") struct Pets {}",
      "A struct with '@Path' is a scope inside a struct with '@API'; move 'Pets' into such a struct, or write "
        + "'@API(prefix:)' instead of '@Path'."),
    Mistake(
      "unread-attribute", "struct Store { ▶@Path(\"pet\") struct Pets {} }",
      "'@Path' has no effect without '@API'; add '@API' to 'Store'."),
    Mistake(
      "unread-attribute", "struct Store { ▶@GET func list() -> Int {} }",
      "'@GET' has no effect without '@API'; add '@API' to 'Store'."),
    Mistake(
      "no-path", "@API protocol Todos: Sendable { ▶@GET func list() async throws }",
      "The name of a function is its path only in a struct with '@API'; write '@GET(\"/todos\")', or '@GET(\"\")' for the prefix of "
        + "'@API' itself."),
    .inner(
      "scope-depth",
      "@Path struct A { @Path struct B { @Path struct C { ▶@Path struct D {} } } }",
      "Scopes are nested at most 3 deep, and 'D' is deeper; write its path in the attribute of the scope around it, or make it a separate struct with '@API(prefix:)'."
    ),
    Mistake(
      "generic-scope", "@API struct Store▶<T> {}",
      "A scope cannot be generic, because its endpoints are concrete."),
    Mistake(
      "generic-scope", "enum Outer<T> { struct Inner { @API struct ▶Store { @Path struct Pets {} } } }",
      "'Outer' is generic, so a type inside it cannot store endpoints; move 'Store' out of it."),
    .scope(
      "scope-property", "var ▶count: Int",
      "The initializer that '@API' generates does not set this property; give the property an initial value, or "
        + "put it into the path."),
    .inner(
      "private-scope", "@_Scope1 @Path ▶private struct Pets {}",
      "'Endpoints' of the outermost struct refers to every scope, and cannot see the private 'Pets'; write "
        + "'fileprivate'.",
      fixed: "@_Scope1 @Path fileprivate struct Pets {}"),
    .inner(
      "prefix-query", "@_Scope1 @Path(\"pet▶?a\") struct Pets {}",
      "The path of a scope cannot contain '?'; write a static query in the path of each function."),
    .inner(
      "path-not-literal", "@_Scope1 @Path(▶path) struct Pets {}",
      "The path must be a string literal without interpolation, such as \"{id}\"."),
    .inner(
      "duplicate-placeholder", "@_Scope1 @Path(\"{id}\") struct Pets { @GET(\"a/▶{id}\") func list() {} }",
      "The path has two placeholders called 'id' (see also the enclosing scopes); rename one of them."),
    .scope(
      "http-date", "@GET func list(@Header ifModifiedSince: ▶Date?) {}",
      "'If-Modified-Since' is a date in the format of HTTP, and a 'Date' is written in RFC 3339; write 'HTTPDate' instead."
    ),
    .scope(
      "placeholder-type", "@GET(\"a/▶{id: [Int]}\") func list() {}",
      "'[Int]' cannot be the type of a placeholder, because a segment always has exactly one value; write a name such as "
        + "'UUID'."),
    .scope(
      "placeholder-type", "@GET(\"a/▶{id: Int?}\") func list() {}",
      "'Int?' cannot be the type of a placeholder, because a segment always has exactly one value; write a name such as "
        + "'UUID'."
    ),
    .scope(
      "placeholder-type", "@GET(\"a/▶{id: Int...}\") func list() {}",
      "A placeholder of several segments has the dots after its name; write '{id...}'."),
    .scope(
      "generic-parameter", "@GET(\"a/▶{id: Self.ID}\") func list() {}",
      "'id' needs a concrete type to be sent; replace 'Self' by the type itself."),
    .inner(
      "generic-parameter", "@_Scope1 @Path(\"▶{id: Self.ID}\") struct Pets { @GET func list() {} }",
      "'id' needs a concrete type to be sent; replace 'Self' by the type itself."),
    .scope(
      "opaque-result", "@GET func list() -> (items: [▶Self.Item], total: Int) {}",
      "The result needs a concrete type to be decoded; replace 'Self' by the type itself."),
    .scope(
      "opaque-result", "@GET func list() -> (Item, tag: Header<▶Self.Tag>) {}",
      "The result needs a concrete type to be decoded; replace 'Self' by the type itself."),
    .scope(
      "placeholder-characters", "@GET(\"a/▶{😁}\") func list() {}",
      "The name of a placeholder consists of letters, digits, '_' and '-'; rename '😁'."),
    .inner(
      "placeholder-name", "@_Scope1 @Path(\"▶{}\") struct Pets { @GET func list() {} }",
      "A placeholder needs a name, such as ':id'."),
    .scope(
      "partial-placeholder", "@GET(\"▶a{id}\") func list() {}",
      "A placeholder is a whole segment between two '/'; split 'a{id}' or make all of it one placeholder."),
    .scope(
      "empty-segment", "@GET(\"a/▶/b\") func list() {}",
      "The path has an empty segment; remove one of the two '/'."),
    .scope(
      "path-whitespace", "@GET(\"a▶ b/{id: Int}\") func list() {}",
      "A path cannot contain whitespace or control characters; remove them or write them percent-encoded."),
    .scope(
      "two-verbs", "@GET ▶@PUT func list() {}",
      "'list' already has '@GET'; remove '@PUT' or move it to another function."),
    .scope(
      "modifier", "@GET ▶static func list() {}",
      "An endpoint is called on a value of its scope, so 'list' cannot be 'static'; remove 'static'."),
    .scope(
      "generic-function", "@GET func list▶<T>() {}",
      "An endpoint cannot be generic, because its inputs are sent as concrete types; name the types."),
    .scope(
      "written-effects", "@GET func list() ▶async throws -> Int {}",
      "'@API' adds an 'async throws' function next to 'list'; remove 'async throws' here.",
      fixed: "@GET func list() -> Int {}"),
    .scope(
      "scope-body", "@GET func list() -> Int { ▶5 }",
      "'@API' generates the body of 'list'; leave '{}', return a changed 'client' as in '{ "
        + "client.timeout(.seconds(5)) }', or change the requests with attributes such as '@Headers'."),
    .scope(
      "scope-default", "@GET ▶@Default(\"a\", 1) func list(@Query a: Int) {}",
      "A parameter of a scope's function has its default after the type; write '= ' and the value there."),
    .scope(
      "tuple-result", "@GET func list() -> ▶(Int, Int) {}",
      "The members of a tuple are the members of a JSON object; give each of them a label, or return one type."),
    .scope(
      "head-result", "@HEAD func list() -> ▶Int {}",
      "A HEAD response has no body, so 'list' cannot return 'Int'; return nothing, or use '@GET'."),
    .scope(
      "status-range", "@GET @Status(▶404) func list() {}",
      "A result has a status from 200 to 299, not 404; declare failures with '@Throws'."),
    .scope(
      "duplicate-trait", "@GET @Timeout(.seconds(1)) ▶@Timeout(.seconds(2)) func list() {}",
      "'list' already has '@Timeout'; remove one of the two."),
    .scope(
      "parameter-without-location", "@GET func list(_ ▶limit: Int) {}",
      "'limit' has no location; write '@Query' or '@Header' before it, or '{limit: Int}' in the path instead of the "
        + "parameter."),
    .scope(
      "parameter-without-location", "@POST func list(▶limit: [Int]) {}",
      "'limit' has no location; write '@Query', '@Header', '@Field' or '@Body' before it."),
    .scope(
      "parameter-without-location", "@GET func list(▶page: Int = 1, @Query limit: Int) {}",
      "'page' has no location; write '@Query' or '@Header' before it."),
    .scope(
      "parameter-without-location", "@GET func list(▶filter: [String: Int]) {}",
      "'filter' has no location; write '@Query' before it."),
    .scope(
      "parameter-without-location", "@GET func add(▶file: Part) {}",
      "'file' has no location; write '@Field' before it, and use '@POST'."),
    .scope(
      "parameter-without-location", "@GET func list(▶window: ClosedRange<Int>) {}",
      "'window' has no location; write '@Query' before it."),
    .scope(
      "parameter-without-location", "@POST func list(▶matrix: [[String: Int]]) {}",
      "'matrix' has no location; write '@Query', '@Field' or '@Body' before it."),
    .scope(
      "parameter-without-location", "@POST func put(▶data: ByteStream) {}",
      "'data' has no location; write '@Body' before it."),
    .scope(
      "parameter-without-location", "@GET func put(▶data: ByteStream) {}",
      "'data' has no location; write '@Body' before it, and use '@POST'."),
    .scope(
      "parameter-without-location", "@PUT func put(▶version: IfMatch) {}",
      "'version' has no location; write '@Header' before it."),
    .scope(
      "parameter-without-location", "@POST func edit(▶title: Patch<String>) {}",
      "'title' has no location; write '@Field' before it."),
    .scope(
      "parameter-without-location", "@POST func add(▶note: JSONValue) {}",
      "'note' has no location; write '@Field' or '@Body' before it."),
    .scope(
      "double-optional", "@POST func add(note: ▶Int??) {}",
      "A request has only one nil, so 'note' cannot distinguish the two nils of 'Int??'; write one '?', and add a "
        + "parameter for the difference."),
    .scope(
      "parameter-without-location", "@POST func put(▶data: Body<ByteStream>) {}",
      "In a struct, the type of 'data' does not set its location; write '@Body data: ByteStream'."),
    .scope(
      "parameter-without-location", "@GET func one(▶id: Path<Int>) {}",
      "In a struct, the type of 'id' does not set its location; write '{id: Int}' in the path."),
    .scope(
      "tuple-parameter", "@POST func list(range: ▶(Int, Int)) {}",
      "'range' is sent as one value, so it cannot be a tuple or 'Void'; declare a struct."),
    .scope(
      "two-locations", "@POST func list(@Query ▶@Body limit: Int) {}",
      "'limit' already has the location '@Query'; remove one of the two."),
    .scope(
      "key-not-literal", "@GET func list(@Query(▶key) limit: Int) {}",
      "The name of 'limit' on the wire must be a string literal."),
    .scope(
      "query-type", "@GET func list(query: ▶Filter) {}",
      "A parameter 'query' is the whole query; write '[String: String]', a tuple with labels, or '@Query query: "
        + "Filter' for a member of that name."),
    .scope(
      "unlabeled-element", "@POST func add(body: (name: String, ▶Int)) {}",
      "An element of 'body' is sent by its label; give 'Int' a label."),
    .scope(
      "unlabeled-element", "@GET func list(query: (page: Int, ▶_: String)) {}",
      "An element of 'query' is sent by its label; give 'String' a label."),
    .scope(
      "content-on-get", "@GET func list(▶body: Pet) {}",
      "A GET request has no body; write '@Query body', or use '@POST'."),
    .scope(
      "content-on-get", "@GET func add(@Field ▶file: Part) {}", "A GET request has no body; use '@POST'."),
    .scope(
      "part-without-multipart", "@POST @URLForm func add(@Field file: ▶Part) {}",
      "'file' is a part, and parts are sent in a multipart body; remove '@URLForm', or write '@Multipart' before it."),
    Mistake(
      "part-without-multipart", "@API @JSON struct Store { @POST func add(@Field files: ▶[Part]?) {} }",
      "'files' is a part, and parts are sent in a multipart body; remove '@JSON', or write '@Multipart' before it."),
    .scope(
      "two-bodies", "@POST func add(body: Pet, @Body ▶more: Pet) {}",
      "A request has one body, which is 'body'; write '@Body' on both inputs to make them members of one object, or "
        + "'@Query' on 'more'."),
    .scope(
      "two-bodies", "@POST func add(body: Pet, @Field ▶more: Patch<Int>) {}",
      "A request has one body, which is 'body'; write '@Body' on both inputs to make them members of one object."),
    .scope(
      "stream-parameter", "@PUT func put(@Query all: ▶ByteStream) {}",
      "A stream is the whole body of a request, so 'all' cannot be one value of several; make it the only '@Body'."),
    .scope(
      "stream-parameter", "@PUT func put(@Body all: ▶AsyncStream<Int>) {}",
      "'AsyncStream<Int>' cannot be part of a request, so 'all' cannot be sent; write '@Body' and the type "
        + "'JSONLines<Int>'."),
    .inner(
      "two-rests", "@_Scope1 @Path(\"{a...}\") struct A { @GET(\"b/▶{c...}\") func one() {} }",
      "A path can have only one placeholder for several segments, and '{a...}' is one already (see also the enclosing "
        + "scopes); write '{c}' for one segment."),
    .scope(
      "duplicate-key", "@GET(\"{id}\") func one(@Query ▶id: Int) {}",
      "'one' has two inputs called 'id' (placeholders of the path are inputs, too); rename one of them."),
    .scope(
      "static-query", "@GET(\"a?kind=x\") func list(@Query ▶kind: Int) {}",
      "The path already has the query value 'kind'; rename the parameter, or remove the value from the path."),
    .scope(
      "reserved-name", "@GET func list(@Query ▶__a: Int) {}",
      "Names that start with '__' belong to generated code; rename '__a'."),
    .scope(
      "unnamed-parameter", "@GET func list(@Query ▶_: Int) {}",
      "A parameter needs a name, which is its key on the wire; write '_ id: Int'."),
    .scope(
      "managed-header", "@GET func list(@Header ▶host: String) {}",
      "'Host' is set by the connection itself; remove the parameter or choose another name."),
    .scope(
      "header-name", "@GET func list(@Header(\"a b\") ▶x: String) {}",
      "'a b' cannot be a header name; use ASCII letters, digits and hyphens."),
    .scope(
      "duplicate-header", "@GET func list(@Header a: Int, @Header(\"A\") ▶b: Int) {}",
      "Two parameters of 'list' are the header 'A'; rename one of them."),
    .scope(
      "duplicate-name", "@GET func list() {}\n@GET(\"b\") func ▶list(@Query a: Int) {}",
      "'list' is generated for another member of this scope already; rename one of the two."),
    .scope(
      "duplicate-name", "@GET func aOne() {}\n@Path struct A { @GET func ▶one() {} }",
      "Another function is already 'Endpoints.aOne'; rename 'one'."),
    .scope(
      "duplicate-route", "@GET(\"a/{b}\") func list() {}\n@Path(\"a\") struct A { ▶@GET(\"{c}\") func one() {} }",
      "'one' has the same method and path as 'list'; change one of them, because a server cannot distinguish the two "
        + "endpoints."),
    .scope(
      "hidden-type", "@POST func add(@Body pet: ▶AddInput) {}",
      "The generated 'Endpoints.AddInput' would hide your type 'AddInput'; write the enclosing type or module before "
        + "the type, or rename one of the two."),
    .scope(
      "tuple-member", "@GET func list() -> (items: [Int], range: ▶(Int, Int)) {}",
      "JSON has no tuples; make 'range' a struct with '@Schema'."),
    .scope(
      "tuple-member", "@GET func list() -> (items: [Int], nothing: ▶Void) {}",
      "JSON has no value for 'Void'; remove 'nothing', or write 'Empty'."),
    .scope(
      "closure-member", "@GET func list() -> (items: [Int], next: ▶() -> Int) {}",
      "JSON cannot hold a closure; remove 'next'."),
    .scope(
      "opaque-member", "@GET func list() -> (items: [Int], owner: ▶any Codable) {}",
      "A reader needs the concrete type of 'owner'; write it, or an enum with '@Schema' for several types."),
    .scope(
      "default-type", "@GET func list(@Query page: UInt8 = ▶256, @Query limit: Int8 = -128) {}",
      "'page' is of type 'UInt8', so 256 cannot be its value; write a value of that type."),
    .scope(
      "hidden-type", "@GET func one(@Header tag: Int) {}\n@GET func two() -> [▶Header] {}",
      "In this struct 'Header' is the attribute of parameters; write the module of the type before it, as in "
        + "'App::Header'."),
  ]

  static func scope(_ id: String, _ lines: String, _ message: String, fixed: String? = nil) -> Mistake {
    let scope = { (lines: String) in "@API struct Store {\n\(lines)\n}" }
    return Mistake(id, scope(lines), message, fixed: fixed.map(scope))
  }

  /// An error in a nested scope. The outer struct is not expanded, because that would move its members.
  private static func inner(_ id: String, _ lines: String, _ message: String, fixed: String? = nil) -> Mistake {
    let scope = { (lines: String) in "@Contract.API struct Store {\n\(lines)\n}" }
    return Mistake(id, scope(lines), message, fixed: fixed.map(scope))
  }
}
