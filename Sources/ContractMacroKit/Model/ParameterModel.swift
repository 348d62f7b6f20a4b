import SwiftSyntax

/// One parameter of an endpoint function.
struct ParameterModel {
  let syntax: FunctionParameterSyntax
  /// The argument label, nil for `_`.
  let label: Identifier?
  /// The name in the function, which is also the key on the wire unless `@Name` gives another.
  let name: Identifier
  let type: TypeModel
  let kind: InputKind
  /// The `@Name` of the parameter.
  var wireName: NameModel?
  /// The expression of `@Default`.
  let defaultExpression: ExprSyntax?
  /// The rules of its `@Validate` attributes.
  var rules: [ExprSyntax] = []

  /// The text of `@Default`'s expression.
  var defaultValue: String? { defaultExpression?.trimmedDescription }

  /// The static property of the input struct that has the default; nil for a literal of a known type, which cannot fail.
  ///
  /// An expression that generated code repeats would be one error for each repetition.
  var defaultProperty: String? {
    guard let defaultExpression, defaultExpression.anchor != nil || type.anchor != nil else { return nil }
    return "__Defaults.\(name.local)"
  }

  /// The name on the wire, before any key mapping.
  var key: String {
    if let wire = wireName?.wire { return wire }
    return kind == .header && !name.isRaw ? HeaderName.capitalKebab(name.name) : name.name
  }

  /// True when the source gives the name on the wire itself, so that no key mapping changes it.
  var isExact: Bool { wireName != nil || name.isRaw }

  /// The part of the source that gives the name on the wire.
  var keySource: Syntax { wireName.map { Syntax($0.wireExpression) } ?? Syntax(nameToken) }

  /// The token that names the parameter.
  var nameToken: TokenSyntax { syntax.secondName ?? syntax.firstName }

  /// The key as a member of the input struct.
  var property: Identifier { name }

  /// What follows `=` in a declaration that has defaults.
  var defaultText: String? { defaultValue ?? (type.isOptional ? "nil" : nil) }

  /// False when a request without the input is complete.
  var isRequired: Bool {
    switch kind {
    case .path: true
    case .query, .header: defaultText == nil && !type.isArray
    // Parts of one name are an array, which no part makes empty.
    case .field: defaultText == nil && !(type.isPart && type.isArray)
    case .body, .part, .custom: defaultText == nil
    case .flag, .queryDictionary, .headerDictionary: false
    }
  }
}
