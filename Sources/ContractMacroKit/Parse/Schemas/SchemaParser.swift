import SwiftSyntax

/// A parser of types with `@Schema`. Parsing never fails; the rules report errors.
enum SchemaParser {
  /// The types of raw values. An enum whose first inherited type is not among these is coded by its cases.
  private static let rawTypes: Set<String> = [
    "String", "Character", "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32",
    "UInt64", "UInt128", "Double", "Float",
  ]

  static func parse(_ declaration: StructDeclSyntax, in outer: [Syntax]) -> SchemaModel {
    let keys = SchemaKeysParser.keys("CodingKeys", in: declaration.memberBlock)
    let types = HidingTypes(in: [declaration])
    let members = variables(of: declaration).filter(isStored).flatMap { Self.members(of: $0, keys, beside: types) }
    return model(declaration, isRaw(declaration) ? .raw(rawValueType(of: declaration)) : .object(members), keys, outer)
  }

  static func parse(_ declaration: EnumDeclSyntax, in outer: [Syntax]) -> SchemaModel {
    guard !isRaw(declaration) else { return model(declaration, .raw(rawValueType(of: declaration)), nil, outer) }
    let keys = SchemaKeysParser.keys("CodingKeys", in: declaration.memberBlock)
    let cases = declaration.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      .flatMap { Self.cases(of: $0, keys, declaration) }
    let raw = rawType(of: declaration, cases)
    return model(declaration, raw.map { .choices(raw: $0, cases) } ?? .cases(cases), keys, outer)
  }

  private static func model(
    _ declaration: some DeclGroupSyntax & NamedDeclSyntax & WithGenericParametersSyntax, _ shape: SchemaModel.Shape,
    _ keys: SchemaKeysModel?, _ outer: [Syntax]
  ) -> SchemaModel {
    let members = declaration.memberBlock.members.map(\.decl)
    let variables = variables(of: declaration)
    return SchemaModel(
      declaration: declaration,
      name: Identifier(declaration.name),
      access: Access(declaration.modifiers, in: outer.first),
      shape: shape,
      keys: keys,
      hasInitializer: members.contains(where: \.declaresInitializer),
      ownCoding: members.compactMap(ownCoding),
      tuples: variables.filter(isStored).flatMap(\.bindings).map(\.pattern).filter { $0.is(TuplePatternSyntax.self) },
      conditionals: members.compactMap { $0.as(IfConfigDeclSyntax.self) },
      strayAttributes: variables.filter { !isStored($0) }.flatMap(strayAttributes),
      uncodedParameters: SchemaGenerics.uncodedParameters(
        of: declaration, in: outer, storing: shape.storedTypes),
      unsendableParameters: SchemaGenerics.unsendableParameters(of: declaration, in: outer),
      isGeneric: declaration.genericParameterClause != nil,
      notes: notes(declaration.attributes, declaration.modifiers, declaration.introducer))
  }

  // MARK: Structs

  private static func variables(of declaration: some DeclGroupSyntax) -> [VariableDeclSyntax] {
    declaration.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
  }

  private static func isShared(_ variable: VariableDeclSyntax) -> Bool {
    variable.modifiers.contains { ["static", "class"].contains($0.name.text) }
  }

  /// Returns true for stored instance members.
  static func isStored(_ variable: VariableDeclSyntax) -> Bool {
    !isShared(variable) && !variable.bindings.allSatisfy(\.isComputed)
  }

  private static func strayAttributes(_ variable: VariableDeclSyntax) -> [SchemaStrayAttribute] {
    variable.attributes.plain.filter { ["Validate", "Doc", "Example"].contains($0.attributeName.baseName) }
      .map { SchemaStrayAttribute(attribute: $0, kind: isShared(variable) ? "static" : "computed") }
  }

  private static func members(
    of variable: VariableDeclSyntax, _ keys: SchemaKeysModel?, beside types: HidingTypes
  ) -> [SchemaMemberModel] {
    variable.bindings.enumerated().compactMap { index, binding in
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self), !binding.isComputed else { return nil }
      // In `a, b: Int`, the type of `a` follows `b`.
      let following = variable.bindings.dropFirst(index)
      let typed = binding.initializer == nil ? following.first { $0.typeAnnotation != nil } : binding
      let annotation = typed?.typeAnnotation?.type
      let name = Identifier(pattern.identifier)
      return SchemaMemberModel(
        variable: variable, name: name, nameToken: pattern.identifier,
        type: annotation.map(TypeModel.init)
          ?? binding.initializer.flatMap { LiteralType.of($0.value) }.map { types.inferred(TypeModel($0)) },
        isAnnotated: annotation != nil, initialValue: binding.initializer?.value,
        key: keys.map { $0.text(of: name) } ?? name.name,
        notes: notes(variable.attributes, variable.modifiers, variable.bindingSpecifier))
    }
  }

  // MARK: Enums

  private static func rawType(of declaration: EnumDeclSyntax, _ cases: [SchemaCaseModel]) -> TypeSyntax? {
    guard let first = declaration.inheritanceClause?.inheritedTypes.first?.type else { return nil }
    let hasRawValues = cases.contains { $0.element.rawValue != nil }
    return hasRawValues || rawTypes.contains(first.baseName ?? "") ? first.trimmed : nil
  }

  private static func cases(
    of declaration: EnumCaseDeclSyntax, _ keys: SchemaKeysModel?, _ parent: EnumDeclSyntax
  ) -> [SchemaCaseModel] {
    declaration.elements.map { element in
      let name = Identifier(element.name)
      let ownKeys = SchemaKeysParser.keys(name.capitalized(suffix: "CodingKeys").name, in: parent.memberBlock)
      let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
      return SchemaCaseModel(
        declaration: declaration, element: element, name: name, key: keys.map { $0.text(of: name) } ?? name.name,
        values: parameters.enumerated().map { value($0, $1, ownKeys) }, keys: ownKeys,
        notes: notes(declaration.attributes, declaration.modifiers, declaration.caseKeyword))
    }
  }

  private static func value(
    _ index: Int, _ parameter: EnumCaseParameterSyntax, _ keys: SchemaKeysModel?
  ) -> SchemaValueModel {
    let label = parameter.firstName.flatMap { $0.text == "_" ? nil : Identifier($0) }
    let name = label?.name ?? "_\(index)"
    return SchemaValueModel(
      syntax: parameter, label: label, name: name, type: TypeModel(parameter.type),
      key: keys.map { $0.text(of: Identifier(name)) } ?? name, local: "__\(index)")
  }

  // MARK: Both

  /// Returns true for a type whose inheritance clause makes Codable use its raw value.
  private static func isRaw(_ declaration: some DeclGroupSyntax) -> Bool {
    declaration.inheritanceClause?.inheritedTypes.contains { inherited in
      ["RawRepresentable", "OptionSet"].contains(inherited.type.baseName)
    } ?? false
  }

  /// Returns the type of the property `rawValue`; nil if it is not written.
  private static func rawValueType(of declaration: some DeclGroupSyntax) -> String? {
    variables(of: declaration).flatMap(\.bindings)
      .first { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "rawValue" }?
      .typeAnnotation?.type.trimmedDescription
  }

  /// Returns the name of `init(from:)` or `encode(to:)`.
  private static func ownCoding(_ declaration: DeclSyntax) -> TokenSyntax? {
    func takes(_ label: String, _ type: String, _ signature: FunctionSignatureSyntax) -> Bool {
      let parameters = signature.parameterClause.parameters
      guard let only = parameters.first, parameters.count == 1, only.firstName.text == label else { return false }
      return only.type.tokens(viewMode: .sourceAccurate).contains { $0.text == type }
    }
    if let initializer = declaration.as(InitializerDeclSyntax.self), takes("from", "Decoder", initializer.signature) {
      return initializer.initKeyword
    }
    if let function = declaration.as(FunctionDeclSyntax.self), function.name.text == "encode",
      takes("to", "Encoder", function.signature)
    {
      return function.name
    }
    return nil
  }

  private static func notes(
    _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax, _ keyword: TokenSyntax
  ) -> SchemaNotes {
    let starts =
      attributes.map { $0.firstToken(viewMode: .sourceAccurate) }
      + modifiers.map { $0.firstToken(viewMode: .sourceAccurate) }
    let comment = Documentation(of: starts.compactMap { $0 } + [keyword])
    let written = attributes.named("Doc").first?.unlabeledArguments.first?.stringValue
    return SchemaNotes(
      text: written ?? comment.text, examples: attributes.named("Example").flatMap(\.unlabeledArguments),
      isDeprecated: !attributes.named("Deprecated").isEmpty, attributes: attributes)
  }
}

extension DeclSyntax {
  /// True for an initializer, or a group inside `#if` that contains one. The type may then lack a memberwise initializer.
  fileprivate var declaresInitializer: Bool {
    guard let conditional = self.as(IfConfigDeclSyntax.self) else { return self.is(InitializerDeclSyntax.self) }
    return conditional.containsMember { $0.is(InitializerDeclSyntax.self) }
  }
}
