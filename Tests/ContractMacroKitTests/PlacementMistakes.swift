/// Attributes where they have no effect.
extension Mistake {
  static let placements: [Mistake] = outside + withoutContract + notes + groupInputs + verbless

  /// Attributes of a single endpoint on its enclosing declarations.
  private static let outside: [Mistake] = [
    ("API", "protocol Todos: Sendable {}", "a protocol"),
    ("API", "final class Todos: EndpointGroup {}", "a class"), ("API", "struct Todos {}", "a struct"),
  ].flatMap { macro, declaration, kind in
    [
      ("@GET(\"/a\")", "a function of an '@API' protocol"),
      ("@WebSocket(\"/a\")", "a function of an '@API' protocol"),
      ("@Paged(.link, cursor: \"after\")", "a function of an '@API' protocol"),
      ("@Status(201)", "a function of an '@API' protocol or on a case of an '@APIError' or '@APIResult' enum"),
      ("@ETag", "an endpoint, such as a function of an '@API' protocol"),
      ("@Checksum", "an endpoint, such as a function of an '@API' protocol"),
      ("@Default(\"a\", 1)", "a function of an '@API' protocol"),
      ("@Name(\"a\", \"b\")", "a function of an '@API' protocol"),
      (
        "@Validate(\"a\", .range(1...2))",
        "a function of an '@API' protocol or on a member of a '@Request' or '@Schema' struct"
      ),
    ].map { attribute, home in
      Mistake(
        "wrong-declaration", "@\(macro) ▶\(attribute) \(declaration)",
        "'\(attribute.prefix { $0 != "(" })' belongs on \(home), and this is \(kind); move it there or remove it.")
    }
  }

  /// A format of bodies on declarations that have no endpoints.
  private static let withoutContract: [Mistake] = [
    Mistake(
      "unread-attribute", "▶@MergePatch protocol Todos: Sendable {}",
      "'@MergePatch' has no effect without '@API'; add '@API' to 'Todos'."),
    Mistake(
      "wrong-declaration", "▶@MergePatch enum Todo { case open }",
      "'@MergePatch' belongs on an '@API' protocol or on one of its functions, and this is an enum; move it there or "
        + "remove it."),
    Mistake(
      "unread-attribute", "protocol Todos: Sendable { ▶@WebSocket(\"/a\") func watch() async throws }",
      "'@WebSocket' has no effect without '@API'; add '@API' to 'Todos'."),
    Mistake(
      "wrong-declaration", "▶@WebSocket(\"/a\") func watch() {}",
      "'@WebSocket' belongs on a function of an '@API' protocol, and this is a function outside a protocol; move it there "
        + "or remove it."),
  ]

  /// Notes for the schema of a type on other declarations.
  private static let notes: [Mistake] =
    [
      ("protocol Todos: Sendable {}", "a protocol"), ("final class Todo {}", "a class"),
      ("func todo() {}", "a function"),
      ("typealias Todo = Int", "a type alias"),
    ].flatMap { declaration, kind in
      [
        ("@Doc(\"A note.\")", "a '@Schema' type, one of its stored properties or one of its cases"),
        ("@Example(1)", "a '@Schema' type or on one of its stored properties"),
      ].map { attribute, home in
        Mistake(
          "wrong-declaration", "▶\(attribute) \(declaration)",
          "'\(attribute.prefix { $0 != "(" })' belongs on \(home), and this is \(kind); move it there or remove it.")
      }
    } + [
      Mistake(
        "wrong-declaration", "@Schema enum Todo { ▶@Example(1) case open(Int) }",
        "'@Example' belongs on a '@Schema' type or on one of its stored properties, and this is an enum case; move it there "
          + "or remove it."),
      Mistake(
        "unread-attribute", "enum Todo { ▶@Doc(\"A note.\") case open }",
        "'@Doc' has no effect without '@Schema'; add '@Schema' to 'Todo'."),
      Mistake(
        "unread-attribute", "▶@Example(1) struct Todo {}",
        "'@Example' has no effect without '@Schema'; add '@Schema' to 'Todo'."),
    ]

  private static let groupInputs: [Mistake] = [
    ("@Default(\"limit\", 20)", "write '= ' and the value after the member, and remove '@Default'."),
    (
      "@Name(\"sort\", \"sort_by\")",
      "write the name in the attribute of the member, as in '@Query(\"sort_by\")', and remove '@Name'."
    ),
    ("@Validate(\"limit\", .range(1...2))", "move '@Validate' to the member."),
  ].map { attribute, remedy in
    Mistake(
      "group-input",
      "@API final class Todos: EndpointGroup {\n@GET(\"/a\") ▶\(attribute) var list: Endpoint<List, Int>\n}",
      "The inputs of 'list' are members of its '@Request' struct; \(remedy)")
  }

  private static let verbless: [Mistake] = [
    "@Timeout(.seconds(1))", "@Security(.bearer)", "@Deprecated(\"old\")", "@Throws(TodoError.self)", "@Status(201)",
  ].flatMap { attribute in
    let name = attribute.prefix { $0 != "(" }
    let message =
      "'\(name)' is for endpoints, and 'help' has no verb; add one such as '@GET', or remove '\(name)'."
    return [
      "final class Todos: EndpointGroup {\n▶\(attribute) var help = 1\n}",
      "final class Todos: EndpointGroup {\n▶\(attribute) static var help: Int { 1 }\n}",
      "struct Todos {\n▶\(attribute) func help() -> Int { 1 }\n}",
    ].map { Mistake("attribute-without-verb", "@API \($0)", message) }
  }
}
