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
    if let contract = parent?.as(ProtocolDeclSyntax.self), isAPI(contract), !declaration.is(FunctionDeclSyntax.self) {
      return nil
    }
    if node.attributeName.baseName == "Deprecated", isDescribed(declaration, in: parent) {
      return TraitDayRule.findings(in: node).first
    }
    if declaration.is(FunctionDeclSyntax.self) { return functionFinding(node, on: declaration, in: parent) }
    if declaration.is(VariableDeclSyntax.self) { return variableFinding(node, on: declaration, in: parent) }
    if declaration.is(EnumCaseDeclSyntax.self) { return caseFinding(node, on: declaration, in: parent) }
    return typeFinding(node, on: declaration)
  }

  /// Returns the error of an attribute on a function of a contract, of a scope, or of another type.
  private static func functionFinding(
    _ node: AttributeSyntax, on declaration: some DeclSyntaxProtocol, in parent: Syntax?
  ) -> Finding? {
    if let contract = parent?.as(ProtocolDeclSyntax.self) {
      return isAPI(contract) ? nil : unread(node, without: "@API", on: contract.name)
    }
    guard let scope = parent?.as(StructDeclSyntax.self) else {
      return DeclarationKind.finding(about: node, on: declaration)
    }
    guard isScope(scope) else { return unread(node, without: "@API", on: scope.name) }
    switch node.attributeName.baseName {
    case "Default": return writtenDefault(node)
    case "Name": return writtenName(node)
    default: return VerblessAttribute.finding(about: node, on: declaration)
    }
  }

  /// Returns the error of an attribute on a variable of a group, or of another type.
  private static func variableFinding(
    _ node: AttributeSyntax, on declaration: some DeclSyntaxProtocol, in parent: Syntax?
  ) -> Finding? {
    let name = node.attributeName.baseName ?? ""
    if name == "Name", parent?.is(StructDeclSyntax.self) == true { return writtenName(node) }
    guard let group = parent?.as(ClassDeclSyntax.self) else {
      return DeclarationKind.finding(about: node, on: declaration)
    }
    if name == "Default" || name == "Name" {
      return GroupInput.finding(about: node, called: name, on: declaration)
        ?? DeclarationKind.finding(about: node, on: declaration)
    }
    guard isAPI(group) else { return unread(node, without: "@API", on: group.name) }
    return VerblessAttribute.finding(about: node, on: declaration)
  }

  /// Returns the error of an attribute on a case. Only `@Status` belongs there.
  private static func caseFinding(
    _ node: AttributeSyntax, on declaration: some DeclSyntaxProtocol, in parent: Syntax?
  ) -> Finding? {
    guard node.attributeName.baseName == "Status" else {
      return DeclarationKind.finding(about: node, on: declaration)
    }
    guard let parent = parent?.as(EnumDeclSyntax.self),
      parent.attributes.named("APIError").isEmpty, parent.attributes.named("APIResult").isEmpty
    else { return nil }
    let isResult = StatusModel(node).code.map(StatusCaseRule.result.range.contains) ?? false
    return unread(node, without: isResult ? "@APIResult" : "@APIError", on: parent.name)
  }

  /// Returns the error of an attribute on a type. The macro of a type reads the attributes that apply to all its
  /// endpoints, and `@Request` also reads those of its only endpoint.
  private static func typeFinding(_ node: AttributeSyntax, on declaration: some DeclSyntaxProtocol) -> Finding? {
    let name = node.attributeName.baseName ?? ""
    let needsEndpoint = TraitParser.ofEndpoints.contains(name)
    let isShareable = name == "Throws" || (TraitParser.names.contains(name) && !needsEndpoint)
    if let contract = declaration.as(ProtocolDeclSyntax.self), isShareable {
      return isAPI(contract) ? nil : unread(node, without: "@API", on: contract.name)
    }
    if let group = declaration.as(ClassDeclSyntax.self), isShareable, isAPI(group) { return nil }
    if let type = declaration.as(StructDeclSyntax.self) {
      if isShareable, isScope(type) { return nil }
      let isReadByRequest = isShareable || needsEndpoint || name == "Status" || name == "Paged"
      if isReadByRequest, !type.attributes.named("Request").isEmpty { return nil }
    }
    return DeclarationKind.finding(about: node, on: declaration)
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
    isAPI(declaration) || !declaration.attributes.named("Path").isEmpty
  }

  private static func isAPI(_ declaration: some DeclGroupSyntax) -> Bool {
    !declaration.attributes.named("API").isEmpty
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
