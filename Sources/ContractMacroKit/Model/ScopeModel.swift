import SwiftSyntax

/// A placeholder of a scope's or a verb's path, which is an argument of what opens or calls it.
struct ScopeArgument {
  let name: Identifier
  /// The type behind the colon, `String` without one.
  let type: String
  let location: Finding.Location
  /// True for a placeholder of several segments.
  var isRest = false

  /// The argument as an input of an endpoint.
  var input: InputModel {
    InputModel(
      kind: .path, name: name, type: TypeModel(TypeSyntax(IdentifierTypeSyntax(name: .identifier(type)))),
      key: name.name, isExact: false, defaultValue: nil, isRequired: true, storage: "self.\(name.source)")
  }
}

/// The path of a scope or of a verb inside one: what stands between the path around it and the path below it.
struct ScopePath {
  var literals: [PathLiteral] = []
  var segments: [PathSegment] = []
  var arguments: [ScopeArgument] = []
  /// The static query of a verb.
  var query: String?
  var queryNames: [(name: String, location: Finding.Location)] = []
  /// Arguments of the attribute that are no literals.
  var otherExpressions: [ExprSyntax] = []

  /// True when every segment is a placeholder.
  var isArgumentsOnly: Bool { !arguments.isEmpty && arguments.count == segments.count }
}

/// One struct on the way to an endpoint: the one with `@API`, or one with `@Path` inside it.
struct ScopeFrame {
  let declaration: StructDeclSyntax
  let name: Identifier
  /// `@API` or `@Path`.
  let attribute: AttributeSyntax?
  let isRoot: Bool
  let path: ScopePath

  var access: Access { Access(declaration.modifiers) }

  /// The name of the property or function that opens the scope.
  var accessor: Identifier { Identifier(name.name.prefix(1).lowercased() + name.name.dropFirst()) }
}

/// A struct with `@API`, or a struct with `@Path` inside it, read once.
struct ScopeModel {
  /// How many scopes may stand inside one another.
  static let maximumDepth = 3

  /// The struct with `@API` first, this one last.
  let frames: [ScopeFrame]
  let functions: [ScopeFunctionModel]
  let scopes: [ScopeModel]

  var frame: ScopeFrame { frames[frames.count - 1] }

  /// The arguments that lead here, outermost first.
  var arguments: [ScopeArgument] { frames.flatMap(\.path.arguments) }

  /// This scope and all in it, outermost first.
  var everyScope: [ScopeModel] { [self] + scopes.flatMap(\.everyScope) }
}
