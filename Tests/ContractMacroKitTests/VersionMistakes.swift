/// Errors in tags and conditions.
extension Mistake {
  static let versions: [Mistake] = [
    .function(
      "etag-without-value", "@DELETE(\"/a\") ▶@ETag func a() async throws",
      "'a()' has no body whose tag could be sent; return 'Versioned<Empty>', or remove '@ETag'."),
    .function(
      "etag-without-value", "@GET(\"/a\") ▶@ETag func a() async throws -> Empty",
      "'a()' has no body whose tag could be sent; return 'Versioned<Empty>', or remove '@ETag'."),
    .function(
      "etag-of-change", "@PUT(\"/a\") ▶@ETag func a() async throws -> Todo",
      "'@ETag' computes the tag of a GET's body, and this is a PUT; return 'Versioned<Todo>' with the tag of the new "
        + "version."),
    .function(
      "versioned-tuple", "@GET(\"/a\") func a() async throws -> (▶Versioned<Todo>, total: Header<Int>)",
      "'Versioned<Todo>' is a whole result; return it without a tuple, or write 'etag: Header<EntityTag>' next to the value."
    ),
    .function(
      "optional-version", "@GET(\"/a\") func a() async throws -> ▶Versioned<Todo?>",
      "The value of a version cannot be optional; write 'Versioned<Todo>?', where nil is 304.",
      fixed: "@GET(\"/a\") func a() async throws -> Versioned<Todo>?"),
    .function(
      "optional-change", "@PUT(\"/a\") func a() async throws -> ▶Versioned<Todo>?",
      "nil is sent as 304, a response to GET and HEAD only, but this is a PUT; write 'Versioned<Todo>'.",
      fixed: "@PUT(\"/a\") func a() async throws -> Versioned<Todo>"),
    .function(
      "condition-of-change", "@GET(\"/a\") func a(version: ▶IfMatch) async throws -> Versioned<Todo>?",
      "'IfMatch' is a condition of changes; write 'IfNoneMatch?' for a read.",
      fixed: "@GET(\"/a\") func a(version: IfNoneMatch?) async throws -> Versioned<Todo>?"),
    .function(
      "required-condition", "@GET(\"/a\") func a(known: ▶IfNoneMatch) async throws -> Versioned<Todo>?",
      "A client that knows no version must be able to read; write 'IfNoneMatch?'.",
      fixed: "@GET(\"/a\") func a(known: IfNoneMatch?) async throws -> Versioned<Todo>?"),
    .function(
      "condition-without-version", "@GET(\"/a\") func a(known: ▶IfNoneMatch?) async throws -> Versioned<Todo>",
      "A client that knows the version receives nil with 304; return 'Versioned<Todo>?'."),
    .function(
      "condition-without-version", "@GET(\"/a\") @ETag func a(known: ▶IfNoneMatch?) async throws -> Todo",
      "A client that knows the version receives nil with 304; return 'Versioned<Todo>?'."),
    .function(
      "condition-location", "@PUT(\"/a\") func a(version: ▶Query<IfMatch>) async throws",
      "'IfMatch' is the header 'If-Match'; write 'IfMatch'.",
      fixed: "@PUT(\"/a\") func a(version: IfMatch) async throws"),
    .function(
      "condition-name", "@PUT(\"/a\") ▶@Name(\"version\", \"X-A\") func a(version: IfMatch) async throws",
      "'version' is the header 'If-Match'; remove '@Name'."),
    .function(
      "duplicate-trait", "@GET(\"/a\") @ETag ▶@ETag func a() async throws -> Todo",
      "'a()' already has '@ETag'; remove one of the two."),
    .function(
      "head-result", "@HEAD(\"/a\") func a() async throws -> ▶Versioned<Todo>",
      "A HEAD response has no body, so 'a()' cannot return 'Versioned<Todo>'; return nothing, or use '@GET'."),
    .scope(
      "etag-of-change", "@PUT ▶@ETag func a() -> Todo {}",
      "'@ETag' computes the tag of a GET's body, and this is a PUT; return 'Versioned<Todo>' with the tag of the new "
        + "version."),
    .scope(
      "condition-of-change", "@GET func a(@Header version: ▶IfMatch) -> Versioned<Todo>? {}",
      "'IfMatch' is a condition of changes; write 'IfNoneMatch?' for a read.",
      fixed: "@GET func a(@Header version: IfNoneMatch?) -> Versioned<Todo>? {}"),
    Mistake(
      "etag-of-change",
      "@API final class Todos: EndpointGroup {\n@POST(\"/a\") ▶@ETag var a: () async throws -> Todo\n}",
      "'@ETag' computes the tag of a GET's body, and this is a POST; return 'Versioned<Todo>' with the tag of the new "
        + "version."),
    Mistake(
      "condition-of-change",
      "@Request(.get, \"/a\") struct A { typealias Response = Versioned<Todo>?; @Header var version: ▶IfMatch }",
      "'IfMatch' is a condition of changes; write 'IfNoneMatch?' for a read.",
      fixed: "@Request(.get, \"/a\") struct A { typealias Response = Versioned<Todo>?; "
        + "@Header var version: IfNoneMatch? }"),
    Mistake(
      "wrong-declaration", "▶@ETag @API protocol Todos: Sendable {}",
      "'@ETag' belongs on an endpoint, such as a function of an '@API' protocol, and this is a protocol; move it there or "
        + "remove it."),
  ]

  /// Checksums without a stream of bytes.
  static let checksums: [Mistake] = [
    .function(
      "checksum-without-stream", "@PUT(\"/a\") ▶@Checksum func a(title: String) async throws -> Todo",
      "'a(title:)' has no stream that a checksum could follow; send 'Body<ByteStream>', return 'ByteStream', or remove "
        + "'@Checksum'."),
    .function(
      "checksum-without-stream", "@GET(\"/a\") ▶@Checksum func a() async throws -> ServerEvents<Todo>",
      "'a()' has no stream that a checksum could follow; send 'Body<ByteStream>', return 'ByteStream', or remove "
        + "'@Checksum'."),
    .scope(
      "checksum-without-stream", "@GET ▶@Checksum func a() -> Todo {}",
      "'a' has no stream that a checksum could follow; send 'Body<ByteStream>', return 'ByteStream', or remove "
        + "'@Checksum'."),
    Mistake(
      "checksum-without-stream",
      "@API final class Todos: EndpointGroup {\n@GET(\"/a\") ▶@Checksum var a: () async throws -> Todo\n}",
      "'a' has no stream that a checksum could follow; send 'Body<ByteStream>', return 'ByteStream', or remove "
        + "'@Checksum'."),
    Mistake(
      "checksum-without-stream",
      "@Request(.get, \"/a\") ▶@Checksum struct A { typealias Response = Todo; @Query var n: Int }",
      "'A' has no stream that a checksum could follow; send 'Body<ByteStream>', return 'ByteStream', or remove "
        + "'@Checksum'."),
    Mistake(
      "wrong-declaration", "▶@Checksum @API protocol Todos: Sendable {}",
      "'@Checksum' belongs on an endpoint, such as a function of an '@API' protocol, and this is a protocol; move it there "
        + "or remove it."),
  ]
}
