import SwiftSyntax

/// An initializer that a struct with `@Request` declares.
struct RequestInitializer {
  let labels: [String]
  /// The types of the parameters, as written.
  let types: [String]
  /// True for an initializer that is `async` or `throws`.
  let hasEffects: Bool

  init(_ declaration: InitializerDeclSyntax) {
    let parameters = declaration.signature.parameterClause.parameters
    labels = parameters.map { Identifier($0.firstName).name }
    types = parameters.map { TypeModel($0.type).text + ($0.ellipsis == nil ? "" : "...") }
    hasEffects = declaration.signature.effectSpecifiers != nil
  }
}

extension RequestModel {
  /// The declared initializers with the labels of the memberwise initializer, which is not generated if there are any.
  var memberwiseInitializers: [RequestInitializer] {
    let labels = members.map(\.name.name)
    return initializers.filter { $0.labels == labels }
  }

  /// True if a decoder may not be able to call the declared memberwise initializers, because they take other types or have
  /// effects. A type may be an alias of another, so only the compiler knows.
  var needsDecodingInitializer: Bool {
    let types = members.map { $0.type?.text ?? "" }
    let declared = memberwiseInitializers
    return !declared.isEmpty && !declared.contains { !$0.hasEffects && $0.types == types }
  }
}
