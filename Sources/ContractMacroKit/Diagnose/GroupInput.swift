import SwiftSyntax

/// The error of an input attribute on an endpoint of a group, whose inputs are members of a request.
enum GroupInput {
  /// Returns the error of `@Default`, `@Name` or `@Validate` on a variable with a verb; nil for other attributes.
  static func finding(
    about node: AttributeSyntax, called name: String, on declaration: some DeclSyntaxProtocol
  ) -> Finding? {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      variable.attributes.plain.contains(where: { EndpointParser.verb($0) != nil }),
      let endpoint = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    else { return nil }
    let remedy: String
    switch name {
    case "Default": remedy = "write '= ' and the value after the member, and remove '@Default'."
    case "Name":
      remedy = "write the name in the attribute of the member, as in '@Query(\"sort_by\")', and remove '@Name'."
    case "Validate": remedy = "move '@Validate' to the member."
    default: return nil
    }
    return Finding(
      "group-input", at: node, "The inputs of '\(endpoint)' are members of its '@Request' struct; \(remedy)")
  }
}
