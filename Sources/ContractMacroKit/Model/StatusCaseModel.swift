import SwiftSyntax

/// One associated value of a case with a status.
struct StatusCaseValue: ResultPart {
  let syntax: EnumCaseParameterSyntax
  /// The label as written; nil if there is none.
  let label: Identifier?
  let type: TypeModel
  /// The name in the body of a failure: the label, or `_0` for the first value without one.
  let key: String
  /// The name of the variable in generated code.
  let local: String

  var nameNode: Syntax { syntax.firstName.map(Syntax.init) ?? Syntax(syntax.type) }
  var typeNode: TypeSyntax { syntax.type }
}

/// One case of an `@APIError` or `@APIResult` enum.
struct StatusCaseModel {
  let element: EnumCaseElementSyntax
  let name: Identifier
  let statuses: [StatusModel]
  let members: [StatusCaseValue]
  /// True if `@available` may deprecate the case.
  let isDeprecated: Bool
  /// True for a case that no code can create, which is an error.
  let isUnavailable: Bool

  /// The code on the wire: the code in the attribute, or else the name of the case.
  var code: FailureCodeModel { statuses.first?.failureCode.flatMap(FailureCodeModel.init) ?? .string(name.name) }

  /// The status; nil if it is missing or not a literal.
  var status: Int? { statuses.first?.code }
}
