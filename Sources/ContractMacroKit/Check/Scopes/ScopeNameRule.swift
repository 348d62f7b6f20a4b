import SwiftSyntax

/// A rule: members of a scope have unique names, and these differ from generated and local names.
enum ScopeNameRule {
  static func findings(in scope: ScopeModel) -> [Finding] {
    clashingFunctions(in: scope).map { functionFinding($0, scope) }
      + clashingScopes(in: scope).map { scopeFinding($0, scope) }
      + takenMembers(of: scope).compactMap { memberFinding($0, scope) } + hiddenTypeFindings(scope)
  }

  // MARK: Functions

  /// Returns the errors of functions whose names, inputs or results have the name of another generated declaration.
  static func clashingFunctions(in scope: ScopeModel) -> [ScopeFunctionModel] {
    var taken = scope.reservedNames
    return scope.functions.filter { function in
      var names = [function.name.staticMember.name]
      if !scope.inputs(of: function).isEmpty { names.append(function.inputName.name) }
      if function.responseMembers != nil { names.append(function.responseName.name) }
      guard taken.isDisjoint(with: names), !scope.reservedNames.contains(function.name.name) else { return true }
      taken.formUnion(names)
      return false
    }
  }

  private static func functionFinding(_ function: ScopeFunctionModel, _ scope: ScopeModel) -> Finding {
    let name = function.name.name
    guard scope.reservedNames.contains(name) else { return duplicate(name, at: function.function.name) }
    let owner = name == "all" ? "the list of all endpoints" : "the property that sends requests"
    return Finding(
      "duplicate-name", at: function.function.name,
      "'\(name)' and \(owner) would have the same name; rename '\(name)'.")
  }

  /// Returns the errors of types that an input would hide.
  private static func hiddenTypeFindings(_ scope: ScopeModel) -> [Finding] {
    let inputs = Set(scope.functions.flatMap { [$0.inputName.name, $0.responseName.name] })
    return scope.functions.flatMap { function in
      function.function.signature.tokens(viewMode: .sourceAccurate).filter { token in
        let previous = token.previousToken(viewMode: .sourceAccurate)?.text
        return inputs.contains(token.text) && previous != "." && previous != "::"
      }
    }.map { token in
      Finding(
        "hidden-type", at: token,
        "The generated 'Endpoints.\(token.text)' would hide your type '\(token.text)'; write the enclosing type or "
          + "module before the type, or rename one of the two.")
    }
  }

  /// Returns the errors of unqualified types that have the names of attributes in this struct.
  ///
  /// Without the error, the compiler would report missing generic arguments, also in generated code.
  static func attributeNameFindings(_ function: ScopeFunctionModel, in locations: Set<String>) -> [Finding] {
    let signature = function.function.signature
    let types = signature.parameterClause.parameters.map(\.type) + (signature.returnClause.map { [$0.type] } ?? [])
    let headers = function.result.headerTuple()?.elements.filter { $0.type.wrapper != nil }.map(\.typeNode.id) ?? []
    return types.flatMap(\.everyNamedType).compactMap { type in
      guard let named = type.as(IdentifierTypeSyntax.self), locations.contains(named.name.text),
        named.name.previousToken(viewMode: .sourceAccurate)?.text != "::", !headers.contains(type.id)
      else { return nil }
      return Finding(
        "hidden-type", at: named.name,
        "In this struct '\(named.name.text)' is the attribute of parameters; write the module of the type before it, as in "
          + "'App::\(named.name.text)'.")
    }
  }

  // MARK: Scopes

  /// Returns the nested scopes whose properties or types have the name of another member.
  static func clashingScopes(in scope: ScopeModel) -> [ScopeModel] {
    var taken = scope.reservedNames.union(scope.functions.map(\.name.name))
    return scope.scopes.filter { inner in
      if generatedTypes(in: scope).contains(inner.frame.name.name) { return true }
      guard !inner.frame.path.isArgumentsOnly else { return false }
      return inner.frame.accessor == inner.frame.name || !taken.insert(inner.frame.accessor.name).inserted
    }
  }

  private static func scopeFinding(_ inner: ScopeModel, _ scope: ScopeModel) -> Finding {
    let token = inner.frame.declaration.name
    let name = inner.frame.name.name
    if name == "Endpoints" { return reserved(name, at: token) }
    if generatedTypes(in: scope).contains(name) { return location(name, at: token) }
    guard inner.frame.accessor == inner.frame.name else { return duplicate(inner.frame.accessor.name, at: token) }
    return Finding(
      "scope-name", at: token,
      "A scope is opened by a property with the scope's name in lowercase, but '\(name)' is already lowercase; "
        + "begin it with an uppercase letter.")
  }

  // MARK: Members

  /// Returns the user's members that have the name of a generated member.
  static func takenMembers(of scope: ScopeModel) -> [DeclaredMember] {
    let types = generatedTypes(in: scope)
    return DeclaredMember.members(of: scope.frame.declaration).filter { member in
      switch member.kind {
      case .property: member.name == "caller"
      case .function: member.name == "caller" && member.isBare
      case .type: types.contains(member.name)
      case .staticProperty, .staticFunction, .initializer, .enumCase: false
      }
    }
  }

  /// Returns the error of a member that is neither an endpoint nor a scope. Endpoints and scopes have their own errors.
  private static func memberFinding(_ member: DeclaredMember, _ scope: ScopeModel) -> Finding? {
    let isEndpoint = scope.functions.contains { $0.function.name.id == member.token.id }
    guard !isEndpoint, !scope.scopes.contains(where: { $0.frame.declaration.name.id == member.token.id }) else {
      return nil
    }
    return member.name == "caller" || member.name == "Endpoints"
      ? reserved(member.name, at: member.token) : location(member.name, at: member.token)
  }

  /// Returns the names of the generated types that a scope sees: `Endpoints`, and the attributes of its parameters.
  private static func generatedTypes(in scope: ScopeModel) -> Set<String> {
    scope.usedLocations.union(["Endpoints"])
  }

  // MARK: Messages

  private static func duplicate(_ name: String, at token: TokenSyntax) -> Finding {
    Finding(
      "duplicate-name", at: token,
      "'\(name)' is generated for another member of this scope already; rename one of the two.")
  }

  private static func reserved(_ name: String, at token: TokenSyntax) -> Finding {
    Finding("reserved-name", at: token, "Every scope already has a member '\(name)'; rename this one.")
  }

  private static func location(_ name: String, at token: TokenSyntax) -> Finding {
    Finding(
      "reserved-name", at: token,
      "'\(name)' is the attribute of parameters in this struct; rename the type, and write its path in '@Path'.")
  }
}

extension ScopeModel {
  /// The names of the members that are generated in every scope, and of the list of all endpoints.
  fileprivate var reservedNames: Set<String> { frame.isRoot ? ["caller", "all"] : ["caller"] }

  /// The names of the location attributes of all parameters.
  var usedLocations: Set<String> {
    let parameters = everyScope.flatMap { $0.functions.flatMap(\.parameters) }
    return Set(parameters.flatMap(\.locations).compactMap(\.attributeName.baseName))
  }
}
