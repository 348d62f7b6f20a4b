import SwiftSyntax

/// An attribute that says where a member travels, such as `@Query("limit")`.
struct LocationModel {
  let attribute: AttributeSyntax
  let kind: InputKind
  /// The expression of the name, nil when the property's own name is the key.
  let keyExpression: ExprSyntax?

  /// True for `@JSON`, which is a field that insists on JSON.
  var isJSON: Bool { attribute.attributeName.baseName == "JSON" }
}

/// One stored property of a request struct.
struct MemberModel {
  let variable: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let name: Identifier
  let nameToken: TokenSyntax
  /// Where the attributes say that it travels; exactly one in a sound member.
  let locations: [LocationModel]
  /// The type as written, or as told from the initial value.
  let type: TypeModel?
  /// True when the type is written out.
  let isAnnotated: Bool
  let initialValue: ExprSyntax?

  /// The `@Validate` attributes.
  var validations: [ValidateModel] { variable.attributes.named("Validate").map(ValidateModel.ofMember) }

  var location: LocationModel? { locations.first }

  /// The name on the wire: the attribute's, else the property's, verbatim.
  var key: String { location?.keyExpression?.stringValue ?? name.name }

  /// True for a member that gets a wrapper because nothing else would tell its type.
  var isWrapped: Bool { wrapper != nil }

  /// The wrapper that gives the member its type, nil when the source does.
  var wrapper: String? {
    guard !isAnnotated, let initialValue, let location else { return nil }
    if location.kind == .header, initialValue.is(NilLiteralExprSyntax.self) { return "_HeaderMember" }
    if location.kind == .part { return "_PartMember" }
    return nil
  }

  /// What follows `=` in the initializer: the initial value, or nil for an optional.
  var defaultText: String? {
    initialValue?.trimmedDescription ?? (type?.isOptional == true ? "nil" : nil)
  }

  /// What a server takes when a request has no such value; nil when it has no say in that.
  var absentValue: String? {
    guard let initialValue, let kind = location?.kind, !initialValue.is(NilLiteralExprSyntax.self) else { return nil }
    return [.query, .header, .field].contains(kind) ? initialValue.trimmedDescription : nil
  }

  /// The static property that has the initial value; nil for a literal of a known type, which cannot fail.
  var defaultProperty: String? {
    guard let initialValue, absentValue != nil, isAnnotated, initialValue.anchor != nil || type?.anchor != nil else {
      return nil
    }
    return "__Defaults.\(name.local)"
  }

  /// The member as an input, nil when the source does not tell what it is.
  var input: InputModel? {
    guard let location, let type else { return nil }
    let isRequired =
      switch location.kind {
      case .path: true
      case .query, .header: defaultText == nil && !type.isArray
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
      rules: validations.flatMap(\.rules).map {
        LocatedText($0.description(spellingSelf: variable.owner), at: $0.anchor)
      }, writtenDefault: absentValue == nil ? nil : initialValue, defaultProperty: defaultProperty)
  }
}

/// The endpoint that `@Request(.post, "/todos")` declares.
struct OwnEndpointModel {
  let attribute: AttributeSyntax
  let method: ExprSyntax
  let pathExpression: ExprSyntax
  /// The path, nil when it is not a literal.
  let path: PathLiteral?
  let base: ExprSyntax?
  let template: PathTemplate?
  let statuses: [StatusModel]
  let failures: [ExprSyntax]
}

/// A struct with `@Request`, read once.
struct RequestModel {
  let declaration: StructDeclSyntax
  let name: Identifier
  let access: Access
  let members: [MemberModel]
  /// The endpoint of a request that describes itself.
  let endpoint: OwnEndpointModel?
  /// The labels of the initializers that the struct declares itself.
  let initializers: Set<[String]>
  /// The names of nested types and static members.
  let nestedNames: Set<String>
  let conditionals: [IfConfigDeclSyntax]
  let documentation: Documentation

  /// The inputs in declaration order.
  var inputs: [InputModel] { members.compactMap(\.input) }

  /// The type that `typealias Response = …` names, nil when the response is a nested type.
  var response: TypeSyntax? {
    for member in declaration.memberBlock.members {
      guard let alias = member.decl.as(TypeAliasDeclSyntax.self), alias.name.text == "Response" else { continue }
      return alias.initializer.value
    }
    return nil
  }

  /// The attributes on the struct that say in which form its content travels.
  var codings: [AttributeSyntax] {
    declaration.attributes.plain.filter { TraitParser.contents.contains($0.attributeName.baseName ?? "") }
  }

  /// What the content is, nil for a request without content or with a `content` of its own.
  var content: LocatedText? {
    guard !nestedNames.contains("content"), let inferred = CodingRenderer.content(of: inputs) else { return nil }
    let forms = TraitParser.contentForms(declaration.attributes)
    return forms.isEmpty ? inferred : ".structured(\(forms.listed))"
  }
}
