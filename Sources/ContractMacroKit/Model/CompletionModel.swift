import SwiftSyntax

/// The completion handler of an endpoint function, which is its last parameter:
/// `completion: @escaping @Sendable (Result<Todo, any Error>) -> Void`.
struct CompletionModel {
  let parameter: ParameterModel
  /// The function type; nil if it is inside another type, such as an optional.
  let function: FunctionTypeSyntax?
  /// The attributes before the function type.
  let attributes: AttributeListSyntax

  init(_ parameter: ParameterModel) {
    self.parameter = parameter
    let type = parameter.syntax.type
    let attributed = type.as(AttributedTypeSyntax.self)
    self.function = (attributed?.baseType ?? type).as(FunctionTypeSyntax.self)
    self.attributes = attributed?.attributes ?? []
  }

  /// The parameter of the handler, if it has exactly one.
  var argument: TypeSyntax? {
    guard let parameters = function?.parameters, parameters.count == 1 else { return nil }
    return parameters.first?.type
  }

  /// The `T` of `Result<T, any Error>`.
  var success: TypeSyntax? { resultArgument(0) }

  /// The failure of the result.
  var failure: TypeSyntax? { resultArgument(1) }

  /// The result of the endpoint.
  var result: ResultModel { success.map(EndpointParser.result) ?? .nothing }

  private func resultArgument(_ index: Int) -> TypeSyntax? {
    guard argument?.baseName == "Result", let arguments = argument?.genericArguments, arguments.count == 2 else {
      return nil
    }
    return Syntax(Array(arguments)[index].argument).as(TypeSyntax.self)
  }
}
