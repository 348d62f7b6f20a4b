import SwiftSyntax

/// A parser of structs with `@API` and their nested scopes. Parsing never fails; the rules report errors.
enum ScopeParser {
  /// The attributes for the location of a parameter.
  static let kinds: [String: InputKind] = [
    "Query": .query, "Header": .header, "Cookie": .cookie, "Field": .field, "Body": .body,
  ]

  /// Attributes that are copied to the generated function.
  private static let kept: Set<String> = ["available", "discardableResult"]

  /// Returns the scope of `declaration`; nil for a struct that is not inside a struct with `@API`.
  static func parse(_ declaration: StructDeclSyntax, in lexicalContext: [Syntax]) -> ScopeModel? {
    var outer: [StructDeclSyntax] = []
    var innermost = declaration
    for context in lexicalContext where innermost.attributes.named("API").isEmpty {
      guard let next = context.as(StructDeclSyntax.self), !innermost.attributes.named("Path").isEmpty else {
        return nil
      }
      outer.insert(next, at: 0)
      innermost = next
    }
    guard !innermost.attributes.named("API").isEmpty else { return nil }
    let around = Array(lexicalContext.dropFirst(outer.count))
    return parse(declaration, inside: outer.map { frame($0, in: around.first) }, around)
  }

  /// Returns true for a nested scope.
  static func isScope(_ declaration: some DeclSyntaxProtocol) -> Bool {
    declaration.as(StructDeclSyntax.self).map { !$0.attributes.named("Path").isEmpty } ?? false
  }

  /// Returns true for a function with a verb.
  static func isEndpoint(_ declaration: some DeclSyntaxProtocol) -> Bool {
    declaration.as(FunctionDeclSyntax.self)?.attributes.plain.contains { EndpointParser.verb($0) != nil } ?? false
  }

  /// - Parameter around: the declarations that enclose the outermost struct, innermost first.
  private static func parse(_ declaration: StructDeclSyntax, inside outer: [ScopeFrame], _ around: [Syntax])
    -> ScopeModel
  {
    let frames = outer + [frame(declaration, in: around.first)]
    let members = declaration.memberBlock.members.map(\.decl)
    let scopes = frames.count > ScopeModel.maximumDepth ? [] : members.filter(isScope)
    return ScopeModel(
      frames: frames,
      genericType: around.genericType,
      isExtending: around.contains { $0.is(ExtensionDeclSyntax.self) },
      outerType: around.owner,
      hidingTypes: HidingTypes(in: frames.map(\.declaration)),
      // The compiler reports functions without a name.
      functions: members.compactMap { $0.as(FunctionDeclSyntax.self) }.filter { isEndpoint($0) && !$0.isNameless }
        .map { function($0, inside: frames) },
      scopes: scopes.compactMap { $0.as(StructDeclSyntax.self) }.map { parse($0, inside: frames, around) })
  }

  /// - Parameter around: the enclosing declaration of the outermost struct.
  private static func frame(_ declaration: StructDeclSyntax, in around: Syntax?) -> ScopeFrame {
    let name = Identifier(declaration.name)
    if let attribute = declaration.attributes.named("API").first {
      let path = attribute.argument("prefix").map { ScopePathParser.parse([$0], otherwise: name) }
      return ScopeFrame(
        declaration: declaration, name: name, attribute: attribute, isRoot: true, path: path ?? ScopePath(),
        access: Access(declaration.modifiers, in: around))
    }
    let attribute = declaration.attributes.named("Path").first
    let segment = Identifier(name.name.prefix(1).lowercased() + name.name.dropFirst())
    return ScopeFrame(
      declaration: declaration, name: name, attribute: attribute, isRoot: false,
      path: ScopePathParser.parse(attribute?.unlabeledArguments ?? [], otherwise: segment),
      access: Access(declaration.modifiers))
  }

  // MARK: Functions

  private static func function(
    _ function: FunctionDeclSyntax, inside frames: [ScopeFrame]
  ) -> ScopeFunctionModel {
    let attributes = function.attributes
    // The innermost deprecation applies.
    let deprecation =
      attributes.named("Deprecated").first
      ?? frames.reversed().lazy.compactMap { $0.declaration.attributes.named("Deprecated").first }.first
    let verbs = attributes.plain.compactMap(EndpointParser.verb)
    let expressions = verbs.first?.attribute.unlabeledArguments.prefix(1) ?? []
    let parameters = Array(function.signature.parameterClause.parameters)
    let bodies = parameters.filter { !$0.attributes.named("Body").isEmpty }.count
    return ScopeFunctionModel(
      function: function, name: Identifier(function.name), verbs: verbs,
      path: ScopePathParser.parse(Array(expressions), otherwise: Identifier(function.name)),
      parameters: parameters.map { parameter($0, mergesBodies: bodies > 1) },
      result: function.signature.returnClause.map { EndpointParser.result($0.type) } ?? .nothing,
      statuses: attributes.named("Status").map(StatusModel.init),
      failures: attributes.named("Throws").flatMap(\.unlabeledArguments),
      documentation: Documentation(of: function.attributes, function.modifiers, function.funcKeyword),
      kept: attributes.plain.filter { kept.contains($0.attributeName.baseName ?? "") }
        + (deprecation.flatMap(EndpointParser.availability).map { [$0] } ?? []))
  }

  private static func parameter(_ syntax: FunctionParameterSyntax, mergesBodies: Bool) -> ScopeParameterModel {
    let locations = syntax.attributes.plain.filter { Self.kinds[$0.attributeName.baseName ?? ""] != nil }
    let name = Identifier(syntax.secondName ?? syntax.firstName)
    let kind = locations.first.flatMap { Self.kinds[$0.attributeName.baseName ?? ""] }
    let inputs =
      if let kind {
        [input(syntax, kind == .body && mergesBodies ? .field : kind, key: locations.first?.unlabeledArguments.first)]
      } else {
        unplaced(syntax, name.name)
      }
    return ScopeParameterModel(syntax: syntax, name: name, locations: locations, inputs: inputs)
  }

  /// Returns the inputs of a parameter named `body` or `query`.
  private static func unplaced(_ syntax: FunctionParameterSyntax, _ name: String) -> [ScopeInput] {
    guard name == "body" || name == "query" else { return [] }
    let elements = elements(of: syntax.type)
    guard !elements.isEmpty else { return [input(syntax, name == "body" ? .body : .queryDictionary, key: nil)] }
    return elements.compactMap { element in
      element.firstName.map { token in
        ScopeInput(
          label: Identifier(token), name: Identifier(token), nameToken: token, kind: name == "body" ? .field : .query,
          type: TypeModel(element.type), key: Identifier(token).name, isExact: Identifier(token).isRaw,
          defaultValue: nil)
      }
    }
  }

  /// Returns the elements of a tuple that are the inputs of a parameter named `body` or `query`.
  static func inputElements(of parameter: ScopeParameterModel) -> [TupleTypeElementSyntax] {
    let isUnplaced = parameter.locations.isEmpty && ["body", "query"].contains(parameter.name.name)
    return isUnplaced ? elements(of: parameter.syntax.type) : []
  }

  private static func elements(of type: TypeSyntax) -> [TupleTypeElementSyntax] {
    guard let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count > 1 else { return [] }
    return Array(tuple.elements)
  }

  private static func input(_ syntax: FunctionParameterSyntax, _ kind: InputKind, key: ExprSyntax?) -> ScopeInput {
    let token = syntax.secondName ?? syntax.firstName
    let name = Identifier(token)
    let type = TypeModel(syntax.type)
    let condition = kind == .header ? type.condition : nil
    return ScopeInput(
      label: syntax.firstName.text == "_" ? nil : Identifier(syntax.firstName), name: name, nameToken: token,
      kind: kind, type: type,
      key: key?.stringValue ?? condition?.header
        ?? (kind == .header && !name.isRaw ? HeaderName.capitalKebab(name.name) : name.name),
      isExact: key != nil || name.isRaw || kind == .queryDictionary,
      defaultValue: syntax.defaultValue?.value)
  }
}
