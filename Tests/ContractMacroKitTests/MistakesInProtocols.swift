/// Errors in results with responses, completion handlers and parts.
extension Mistake {
  static let tuples: [Mistake] = [
    .function(
      "several-results", "@GET(\"/todo\") func todo() async throws -> ▶(Todo, Owner, HTTPResponse)",
      "A response has one body; put 'Todo' and 'Owner' into one type that is decoded from the body, "
        + "and return that type and 'HTTPResponse'."),
    .function(
      "response-first", "@GET(\"/todo\") func todo() async throws -> ▶(HTTPResponse, [Todo])",
      "The value must precede its response; swap the two.",
      fixed: "@GET(\"/todo\") func todo() async throws -> ([Todo], HTTPResponse)"),
    .function(
      "optional-tuple", "@GET(\"/todo\") func todo() async throws -> ▶(Todo, HTTPResponse)?",
      "A call always has a response; make the value optional instead of the tuple.",
      fixed: "@GET(\"/todo\") func todo() async throws -> (Todo?, HTTPResponse)"),
    .function(
      "nothing-beside-response", "@PUT(\"/todo\") func put() async throws -> (▶Void, HTTPResponse)",
      "A response without a value has the type 'Empty'; write '(Empty, HTTPResponse)'.",
      fixed: "@PUT(\"/todo\") func put() async throws -> (Empty, HTTPResponse)"),
    .function(
      "status-without-content", "@PUT(\"/todo\") @Status(▶204) func put() async throws -> (Todo, HTTPResponse)",
      "A 204 response has no body, so 'Todo' could not be sent; write @Status(200), or return nothing."),
    .function(
      "head-result", "@HEAD(\"/todo\") func check() async throws -> ▶(Todo, HTTPResponse)",
      "A HEAD response has no body, so 'check()' cannot return '(Todo, HTTPResponse)'; "
        + "return nothing, or use '@GET'."),
    Mistake(
      "tuple-labels",
      "@API final class Todos: EndpointGroup { @GET(\"/a\") var a: Endpoint<A, ▶(todo: Todo, HTTPResponse)> }",
      "The labels make this a different type from the endpoint's; remove them.",
      fixed: "@API final class Todos: EndpointGroup { @GET(\"/a\") var a: Endpoint<A, (Todo, HTTPResponse)> }"),
  ]

  static let responses: [Mistake] = [
    Mistake(
      "tuple-labels",
      "@Request(.get, \"/a\") struct A { typealias Response = ▶(todo: Todo, response: HTTPResponse) }",
      "The labels make this a different type from the endpoint's; remove them.",
      fixed: "@Request(.get, \"/a\") struct A { typealias Response = (Todo, HTTPResponse) }"),
    Mistake(
      "several-results",
      "@API final class Todos: EndpointGroup { @GET(\"/a\") var a: () async throws -> ▶(A, HTTPResponse, B) }",
      "A response has one body; put 'A' and 'B' into one type that is decoded from the body, "
        + "and return that type and 'HTTPResponse'."),
  ]

  static let completions: [Mistake] = [
    completion(
      "completion-sendable", "▶@escaping (Result<Todo, any Error>) -> Void",
      "The handler is kept and called from another task; write "
        + "'@escaping @Sendable (Result<Todo, any Error>) -> Void'."),
    completion(
      "completion-sendable", "▶(Result<Todo, any Error>) -> Void",
      "The handler is kept and called from another task; write "
        + "'@escaping @Sendable (Result<Todo, any Error>) -> Void'."),
    completion(
      "completion-attribute", "@escaping @Sendable ▶@MainActor (Result<Todo, any Error>) -> Void",
      "A completion handler has only the attributes '@escaping' and '@Sendable'; remove '@MainActor'."),
    completion(
      "completion-response", "@escaping @Sendable (▶HTTPResponse) -> Void",
      "A call can fail without any response; take 'Result<HTTPResponse, any Error>'.", success: "HTTPResponse"),
    completion(
      "completion-failure", "@escaping @Sendable (▶Result<Todo, TodoError>) -> Void",
      "A call can also fail in transport, so 'TodoError' cannot be its only failure; write "
        + "'any Error', and declare 'TodoError' with '@Throws'."),
    completion(
      "completion-effects", "@escaping @Sendable (Result<Todo, any Error>) ▶async -> Void",
      "A completion handler is a plain function; remove 'async'."),
    completion(
      "completion-returns", "@escaping @Sendable (Result<Todo, any Error>) -> ▶Bool",
      "The caller ignores the result of a completion handler; write 'Void'."),
    .function(
      "completion-argument",
      "@GET(\"/todo\") func todo(completion: @escaping @Sendable (▶Todo) -> Void)",
      "A completion handler takes one 'Result<T, any Error>', with the result of the call or its failure; write "
        + "'@escaping @Sendable (Result<T, any Error>) -> Void'."),
    .function(
      "completion-argument",
      "@GET(\"/todo\") func todo(completion: @escaping @Sendable ▶(Todo?, (any Error)?) -> Void)",
      "A completion handler takes one 'Result<T, any Error>', with the result of the call or its failure; write "
        + "'@escaping @Sendable (Result<T, any Error>) -> Void'."),
    .function(
      "completion-type", "@GET(\"/todo\") func todo(completion: ▶(@Sendable (Result<Todo, any Error>) -> Void)?)",
      "A completion handler cannot be optional; write "
        + "'@escaping @Sendable (Result<T, any Error>) -> Void'."),
    .function(
      "completion-result",
      "@GET(\"/todo\") func todo(completion: @escaping @Sendable (Result<Todo, any Error>) -> Void) -> ▶Todo",
      "The result is passed to 'completion', so 'todo(completion:)' returns nothing; "
        + "remove the type, or remove the handler and write 'async throws'."),
    .function(
      "unnamed-parameter",
      "@GET(\"/todo\") func todo(▶_: @escaping @Sendable (Result<Todo, any Error>) -> Void)",
      "A completion handler needs a name that does not start with '__'; write 'completion'."),
    .function(
      "tuple-labels",
      "@GET(\"/todo\") func todo(done: @escaping @Sendable (Result<▶(todo: Todo, HTTPResponse), any Error>) -> Void)",
      "The labels make this a different type from the endpoint's; remove them.",
      fixed: "@GET(\"/todo\") func todo(done: @escaping @Sendable (Result<(Todo, HTTPResponse), any Error>) -> Void)"),
    .function(
      "closure-parameter",
      "@GET(\"/todo\") func todo(completion: ▶@escaping @Sendable (Result<Todo, any Error>) -> Void) async throws",
      "A closure cannot be sent; remove 'completion' and return the result from an 'async throws' function."),
  ]

  /// An error in the type of a completion handler, which the fix-it replaces as a whole.
  private static func completion(
    _ id: String, _ type: String, _ message: String, success: String = "Todo"
  ) -> Mistake {
    .function(
      id, "@GET(\"/todo\") func todo(completion: \(type))", message,
      fixed: "@GET(\"/todo\") func todo(completion: @escaping @Sendable (Result<\(success), any Error>) -> Void)")
  }

  static let parts: [Mistake] = [
    .function(
      "part-without-multipart", "@POST(\"/files\") func upload(file: ▶Part) async throws",
      "'file' is a part, and parts are sent in a multipart body; add '@Multipart' before the other body formats, "
        + "or write the module before 'Part' if it is your own type.",
      fixed: "@Multipart @POST(\"/files\") func upload(file: Part) async throws"),
    .function(
      "part-without-multipart", "@URLForm @POST(\"/files\") func upload(files: ▶[Contract.Part]?) async throws",
      "'files' is a part, and parts are sent in a multipart body; add '@Multipart' before the other body formats, "
        + "or write the module before 'Part' if it is your own type.",
      fixed: "@Multipart @URLForm @POST(\"/files\") func upload(files: [Contract.Part]?) async throws"),
    .function(
      "part-method", "@Multipart @GET(\"/files\") func upload(file: ▶Part) async throws",
      "'file' is a part of the body, which is not allowed in a GET request; use '@POST' or '@PUT'."),
    .function(
      "part-method", "@Multipart @TRACE(\"/files\") func upload(file: ▶Part?) async throws",
      "'file' is a part of the body, which is not allowed in a TRACE request; use '@POST' or '@PUT'."),
    .function(
      "part-location", "@Multipart @POST(\"/files\") func upload(file: ▶Query<Part>) async throws",
      "'file' is a part of the body, so it cannot be 'Query'; write 'file: Part'.",
      fixed: "@Multipart @POST(\"/files\") func upload(file: Part) async throws"),
    .function(
      "part-location", "@Multipart @POST(\"/files\") func upload(file: ▶Body<Part>) async throws",
      "'file' is a part of the body, so it cannot be 'Body'; write 'file: Part'.",
      fixed: "@Multipart @POST(\"/files\") func upload(file: Part) async throws"),
    .function(
      "part-location", "@Multipart @POST(\"/files/:file\") func upload(▶file: Part) async throws",
      "'file' is a part of the body and cannot be in the path; rename the parameter or the placeholder."),
  ]
}
