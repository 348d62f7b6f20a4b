import SwiftSyntax

/// One input of a function in a scope. Each element of a labelled tuple is an input.
struct ScopeInput {
  /// The argument label, nil for `_`.
  let label: Identifier?
  let name: Identifier
  let nameToken: TokenSyntax
  let kind: InputKind
  let type: TypeModel
  let key: String
  let isExact: Bool
  /// The default argument.
  let defaultValue: ExprSyntax?

  /// True for a default of a wrong type, which the compiler reports at the value.
  var hasMisfit: Bool {
    guard let defaultValue else { return false }
    return !type.isOptional && LiteralFit.isMisfit(defaultValue, for: type.syntax)
  }

  private var defaultText: String? {
    type.isPatch ? ".leave" : defaultValue.map { $0.description(spellingSelf: $0.owner) }
  }

  /// The input for the coders.
  var input: InputModel {
    InputModel(
      kind: kind == .field && type.isPart ? .part : kind, name: name, type: type, key: key, isExact: isExact,
      defaultValue: absentValue,
      isRequired: isRequired, storage: "self.\(name.source)", writtenDefault: absentValue == nil ? nil : defaultValue)
  }

  /// The value that a server uses for an absent input. An absent optional is nil, and an absent array in a query or
  /// header is empty, regardless of the default argument: clients send the default.
  private var absentValue: String? {
    guard let defaultText, !type.isOptional else { return nil }
    switch kind {
    case .field: return defaultText
    case .query, .header, .cookie: return type.isArray ? nil : defaultText
    default: return nil
    }
  }

  private var isRequired: Bool {
    switch kind {
    case .query, .header, .cookie: defaultText == nil && !type.isOptional && !type.isArray
    case .field: defaultText == nil && !type.isOptional
    case .queryDictionary: false
    default: !type.isOptional
    }
  }
}

/// One parameter of a function in a scope.
struct ScopeParameterModel {
  let syntax: FunctionParameterSyntax
  let name: Identifier
  /// The attributes that set the location of the parameter.
  let locations: [AttributeSyntax]
  /// The inputs; empty if no location is set.
  let inputs: [ScopeInput]

  /// The token that names the parameter.
  var nameToken: TokenSyntax { syntax.secondName ?? syntax.firstName }
}

/// One function of a scope.
struct ScopeFunctionModel {
  let function: FunctionDeclSyntax
  let name: Identifier
  let verbs: [VerbModel]
  /// The path of the verb, without the enclosing scopes.
  let path: ScopePath
  let parameters: [ScopeParameterModel]
  let result: ResultModel
  let statuses: [StatusModel]
  let failures: [ExprSyntax]
  let documentation: Documentation
  /// Attributes that are copied to the generated function.
  let kept: [AttributeSyntax]

  /// The expression in the body that modifies `client` for this function; nil for an empty body.
  var clientChange: String? {
    guard let body = function.body, !body.statements.isEmpty else { return nil }
    return body.statements.trimmedDescription
  }
  var access: Access { Access(function.modifiers) }
  /// The method; nil without a valid verb.
  var method: String? { verbs.first?.method }
  var inputs: [ScopeInput] { parameters.flatMap(\.inputs) }
  /// The `@Validate` attributes, each for one parameter or placeholder.
  var validations: [ValidateModel] { function.attributes.named("Validate").map(ValidateModel.ofFunction) }
  var inputName: Identifier { name.capitalized(suffix: "Input") }
  var responseName: Identifier { name.capitalized(suffix: "Response") }

  /// The members of a result that is a labelled tuple without headers.
  var responseMembers: [(name: Identifier, type: TypeSyntax)]? {
    guard case .value(let type) = result, result.headerTuple() == nil, let tuple = type.as(TupleTypeSyntax.self),
      !tuple.elements.contains(where: { $0.type.isResponse })
    else { return nil }
    let members = tuple.elements.compactMap { element in
      element.firstName.map { (name: Identifier($0), type: element.type) }
    }
    return members.count == tuple.elements.count && members.count > 1 ? members : nil
  }
}
