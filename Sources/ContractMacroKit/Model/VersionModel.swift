import SwiftSyntax

/// A parameter type that is a condition on entity tags.
enum ConditionModel: String {
  case ifMatch = "IfMatch"
  case ifNoneMatch = "IfNoneMatch"

  /// The header of the condition.
  var header: String { self == .ifMatch ? "If-Match" : "If-None-Match" }

  /// The function of the coders.
  var function: String { self == .ifMatch ? "ifMatch" : "ifNoneMatch" }
}

extension TypeModel {
  /// The condition if the type, or the type inside an optional, is one; nil for any other type.
  var condition: ConditionModel? {
    let inner = syntax.as(OptionalTypeSyntax.self)?.wrappedType ?? syntax
    let named =
      inner.baseName == "Optional"
      ? inner.genericArguments?.first.flatMap { Syntax($0.argument).as(TypeSyntax.self) } ?? inner : inner
    guard let name = named.baseName, let condition = ConditionModel(rawValue: name), Self.isOurs(named) else {
      return nil
    }
    return condition
  }
}

extension TypeSyntax {
  /// The value of `Versioned<T>` or its optional; nil for any other type.
  var versioned: (value: TypeSyntax, isOptional: Bool)? {
    if let optional = self.as(OptionalTypeSyntax.self) {
      return optional.wrappedType.versioned.map { ($0.value, true) }
    }
    guard let argument = genericArguments?.first.flatMap({ Syntax($0.argument).as(TypeSyntax.self) }) else {
      return nil
    }
    switch baseName {
    case "Versioned": return (argument, false)
    case "Optional": return argument.versioned.map { ($0.value, true) }
    default: return nil
    }
  }
}

extension ResultModel {
  /// The type of the value in a `Versioned` result or its optional; nil for any other result.
  var versioned: TypeSyntax? {
    guard case .value(let type) = self else { return nil }
    return type.versioned?.value
  }
}
