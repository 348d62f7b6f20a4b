import SwiftSyntax

/// A placeholder in the path of a scope or verb, which becomes an argument of the generated function.
struct ScopeArgument {
  let name: Identifier
  /// The type after the colon. Default: `String`.
  let type: String
  let location: Finding.Location
  /// True for a placeholder of several segments.
  var isRest = false

  /// True for the spelling of a named type, such as `UUID` or `Store.Kind`.
  var hasTypeName: Bool {
    type.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { name in
      !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }

  /// True for `Self` and its members. In the generated input, where the type is repeated, `Self` is the input.
  var isRelative: Bool { type.split(separator: ".").first == "Self" }

  /// The type in generated code. An error about an unknown type is shown at the literal.
  var typeModel: TypeModel {
    // A type with an error is replaced, so that the compiler reports no second error.
    let name = hasTypeName && !isRelative ? type : "String"
    var model = TypeModel(TypeSyntax(IdentifierTypeSyntax(name: .identifier(name))))
    if model.anchor != nil { model.anchor = location.node }
    return model
  }

  /// The placeholder as an input of an endpoint.
  var input: InputModel {
    InputModel(
      kind: .path, name: name, type: typeModel, key: name.name, isExact: false, defaultValue: nil, isRequired: true,
      storage: "self.\(name.source)")
  }
}

/// The path of a scope, or of a verb in a scope, without the enclosing paths.
struct ScopePath {
  var literals: [PathLiteral] = []
  var segments: [PathSegment] = []
  var arguments: [ScopeArgument] = []
  /// The static query of a verb.
  var query: String?
  var queryNames: [(name: String, location: Finding.Location)] = []
  /// Arguments of the attribute that are not literals.
  var otherExpressions: [ExprSyntax] = []

  /// True when every segment is a placeholder.
  var isArgumentsOnly: Bool { !arguments.isEmpty && arguments.count == segments.count }
}

/// A struct that encloses an endpoint: the struct with `@API`, or a nested struct with `@Path`.
struct ScopeFrame {
  let declaration: StructDeclSyntax
  let name: Identifier
  /// `@API` or `@Path`.
  let attribute: AttributeSyntax?
  let isRoot: Bool
  let path: ScopePath
  let access: Access

  /// The name of the property or function that opens the scope.
  var accessor: Identifier { Identifier(name.name.prefix(1).lowercased() + name.name.dropFirst()) }
}

/// The model of a struct with `@API`, or of a nested struct with `@Path`.
struct ScopeModel {
  /// The maximum nesting depth of scopes.
  static let maximumDepth = 3

  /// The enclosing structs and this one: the struct with `@API` is the first, and this struct the last.
  let frames: [ScopeFrame]
  /// The generic type that encloses the struct with `@API`; nil without one.
  let genericType: Identifier?
  /// True inside an extension, whose type may be generic.
  let isExtending: Bool
  /// The spelling of the type around the struct with `@API`; nil without one.
  let outerType: String?
  /// The types of the structs with the names of known types.
  let hidingTypes: HidingTypes
  let functions: [ScopeFunctionModel]
  let scopes: [ScopeModel]

  var frame: ScopeFrame { frames[frames.count - 1] }

  /// The placeholders of all frames, outermost first. Repeated placeholders are errors and left out.
  var arguments: [ScopeArgument] {
    var names: Set<Identifier> = []
    return frames.flatMap(\.path.arguments).filter { names.insert($0.name).inserted }
  }

  /// This scope and all nested ones, outermost first.
  var everyScope: [ScopeModel] { [self] + scopes.flatMap(\.everyScope) }
}
