import SwiftSyntax

/// The error of an endpoint attribute on a member of a group or scope that is not an endpoint.
enum VerblessAttribute {
  /// Returns the error of an attribute on a function or variable without a verb.
  ///
  /// The group reports a variable without a value instead.
  static func finding(about node: AttributeSyntax, on declaration: some DeclSyntaxProtocol) -> Finding? {
    let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes
    guard attributes?.plain.contains(where: { EndpointParser.verb($0) != nil }) == false,
      let name = name(of: declaration)
    else { return nil }
    return Finding(
      "attribute-without-verb", at: node,
      "'\(node.writtenName)' is for endpoints, and '\(name)' has no verb; add one such as '@GET', or "
        + "remove '\(node.writtenName)'.")
  }

  private static func name(of declaration: some DeclSyntaxProtocol) -> String? {
    if let function = declaration.as(FunctionDeclSyntax.self) { return function.name.text }
    guard let variable = declaration.as(VariableDeclSyntax.self), let binding = variable.bindings.first else {
      return nil
    }
    let isShared = variable.modifiers.contains { ["static", "class"].contains($0.name.text) }
    guard isShared || binding.isComputed || binding.initializer != nil else { return nil }
    return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
  }
}
