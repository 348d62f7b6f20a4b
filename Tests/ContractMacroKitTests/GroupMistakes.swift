/// Errors in classes with `@API`.
extension Mistake {
  static let groups: [Mistake] = [
    Mistake(
      "not-a-group", "@API final class ▶Todos {}",
      "A class with '@API' is a group of endpoints; write 'final class Todos: EndpointGroup'."),
    Mistake(
      "group-not-final", "@API public ▶class Todos: EndpointGroup {}",
      "A group is shared between tasks, so subclasses must not add state; write 'final class'.",
      fixed: "@API public final class Todos: EndpointGroup {}"),
    Mistake(
      "generic-group", "@API final class Todos▶<T>: EndpointGroup {}",
      "A group cannot be generic, because its endpoints are concrete."),
    Mistake(
      "generic-group", "struct Outer<T> { @API final class ▶Todos: EndpointGroup {} }",
      "'Outer' is generic, so a type inside it cannot store endpoints; move 'Todos' out of it."),
    Mistake(
      "prefix-slash", "@API(prefix: \"▶v1\") final class Todos: EndpointGroup {}",
      "The prefix must start with '/': write \"/v1\".",
      fixed: "@API(prefix: \"/v1\") final class Todos: EndpointGroup {}"),
    .group(
      "variable-without-verb", "var ▶list: Endpoint<Empty, Int>",
      "'list' has no verb and no value; add a verb such as '@GET(\"/list\")', or an initial value."),
    .group(
      "reserved-name", "@GET(\"/a\") var ▶caller: Endpoint<Empty, Int>",
      "Every group already has a member 'caller'; rename this one."),
    .group(
      "two-verbs", "@GET(\"/a\") ▶@PUT(\"/a\") var list: Endpoint<Empty, Int>",
      "'list' already has '@GET'; remove '@PUT' or move it to another variable."),
    .group(
      "path-slash", "@GET(\"▶a\") var list: Endpoint<Empty, Int>",
      "A path must start with '/': write \"/a\".", fixed: "@GET(\"/a\") var list: Endpoint<Empty, Int>"),
    .group(
      "path-not-literal", "@GET(▶path) var list: Endpoint<Empty, Int>",
      "The path must be a string literal without interpolation, such as \"/todos/:id\"."),
    .group(
      "method-not-token", "@HTTP(\"/a\", method: ▶\"A B\") var list: Endpoint<Empty, Int>",
      "\"A B\" is not a method; write 1 to 64 letters, digits and marks of an HTTP token, without spaces."),
    .group(
      "constant-endpoint", "@GET(\"/a\") ▶let list: Endpoint<Empty, Int>",
      "'@API' makes 'list' a computed property; write 'var'.",
      fixed: "@GET(\"/a\") var list: Endpoint<Empty, Int>"),
    .group(
      "endpoint-modifier", "@GET(\"/a\") ▶static var list: Endpoint<Empty, Int>",
      "An endpoint variable belongs to one group, so 'list' cannot be 'static'; remove 'static'."),
    .group(
      "endpoint-value", "@GET(\"/a\") var list: () async throws -> Int ▶= { 1 }",
      "'@API' sets the value of 'list'; remove this value. To mock the endpoint, assign to the variable of a group."),
    .group(
      "endpoint-accessor", "@GET(\"/a\") var list: Endpoint<Empty, Int> ▶{ other }",
      "'@API' computes 'list'; remove the accessors."),
    .group(
      "generic-parameter", "@GET(\"/a\") var list: (▶Self.Search) async throws -> Int",
      "The request of 'list' needs a concrete type to be sent; replace 'Self' by the type itself."),
    .group(
      "generic-parameter", "@GET(\"/a\") var list: Endpoint<▶Self.Search, Int>",
      "The request of 'list' needs a concrete type to be sent; replace 'Self' by the type itself."),
    .group(
      "endpoint-type", "@GET(\"/a\") var list: ▶[Todo]",
      "'list' has a verb, so its type is 'Endpoint<Request, Response>' or '(Request) async throws -> Response'; "
        + "write one of the two."),
    .group(
      "endpoint-type", "@GET(\"/a\") var ▶list",
      "'list' has a verb, so its type is 'Endpoint<Request, Response>' or '(Request) async throws -> Response'; "
        + "write one of the two."),
    .group(
      "endpoint-parameters", "@GET(\"/a\") var list: (Int, ▶Int) async throws -> Int",
      "An endpoint has only one request; put the inputs of 'list' into a struct with '@Request'."),
    .group(
      "endpoint-parameters", "@GET(\"/a\") var list: (▶Int) async throws -> Int",
      "An endpoint has only one request; put the inputs of 'list' into a struct with '@Request'."),
    .group(
      "endpoint-parameters", "@GET(\"/a\") var list: (▶Todo?) async throws -> Int",
      "An endpoint has only one request; put the inputs of 'list' into a struct with '@Request'."),
    .group(
      "endpoint-parameters", "@GET(\"/a\") var list: (▶()) async throws -> [Todo]",
      "'list' has no request, so its parentheses are empty; write '() async throws -> [Todo]'."),
    .group(
      "endpoint-parameters", "@GET(\"/a\") var list: (▶Void) async throws -> [Todo]",
      "'list' has no request, so its parentheses are empty; write '() async throws -> [Todo]'."),
    .group(
      "endpoint-effects", "@GET(\"/a\") var list: ▶(Void) throws -> Int",
      "'list' must be 'async throws' without a type, because a call may wait and may fail in many ways; write "
        + "'() async throws -> Int'."),
    .group(
      "endpoint-effects", "@GET(\"/a\") var list: ▶(Find) throws -> Int",
      "'list' must be 'async throws' without a type, because a call may wait and may fail in many ways; write "
        + "'(Find) async throws -> Int'."),
    .group(
      "endpoint-effects", "@GET(\"/a\") var list: ▶(Find) async throws(TodoError) -> Int",
      "'list' must be 'async throws' without a type, because a call may wait and may fail in many ways; write "
        + "'(Find) async throws -> Int'."),
    .group(
      "status-without-content", "@GET(\"/a\") @Status(▶204) var list: Endpoint<Empty, Int>",
      "A 204 response has no body, so 'Int' could not be sent; write @Status(200), or return nothing."),
    .group(
      "head-result", "@HEAD(\"/a\") var list: Endpoint<Empty, ▶Int>",
      "A HEAD response has no body, so 'list' cannot return 'Int'; write 'Empty', or use '@GET'."),
    .group(
      "duplicate-route",
      "@GET(\"/a/:id\") var one: Endpoint<Find, Int>\n@GET(▶\"/a/{key}\") var two: Endpoint<Find, Int>",
      "'two' has the same method and path as 'one'; change one of them, because a server cannot distinguish the two "
        + "endpoints."),
    .group(
      "duplicate-trait", "@GET(\"/a\") @Timeout(.seconds(1)) ▶@Timeout(.seconds(2)) var list: Endpoint<Empty, Int>",
      "'list' already has '@Timeout'; remove one of the two."),
    .group(
      "throws-argument", "@GET(\"/a\") @Throws(▶TodoError) var list: Endpoint<Empty, Int>",
      "'@Throws' takes failure types, such as 'TodoError.self'; write the type and '.self'."),
    Mistake(
      "unread-attribute", "final class Todos { ▶@GET(\"/a\") var list: Endpoint<Empty, Int> }",
      "'@GET' has no effect without '@API'; add '@API' to 'Todos'."),
  ]

  static func group(_ id: String, _ lines: String, _ message: String, fixed: String? = nil) -> Mistake {
    let group = { (lines: String) in "@API final class Todos: EndpointGroup {\n\(lines)\n}" }
    return Mistake(id, group(lines), message, fixed: fixed.map(group))
  }
}
