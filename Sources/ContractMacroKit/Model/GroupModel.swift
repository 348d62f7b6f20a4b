import SwiftSyntax

/// An endpoint variable of a group.
struct GroupEndpointModel {
  /// The form of the variable's type.
  enum Form {
    /// `Endpoint<Request, Response>`.
    case value
    /// `(Request) async throws -> Response`.
    case function
    /// `() async throws -> Response`.
    case action
  }

  let variable: VariableDeclSyntax
  let name: Identifier
  let nameToken: TokenSyntax
  let verbs: [VerbModel]
  let template: PathTemplate?
  let annotation: TypeSyntax?
  /// The function type of a closure variable.
  let functionType: FunctionTypeSyntax?
  /// The form; nil if the type is neither an endpoint nor a function of at most one request.
  let form: Form?
  let request: TypeSyntax?
  let response: ResultModel?
  let statuses: [StatusModel]
  let failures: [ExprSyntax]
  let access: Access
  let documentation: Documentation
  let availability: [AttributeSyntax]

  /// The method; nil without a valid verb.
  var method: String? { verbs.first?.method }

  /// True if accessors can be added to the variable.
  var canHaveAccessors: Bool { variable.canHaveAccessors }

  /// True for a closure variable of a `@Sendable` type.
  var isSendableFunction: Bool {
    annotation?.tokens(viewMode: .sourceAccurate).contains { token in
      token.text == "Sendable" && token.previousToken(viewMode: .sourceAccurate)?.text == "@"
    } ?? false
  }

  /// True when everything about the endpoint is known, and its result can be decoded.
  var isSound: Bool {
    form != nil && method != nil && template != nil && canHaveAccessors
      && GroupEndpointRule.requestFinding(self) == nil
      && GroupEndpointRule.resultFindings(self).isEmpty
  }
}

/// The model of a class with `@API`.
struct GroupModel {
  let declaration: ClassDeclSyntax
  let name: Identifier
  let access: Access
  /// The generic type that encloses the class; nil without one.
  let genericType: Identifier?
  /// True inside an extension, whose type may be generic.
  let isExtending: Bool
  /// The spelling of the type around the class; nil without one.
  let outerType: String?
  let attribute: AttributeSyntax?
  /// The path of `@API(prefix:)`.
  let prefix: PathLiteral?
  /// The failures in the `@Throws` of the class.
  let failures: [ExprSyntax]
  let endpoints: [GroupEndpointModel]
  /// Stored properties that are not endpoints.
  let otherProperties: [VariableDeclSyntax]

  /// False for a generic class and inside a generic type, which cannot have static properties.
  var canStore: Bool { declaration.genericParameterClause == nil && genericType == nil }

  /// True if a member has the name of a generated member, or an endpoint the name of another endpoint. All accessors are then
  /// stubs.
  var hasNameConflict: Bool { GroupNameRule.hasConflict(in: declaration) }
}

extension VariableDeclSyntax {
  /// True if accessors can be added to the variable.
  var canHaveAccessors: Bool {
    guard let binding = bindings.first, bindings.count == 1 else { return false }
    let isShared = modifiers.contains { ["static", "class", "lazy"].contains($0.name.text) }
    return !isShared && binding.initializer == nil && binding.accessorBlock == nil
      && binding.typeAnnotation != nil && bindingSpecifier.tokenKind == .keyword(.var)
  }
}
