/// Attributes where they have no effect.
extension Mistake {
  static let placements: [Mistake] = outside + groupInputs + verbless

  /// Attributes of a single endpoint on its enclosing declarations.
  private static let outside: [Mistake] = [
    ("API", "protocol Todos: Sendable {}", "a protocol"),
    ("API", "final class Todos: EndpointGroup {}", "a class"), ("API", "struct Todos {}", "a struct"),
  ].flatMap { macro, declaration, kind in
    [
      ("@GET(\"/a\")", "a function of an '@API' protocol"),
      ("@Status(201)", "a function of an '@API' protocol or on a case of an '@APIError' or '@APIResult' enum"),
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
