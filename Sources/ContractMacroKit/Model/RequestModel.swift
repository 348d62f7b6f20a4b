import SwiftSyntax

/// An attribute with the location of a member, such as `@Query("limit")`.
struct LocationModel {
  let attribute: AttributeSyntax
  let kind: InputKind
  /// The expression of the name; nil if the key is the property's name.
  let keyExpression: ExprSyntax?

  /// True for `@JSON`, a field that requires JSON.
  var isJSON: Bool { attribute.attributeName.baseName == "JSON" }
}

/// One stored property of a request struct.
struct MemberModel {
  let variable: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let name: Identifier
  let nameToken: TokenSyntax
  /// The locations in its attributes; a valid member has exactly one.
  let locations: [LocationModel]
  /// The type as written, or as inferred from the initial value.
  var type: TypeModel?
  /// True if the type is written.
  let isAnnotated: Bool
  let initialValue: ExprSyntax?

  /// The `@Validate` attributes.
  var validations: [ValidateModel] { variable.attributes.named("Validate").map(ValidateModel.ofMember) }

  var location: LocationModel? { locations.first }

  /// The wire name: the name in the attribute, or else the header of a condition, or else the property's name, unchanged.
  var key: String {
    location?.keyExpression?.stringValue
      ?? (location?.kind == .header ? type?.condition?.header : nil) ?? name.name
  }

  /// True for a member that gets a wrapper, because its type is not written.
  var isWrapped: Bool { wrapper != nil }

  /// The wrapper that determines the member's type; nil if the type is written.
  var wrapper: String? {
    guard !isAnnotated, let initialValue, let location else { return nil }
    if location.kind == .header, initialValue.is(NilLiteralExprSyntax.self) { return "_HeaderMember" }
    if location.kind == .part { return "_PartMember" }
    return nil
  }

  /// The default argument in the initializer: the initial value, or `nil` for an optional.
  var defaultText: String? {
    initialValue?.trimmedDescription ?? (type?.isOptional == true ? "nil" : type?.isPatch == true ? ".leave" : nil)
  }

  /// The value that a server uses if a request has none; nil if the type decides.
  var absentValue: String? {
    if type?.isPatch == true { return ".leave" }
    guard let initialValue, let kind = location?.kind, !initialValue.is(NilLiteralExprSyntax.self) else { return nil }
    return [.query, .header, .cookie, .field].contains(kind) ? initialValue.trimmedDescription : nil
  }

  /// The static property with the initial value; nil for a literal of a known type, which cannot cause errors.
  var defaultProperty: String? {
    guard let initialValue, absentValue != nil, isAnnotated, type?.isPatch != true,
      initialValue.anchor != nil || type?.anchor != nil
    else {
      return nil
    }
    return "__Defaults.\(name.local)"
  }

  /// The member as an input; nil if its location or type is unknown.
  var input: InputModel? {
    guard let location, let type else { return nil }
    let isRequired =
      switch location.kind {
      case .path: true
      case .query, .header, .cookie: defaultText == nil && !type.isArray
      case .field: defaultText == nil
      case .part: !type.isOptional && !type.isArray
      case .body, .custom: !type.isOptional
      case .flag, .queryDictionary, .headerDictionary: false
      }
    return InputModel(
      kind: location.kind, name: name, type: type, key: key,
      isExact: location.keyExpression != nil || location.kind.isDictionary || name.isRaw,
      defaultValue: defaultProperty.map { "Self.\($0)" } ?? absentValue,
      isRequired: isRequired, storage: isWrapped ? "self._\(name.name).wrappedValue" : "self.\(name.source)",
      rules: validations.flatMap(\.rules).map { LocatedText($0, spellingSelf: variable.owner) },
      writtenDefault: absentValue == nil ? nil : initialValue, defaultProperty: defaultProperty)
  }
}

/// The endpoint that `@Request(.post, "/todos")` declares.
struct OwnEndpointModel {
  let attribute: AttributeSyntax
  let method: ExprSyntax
  let pathExpression: ExprSyntax
  /// The path; nil if it is not a literal.
  let path: PathLiteral?
  let base: ExprSyntax?
  let template: PathTemplate?
  let statuses: [StatusModel]
  let failures: [ExprSyntax]

  /// The name of the method, such as `GET` for `.get`; nil for another expression.
  var methodName: String? { method.as(MemberAccessExprSyntax.self)?.declName.baseName.text.uppercased() }
}

/// The model of a struct with `@Request`.
struct RequestModel {
  let declaration: StructDeclSyntax
  let name: Identifier
  let access: Access
  /// The generic type that encloses the struct; nil without one.
  let genericType: Identifier?
  /// The spelling of the type around the struct; nil without one.
  let outerType: String?
  let members: [MemberModel]
  /// The endpoint of a `@Request` with a method and path.
  let endpoint: OwnEndpointModel?
  /// The declared initializers.
  let initializers: [RequestInitializer]
  /// The names of nested types and static members.
  let nestedNames: Set<String>
  let conditionals: [IfConfigDeclSyntax]
  let documentation: Documentation

  /// The inputs in declaration order.
  var inputs: [InputModel] { members.compactMap(\.input) }

  /// The type in `typealias Response = …`; nil if the response is a nested type.
  var response: TypeSyntax? {
    for member in declaration.memberBlock.members {
      guard let alias = member.decl.as(TypeAliasDeclSyntax.self), alias.name.text == "Response" else { continue }
      return alias.initializer.value
    }
    return nil
  }

  /// The declaration of the response.
  private var responseDeclaration: (any NamedDeclSyntax)? {
    let named = declaration.memberBlock.members.lazy.compactMap { $0.decl.asProtocol((any NamedDeclSyntax).self) }
    return named.first { $0.name.text == "Response" }
  }

  /// The name of a response that is declared as a nested struct; nil for any other response.
  var responseStruct: TokenSyntax? { responseDeclaration?.as(StructDeclSyntax.self)?.name }

  /// The type of the response's body as far as it is written in the request; nil for no body, and for a nested type that may
  /// have none.
  var writtenContent: TypeSyntax? {
    if let response { return EndpointParser.result(response).content }
    return responseStruct.map { TypeSyntax(IdentifierTypeSyntax(name: $0.trimmed)) }
  }

  /// The node for errors about the response; nil for a response that is known or declared to be Codable.
  var responseAnchor: Syntax? {
    guard response == nil else { return response?.anchor }
    guard let type = responseDeclaration, let group = type.asProtocol((any DeclGroupSyntax).self),
      group.inheritanceClause == nil, group.attributes.isEmpty
    else { return nil }
    return Syntax(type.name)
  }

  /// The name of a response that is less visible than the request, and the access level that the response needs; nil for
  /// any other response.
  var hiddenResponse: (name: TokenSyntax, level: Access)? {
    guard endpoint != nil, let type = responseDeclaration,
      let modifiers = type.asProtocol((any WithModifiersSyntax).self)?.modifiers
    else { return nil }
    let level = Access(modifiers)
    let isInternal = [.unspecified, .internal].contains(level) && [.unspecified, .internal].contains(access)
    guard level != access, !isInternal, Access.narrowest([level, access]) == level else { return nil }
    // A request without an access level is internal, or less visible inside another type. In both cases an internal
    // response is as visible as the request.
    return (type.name, access == .unspecified ? .internal : access)
  }

  /// The attributes of the struct that set the format of its body.
  var codings: [AttributeSyntax] { declaration.attributes.bodyFormats }

  /// The description of the body; nil for a request without a body, or with a declared `content`.
  var content: LocatedText? {
    guard !nestedNames.contains("content"), let inferred = CodingRenderer.content(of: inputs) else { return nil }
    let forms = TraitParser.contentForms(declaration.attributes).map { $0.spellingSelf(outerType) }
    return forms.isEmpty ? inferred : ".structured(\(forms.listed))"
  }
}

extension RequestModel {
  /// True if a member has the name of another member's storage, which the compiler reports.
  var hasStorageConflict: Bool {
    members.contains { member in
      (member.wrapper != nil || member.location?.kind == .custom)
        && members.contains { $0.name.name == "_" + member.name.name }
    }
  }
}
