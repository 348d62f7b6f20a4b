package import SwiftSyntax
package import SwiftSyntaxMacros

/// The attributes that `@API`, `@Request`, `@APIError` and `@APIResult` read: verbs, locations, and properties of endpoints.
///
/// These attributes generate nothing. They report an error where they have no effect.
package enum EndpointAttributeMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let finding = finding(about: node, on: declaration, in: context) { context.diagnose(finding.diagnostic) }
    return []
  }

  private static func finding(
    about node: AttributeSyntax, on declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> Finding? {
    // `@API` and others report attributes inside `#if`.
    if isUnseen(declaration, in: context.lexicalContext.first) { return nil }
    return finding(withoutEffect: node, on: declaration, in: context) ?? ThrowsRule.emptyFinding(node)
  }

  /// Returns the error of an attribute that has no effect.
  private static func finding(
    withoutEffect node: AttributeSyntax, on declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> Finding? {
    let parent = context.lexicalContext.first
    // `@API` refuses requirements that are not functions.
    if let contract = parent?.as(ProtocolDeclSyntax.self), !contract.attributes.named("API").isEmpty,
      !declaration.is(FunctionDeclSyntax.self)
    {
      return nil
    }
    // `@Request` reads and checks the attributes of its struct.
    let name = node.attributeName.baseName ?? ""
    let isTrait = TraitParser.names.contains(name) && !TraitParser.ofEndpoints.contains(name)
    if name == "Deprecated", isDescribed(declaration, in: parent) { return TraitDayRule.findings(in: node).first }
    if let own = declaration.as(StructDeclSyntax.self), !own.attributes.named("Request").isEmpty,
      isTrait || TraitParser.ofEndpoints.contains(name) || ["Status", "Throws", "Paged"].contains(name)
    {
      return nil
    }
    if let own = declaration.as(ClassDeclSyntax.self), !own.attributes.named("API").isEmpty, isTrait || name == "Throws"
    {
      return nil
    }
    if let own = declaration.as(StructDeclSyntax.self), isTrait || name == "Throws", isScope(own) { return nil }
    if declaration.is(FunctionDeclSyntax.self), let parent = parent?.as(StructDeclSyntax.self) {
      guard isScope(parent) else { return unread(node, without: "@API", on: parent.name) }
      return name == "Default"
        ? writtenDefault(node)
        : name == "Name" ? writtenName(node) : VerblessAttribute.finding(about: node, on: declaration)
    }
    if name == "Name", declaration.is(VariableDeclSyntax.self), parent?.is(StructDeclSyntax.self) == true {
      return writtenName(node)
    }
    switch node.attributeName.baseName {
    case "Status" where declaration.is(EnumCaseDeclSyntax.self):
      guard let parent = parent?.as(EnumDeclSyntax.self),
        parent.attributes.named("APIError").isEmpty, parent.attributes.named("APIResult").isEmpty
      else { return nil }
      let isResult = StatusModel(node).code.map(StatusCaseRule.result.range.contains) ?? false
      return unread(node, without: isResult ? "@APIResult" : "@APIError", on: parent.name)
    case let name? where (isTrait || name == "Throws") && declaration.is(ProtocolDeclSyntax.self):
      guard let own = declaration.as(ProtocolDeclSyntax.self), own.attributes.named("API").isEmpty else { return nil }
      return unread(node, without: "@API", on: own.name)
    case let name? where name != "Default" && name != "Name" && declaration.is(VariableDeclSyntax.self):
      guard let parent = parent?.as(ClassDeclSyntax.self) else {
        return DeclarationKind.finding(about: node, on: declaration)
      }
      return parent.attributes.named("API").isEmpty
        ? unread(node, without: "@API", on: parent.name) : VerblessAttribute.finding(about: node, on: declaration)
    case let name? where declaration.is(VariableDeclSyntax.self) && parent?.is(ClassDeclSyntax.self) == true:
      return GroupInput.finding(about: node, called: name, on: declaration)
        ?? DeclarationKind.finding(about: node, on: declaration)
    default:
      guard declaration.is(FunctionDeclSyntax.self), let contract = parent?.as(ProtocolDeclSyntax.self) else {
        return DeclarationKind.finding(about: node, on: declaration)
      }
      guard contract.attributes.named("API").isEmpty else { return nil }
      return unread(node, without: "@API", on: contract.name)
    }
  }

  /// Returns true if a declaration or its enclosing type has attributes inside `#if`. The macro of the type reports them.
  private static func isUnseen(_ declaration: some DeclSyntaxProtocol, in parent: Syntax?) -> Bool {
    let lists = [Syntax(declaration), parent].compactMap {
      $0?.asProtocol((any WithAttributesSyntax).self)?.attributes
    }
    return lists.contains { !$0.unseen.isEmpty }
      && lists.contains { list in ["API", "Request", "APIError", "APIResult", "Path"].contains(where: list.mayContain) }
  }

  /// Returns true for a type with `@Schema`, and for its members and cases.
  private static func isDescribed(_ declaration: some DeclSyntaxProtocol, in parent: Syntax?) -> Bool {
    let isMember = declaration.is(VariableDeclSyntax.self) || declaration.is(EnumCaseDeclSyntax.self)
    let type = isMember ? parent : Syntax(declaration)
    let attributes = type?.asProtocol((any DeclGroupSyntax).self)?.attributes
    return attributes.map { $0.mayContain("Schema") } ?? false
  }

  /// Returns true for a struct with `@API` or `@Path`. `@Path` reports an error itself if it has no effect.
  private static func isScope(_ declaration: StructDeclSyntax) -> Bool {
    !declaration.attributes.named("API").isEmpty || !declaration.attributes.named("Path").isEmpty
  }

  private static func writtenDefault(_ node: AttributeSyntax) -> Finding {
    Finding(
      "scope-default", at: node,
      "A parameter of a scope's function has its default after the type; write '= ' and the value there.")
  }

  /// Returns the error of `@Name` on an input whose location attribute sets the name.
  private static func writtenName(_ node: AttributeSyntax) -> Finding {
    Finding(
      "written-name", at: node,
      "The location attribute of an input sets its name; write the name there, such as '@Header(\"X-Source\")', "
        + "and remove '@Name'.")
  }

  private static func unread(_ node: AttributeSyntax, without attribute: String, on name: TokenSyntax) -> Finding {
    Finding(
      "unread-attribute", at: node,
      "'\(node.writtenName)' has no effect without '\(attribute)'; add '\(attribute)' to '\(name.text)'.")
  }
}
