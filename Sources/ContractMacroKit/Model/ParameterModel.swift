import SwiftSyntax

/// One parameter of an endpoint function.
struct ParameterModel {
  let syntax: FunctionParameterSyntax
  /// The argument label, nil for `_`.
  let label: Identifier?
  /// The name in the function, which is also the wire name unless `@Name` sets another.
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

  /// The static property of the input struct with the default; nil for a literal of a known type, which cannot cause errors.
  ///
  /// Without the property, generated code would repeat the expression, and each copy could cause an error.
  var defaultProperty: String? {
    guard let defaultExpression, !type.isPatch, defaultExpression.anchor != nil || type.anchor != nil else {
      return nil
    }
    return "__Defaults.\(name.local)"
  }

  /// The wire name before any key mapping.
  var key: String {
    if let wire = wireName?.wire { return wire }
    if kind == .header, let condition = type.condition { return condition.header }
    return kind == .header && !name.isRaw ? HeaderName.capitalKebab(name.name) : name.name
  }

  /// True for a wire name that the source sets explicitly. Key mappings do not change it.
  var isExact: Bool { wireName != nil || name.isRaw }

  /// The syntax that sets the wire name.
  var keySource: Syntax { wireName.map { Syntax($0.wireExpression) } ?? Syntax(nameToken) }

  /// The token that names the parameter.
  var nameToken: TokenSyntax { syntax.secondName ?? syntax.firstName }

  /// The name of the parameter's property in the input struct.
  var property: Identifier { name }

  /// The default argument.
  var defaultText: String? { defaultValue ?? (type.isOptional ? "nil" : nil) }

  /// False if the input may be absent.
  var isRequired: Bool {
    switch kind {
    case .path: true
    case .query, .header, .cookie: defaultText == nil && !type.isArray
    // An array of parts is not required: it contains all parts with the parameter's name, and may be empty.
    case .field: defaultText == nil && !(type.isPart && type.isArray)
    case .body, .part, .custom: defaultText == nil
    case .flag, .queryDictionary, .headerDictionary: false
    }
  }
}
