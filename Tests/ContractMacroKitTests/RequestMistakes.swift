/// Errors in structs with `@Request`.
extension Mistake {
  static let members: [Mistake] = [
    .member(
      "member-without-location", "var ▶limit: Int",
      "'limit' has no location; add '@Query', '@Header', '@Path', '@Field' or '@Body', "
        + "or make it static or computed.", fixed: "@Query var limit: Int"),
    .member(
      "member-without-location", "let ▶limit: Int",
      "'limit' has no location; add '@Query', '@Header', '@Path', '@Field' or '@Body', "
        + "or make it static or computed.", fixed: "@Query let limit: Int"),
    .member(
      "member-without-location", "public var ▶limit = 1 { didSet {} }",
      "'limit' has no location; add '@Query', '@Header', '@Path', '@Field' or '@Body', "
        + "or make it static or computed.", fixed: "@Query public var limit = 1 { didSet {} }"),
    .member(
      "two-locations", "@Query ▶@Header var limit: Int", "'limit' already has the location '@Query'; remove '@Header'.",
      fixed: "@Query var limit: Int"),
    .member(
      "reserved-name", "@Query var ▶__limit: Int",
      "Names that start with '__' belong to generated code; rename '__limit'."),
    .member(
      "member-modifier", "@Query ▶static var limit = 1",
      "An input belongs to one request and has its value from the start, so 'limit' cannot be 'static'; "
        + "remove 'static' or '@Query'."),
    .member(
      "member-modifier", "@Query ▶lazy var limit = 1",
      "An input belongs to one request and has its value from the start, so 'limit' cannot be 'lazy'; "
        + "remove 'lazy' or '@Query'."),
    .member(
      "computed-member", "▶@Query var limit: Int { 1 }",
      "A server could not set 'limit', which is computed; remove '@Query' or the getter."),
    .member(
      "constant-member", "@Query ▶let limit = 1",
      "'limit' has its value already, so no request could set it; write 'var'.", fixed: "@Query var limit = 1"),
    .member(
      "stream-parameter", "@Query var all: ▶ByteStream",
      "A stream is the whole body of a request, so 'all' cannot be one value of several; make it the only '@Body'."),
    .member(
      "stream-parameter", "@Body var all: ▶HTTPBody",
      "'HTTPBody' cannot be part of a request, so 'all' cannot be sent; write '@Body' and the type 'ByteStream'."),
    .member(
      "http-date", "@Header(\"If-Modified-Since\") var since: ▶Date?",
      "'If-Modified-Since' is a date in the format of HTTP, and a 'Date' is written in RFC 3339; write 'HTTPDate' instead."
    ),
    .member(
      "untyped-member", "@Query var ▶limit = nil",
      "A macro does not see the type of 'limit'; write it, as in 'var limit: String?'."),
    .member(
      "untyped-member", "@Query var ▶sort = Sort.newest",
      "A macro does not see the type of 'sort'; write it, as in 'var sort: String?'."),
    .member(
      "untyped-member", "@QueryDict var ▶more = [:]",
      "A macro does not see the type of 'more'; write it, as in 'var more: [String: String]'."),
    .member(
      "untyped-member", "@Signed var ▶token = nil",
      "A macro does not see the type of 'token'; write it, as in 'var token: String?'."),
    .member(
      "closure-member", "@Query var done: ▶() -> Void", "A closure cannot be sent; remove 'done' from the request."),
    .member(
      "path-type", "@Path var id: ▶Int?",
      "'id' is in the path, where it always has exactly one value; "
        + "write a type that is neither optional nor an array."),
    .member(
      "flag-type", "@KeyQuery var draft: ▶Int",
      "'draft' is a key that is present or absent, so its type is 'Bool'; write 'draft: Bool', or '@Query' for a value."
    ),
    .member(
      "flag-type", "@KeyQuery var ▶draft = 1",
      "'draft' is a key that is present or absent, so its type is 'Bool'; write 'draft: Bool', or '@Query' for a value."
    ),
    .member(
      "dictionary-type", "@HeaderDict var more: ▶[String: Int]",
      "The entries of 'more' are named strings; write 'more: [String: String]'."),
    .member(
      "two-dictionaries", "@QueryDict var a: [String: String]\n▶@QueryDict var b: [String: String]?",
      "'a' already has every entry that no other member claims; put the entries of both into one dictionary."),
    Mistake(
      "wrapped-nonisolated", "@Request nonisolated struct Find { @Header var ▶token = nil }",
      "In a 'nonisolated' struct 'token' needs its type; write 'var token: String?'."),
    .member(
      "key-not-literal", "@Query(▶Keys.limit) var limit: Int",
      "The name must be a string literal without interpolation, such as @Query(\"limit\")."),
    .member(
      "two-keys", "@Path(\"a\", ▶\"b\") var id: Int", "A member has one name on the wire; remove this one."),
    .member(
      "empty-key", "@Query(▶\"\") var limit: Int",
      "'limit' needs a name on the wire; write it, or omit the parentheses."),
    .member(
      "header-name", "@Header(▶\"X Account\") var account: String",
      "'X Account' cannot be a header name; use ASCII letters, digits and hyphens."),
    .member(
      "managed-header", "@Header(▶\"content-length\") var size: Int",
      "'content-length' is set by the connection itself; remove the member or choose another name."),
    .member(
      "managed-header", "@Header var ▶host: String",
      "'host' is set by the connection itself; remove the member or choose another name."),
    .member(
      "duplicate-key", "@Query var limit: Int\n@KeyQuery(▶\"limit\") var all: Bool",
      "'limit' and 'all' are both the query value 'limit'; give one of them another name."),
    .member(
      "duplicate-key", "@Header(\"Token\") var a: String\n@Header var ▶token: String",
      "'a' and 'token' are both the header 'token'; give one of them another name."),
    .member(
      "duplicate-key", "@JSON(\"k\") var a: Int\n@JSON(▶\"k\") var b: Int",
      "'a' and 'b' are both the member of the body 'k'; give one of them another name."),
    .member(
      "body-default", "@Body var todo: Todo = ▶Todo()",
      "'todo' is the whole body, which cannot have a default; remove this value, or give its members defaults."),
    .member(
      "optional-default", "@Query var limit: Int? = ▶5",
      "'limit' is optional, and an absent value cannot be both nil and a default; remove the '?' or the default."),
    .member(
      "array-default", "@Query var tags: [String] = ▶[\"a\"]",
      "An empty array is not sent, so the receiver would use this default instead; write '[]' or remove it."),
    .member(
      "two-bodies", "@Body var a: Todo\n▶@Body var b: Todo",
      "A request has one body, which is 'a'; put both values into one type, or make them '@Field's."),
    .member(
      "default-type", "@Query var page: Int8 = ▶-129",
      "'page' is of type 'Int8', so -129 cannot be its value; write a value of that type."),
    .member(
      "body-and-field", "▶@JSON var title: String\n@Body var a: Todo",
      "The body is 'a', so 'title' cannot be in the body too; put it into the body's type, or write '@Query'."),
    .member(
      "body-and-field", "▶@JSON var title: String\n@Body var a: [Todo]",
      "The body is 'a', so 'title' cannot be in the body too; write '@Query'."),
    .member(
      "mixed-content", "@JSON var a: Int\n▶@Field var b: Int",
      "A body cannot contain both JSON members and fields, and 'a' is '@JSON'; write '@JSON' here, or '@Query' for 'a'."
    ),
    .member(
      "mixed-content", "@Field var a: Int\n▶@JSON var b: Int",
      "A body cannot contain both JSON members and fields, and 'a' is '@Field'; write '@Field' here, or '@Query' for 'b'."
    ),
    .member(
      "json-and-part", "@JSON var a: Int\n▶@Part var b: Part",
      "A file is sent in a form, which has no JSON members; write '@Field' for 'a'."),
    .member(
      "part-type", "@Part var a: ▶[UInt8]",
      "'a' is sent as a part of a form; write 'a: Part', or '@Field' for a value."),
    .member(
      "untyped-member", "@Part var ▶a",
      "A macro does not see the type of 'a'; write it, as in 'var a: Part'."),
    Mistake(
      "json-elsewhere", "@Request @URLForm struct Find { ▶@JSON var a: Int }",
      "The body of 'Find' is '@URLForm', so 'a' cannot be JSON; write '@Field'."),
    Mistake(
      "part-without-multipart", "@Request @URLForm struct Find { ▶@Part var a: Part }",
      "'a' is a part, and parts are sent in a multipart body; remove '@URLForm', or write '@Multipart' before it."),
    Mistake(
      "part-without-multipart",
      "@Request(.post, \"/a\") @JSON struct Find { ▶@Part var a: Part?; typealias Response = Empty }",
      "'a' is a part, and parts are sent in a multipart body; remove '@JSON', or write '@Multipart' before it."),
    Mistake(
      "duplicate-trait", "@Request @URLForm ▶@URLForm struct Find { @Field var a: Int }",
      "'Find' already has '@URLForm'; remove one of the two."),
    Mistake(
      "unread-attribute", "@Request ▶@Wire(.papyrus) struct Find { @Field var a: Int }",
      "'@Wire' has no effect here, because 'Find' has no method and path; write '@Request(.get, \"/path\")' "
        + "or remove it."),
    .member(
      "conditional-member", "▶#if DEBUG\n@Query var trace: Bool\n#endif",
      "A property inside '#if' is not seen by '@Request'; put the condition around two structs instead."),
    .member(
      "conditional-member", "▶#if DEBUG\nvar (a, b): (Int, Int)\n#endif\n#if DEBUG\nstatic let (c, d) = (1, 2)\n#endif",
      "A property inside '#if' is not seen by '@Request'; put the condition around two structs instead."),
    Mistake(
      "private-request", "enum Outer { @Request ▶private struct Find {} }",
      "'@Request' extends 'Find' at the top of the file, where a private type is not seen; write 'fileprivate'.",
      fixed: "enum Outer { @Request fileprivate struct Find {} }"),
    Mistake(
      "unread-attribute", "struct Find { ▶@Query var limit: Int }",
      "'@Query' has no effect without '@Request'; add '@Request' to 'Find'."),
    Mistake(
      "wrong-declaration", "▶@Request class Find {}",
      "'@Request' belongs on a struct, and this is a class; move it there or remove it."),
    Mistake(
      "wrong-declaration", "struct Find { ▶@Header func find() {} }",
      "'@Header' belongs on a stored property of a '@Request' struct, and this is a function; "
        + "in a protocol the type of the parameter sets it, such as 'Query<Int>'."),
    Mistake(
      "unread-attribute", "@Request ▶@Throws(TodoError.self) struct Find {}",
      "'@Throws' has no effect here, because 'Find' has no method and path; write '@Request(.get, \"/path\")' "
        + "or remove it."),
  ]

  static let ownEndpoints: [Mistake] = [
    .ownEndpoint(
      "path-slash", "(.get, \"▶todos\")", "", "A path must start with '/': write \"/todos\"."),
    .ownEndpoint(
      "path-not-literal", "(.get, ▶path)", "",
      "The path must be a string literal without interpolation, such as \"/todos/:id\"."),
    .ownEndpoint(
      "path-whitespace", "(.get, \"/to▶ dos\")", "",
      "A path cannot contain whitespace or control characters; remove them or write them percent-encoded."),
    .ownEndpoint(
      "placeholder-without-member", "(.get, \"/todos/▶:id\")", "",
      "The placeholder 'id' has no member; add '@Path var id: String', or remove the placeholder."),
    .ownEndpoint(
      "placeholder-without-member", "(.get, \"/todos/▶{todo_id}\")", "@Query(\"todo_id\") var id: Int",
      "The placeholder 'todo_id' has no member; add '@Path var todo_id: String', or remove the placeholder."),
    .ownEndpoint(
      "member-without-placeholder", "(.get, \"/todos\")", "▶@Path(\"todo_id\") var id: Int",
      "The path has no placeholder ':todo_id' for 'id'; add it to the path, or write '@Query'."),
    .ownEndpoint(
      "static-query", "(.get, \"/todos?kind=open\")", "▶@Query var kind: String",
      "The path already has the query value 'kind'; rename 'kind', or remove the value from the path."),
    .ownEndpoint(
      "trace-content", "(.trace, \"/echo\")", "▶@Body var text: String",
      "A TRACE request has no body; write '@Query' or '@Header' for 'text'."),
    Mistake(
      "no-response", "@Request(.get, \"/todos\") struct ▶Find {}",
      "'Find' has no result; add 'typealias Response = Empty', or a nested "
        + "'struct Response: Codable'."),
    Mistake(
      "generic-request", "@Request(.get, \"/todos\") struct Find▶<T> { typealias Response = Empty }",
      "A request with an endpoint cannot be generic; name the types, or write '@Request' without a path."),
    Mistake(
      "generic-request", "struct Outer<T> { @Request(.get, \"/todos\") struct ▶Find { typealias Response = Empty } }",
      "'Outer' is generic, so a type inside it cannot store endpoints; move 'Find' out of it."),
    Mistake(
      "status-range", "@Request(.get, \"/todos\") @Status(▶404) struct Find { typealias Response = Empty }",
      "A result has a status from 200 to 299, not 404; declare failures with '@Throws'."),
    Mistake(
      "status-without-content", "@Request(.post, \"/a\") @Status(▶204) struct A { typealias Response = Int }",
      "A 204 response has no body, so 'Int' could not be sent; write @Status(200), or write 'Empty'."),
    Mistake(
      "status-without-content", "@Request(.post, \"/a\") @Status(▶304) struct A { typealias Response = Int }",
      "A redirection has no result, so 'Int' could not be sent; write @Status(200), or write 'Empty', or "
        + "(Empty, HTTPResponse) for its headers."),
    Mistake(
      "status-without-content", "@Request(.post, \"/a\") @Status(▶205) struct A { struct Response: Codable {} }",
      "A 205 response has no body, so 'Response' could not be sent; write @Status(200), or write 'Empty'."),
    Mistake(
      "head-result", "@Request(.head, \"/a\") struct A { typealias Response = ▶Int }",
      "A HEAD response has no body, so 'A' cannot return 'Int'; write 'Empty', or use '.get'."),
    Mistake(
      "head-result", "@Request(.head, \"/a\") struct A { struct ▶Response: Codable {} }",
      "A HEAD response has no body, so 'A' cannot return a struct; write 'typealias Response = Empty', or use '.get'."),
    Mistake(
      "double-optional", "@Request(.get, \"/a\") struct A { typealias Response = ▶Int?? }",
      "A response has only one nil, so it cannot distinguish the two nils of 'Int??'; write one '?'."),
    Mistake(
      "stream-result", "@Request(.get, \"/a\") struct A { typealias Response = ▶ByteStream? }",
      "A stream may be empty, but never nil; return 'ByteStream', and declare a failure for its absence."),
    Mistake(
      "throws-argument", "@Request(.get, \"/todos\") @Throws(▶TodoError) struct Find { typealias Response = Empty }",
      "'@Throws' takes failure types, such as 'TodoError.self'; write the type and '.self'."),
  ]

  /// An error in the members of a request.
  static func member(_ id: String, _ lines: String, _ message: String, fixed: String? = nil) -> Mistake {
    let request = { (lines: String) in "@Request struct Find {\n\(lines)\n}" }
    return Mistake(id, request(lines), message, fixed: fixed.map(request))
  }

  /// An error in a request with a method and path.
  private static func ownEndpoint(_ id: String, _ arguments: String, _ lines: String, _ message: String) -> Mistake {
    let fixed = id == "path-slash" ? arguments.replacing("▶", with: "/") : nil
    let request = { (arguments: String) in
      "@Request\(arguments) struct Find {\n\(lines)\ntypealias Response = Empty\n}"
    }
    return Mistake(id, request(arguments), message, fixed: fixed.map(request))
  }
}
