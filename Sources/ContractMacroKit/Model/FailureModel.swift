import SwiftSyntax

/// One associated value of a failure case.
struct FailureMember {
  let syntax: EnumCaseParameterSyntax
  /// The label as written, nil without one.
  let label: Identifier?
  let type: TypeModel
  /// The member of the body: the label, or `_0` for the first value without one.
  let key: String
  /// The variable in generated code.
  let local: String
}

/// One case of an `@APIError` enum.
struct FailureCaseModel {
  let element: EnumCaseElementSyntax
  let name: Identifier
  let statuses: [StatusModel]
  let members: [FailureMember]

  /// What tells the case on the wire: what its attribute says, else its name.
  var code: String { statuses.first?.failureCode?.stringValue ?? name.name }

  /// The status, nil when it is missing or no literal.
  var status: Int? { statuses.first?.code }
}

/// An enum with `@APIError`, read once.
struct FailureModel {
  let declaration: EnumDeclSyntax
  let name: Identifier
  let access: Access
  /// What stands in `@APIError(code:)`, nil when nothing does.
  let codeExpression: ExprSyntax?
  let cases: [FailureCaseModel]
  /// Members inside `#if`, which are not read.
  let conditionals: [IfConfigDeclSyntax]

  /// The member of the body that has the code.
  var codeMember: String { codeExpression?.stringValue ?? "code" }
}
