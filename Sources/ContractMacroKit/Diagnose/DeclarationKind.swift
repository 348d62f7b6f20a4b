import SwiftSyntax

/// The error of an attribute on the wrong kind of declaration.
enum DeclarationKind {
  /// Returns the error, which names the kinds of declarations that the attribute belongs on.
  static func finding(about node: AttributeSyntax, on declaration: some DeclSyntaxProtocol) -> Finding {
    let home =
      switch node.attributeName.baseName {
      case "API": "a protocol, a class or a struct"
      case "Mock": "a protocol"
      case "Request": "a struct"
      case let name? where InputKind(attribute: name) != nil: "a stored property of a '@Request' struct"
      case "APIError", "APIResult": "an enum"
      case "Status": "a function of an '@API' protocol or on a case of an '@APIError' or '@APIResult' enum"
      case "Throws": "an '@API' protocol or on one of its functions"
      case "Validate": "a function of an '@API' protocol or on a member of a '@Request' or '@Schema' struct"
      case "Schema": "a struct or an enum"
      case "Tagged": "a '@Schema' enum"
      case "Positional": "a '@Schema' struct"
      case "Doc": "a '@Schema' type, one of its stored properties or one of its cases"
      case "Example": "a '@Schema' type or on one of its stored properties"
      case let name? where TraitParser.ofEndpoints.contains(name):
        "an endpoint, such as a function of an '@API' protocol"
      case let name? where TraitParser.names.contains(name): "an '@API' protocol or on one of its functions"
      default: "a function of an '@API' protocol"
      }
    // Function attributes reach this code only for functions outside a protocol.
    let isFunction = declaration.kind == .functionDecl && !home.contains("protocol")
    let here = isFunction ? "a function" : kind(of: declaration)
    let remedy =
      isFunction && node.attributeName.baseName.flatMap(InputKind.init(attribute:)) != nil
      ? "in a protocol the type of the parameter sets it, such as 'Query<Int>'" : "move it there or remove it"
    return Finding(
      "wrong-declaration", at: node, "'\(node.writtenName)' belongs on \(home), and this is \(here); \(remedy).")
  }

  /// Returns the kind of a declaration, in words.
  private static func kind(of declaration: some DeclSyntaxProtocol) -> String {
    switch declaration.kind {
    case .structDecl: "a struct"
    case .classDecl: "a class"
    case .actorDecl: "an actor"
    case .enumDecl: "an enum"
    case .enumCaseDecl: "an enum case"
    case .protocolDecl: "a protocol"
    case .extensionDecl: "an extension"
    case .functionDecl: "a function outside a protocol"
    case .initializerDecl: "an initializer"
    case .subscriptDecl: "a subscript"
    case .typeAliasDecl: "a type alias"
    case .variableDecl: "a property"
    default: "something else"
    }
  }
}
