import SwiftSyntax

/// A rule: the protocol has only functions.
struct ProtocolRule: ContractRule {
  func check(_ contract: ContractModel, into report: inout Report) {
    if let clause = contract.declaration.primaryAssociatedTypeClause {
      report.add(
        Finding(
          "associated-type", at: clause,
          "An API protocol cannot have associated types; use concrete types in its functions."), damage: .everything)
    }
    if let clause = contract.declaration.genericWhereClause {
      report.add(
        Finding("where-clause", at: clause, "An API protocol cannot have a where clause; use concrete types."),
        damage: .everything)
    }
    for endpoint in contract.endpoints where endpoint.function.name.isOperator {
      report.add(
        Finding(
          "operator", at: endpoint.function.name,
          "An operator cannot be an endpoint; give the function a name."),
        damage: .everything)
    }
    // No type can implement a function called `_`, so the protocol is broken. The compiler reports the function.
    if contract.endpoints.contains(where: \.function.isNameless) { report.breakProtocol() }
    for attribute in contract.endpoints.flatMap(\.availability) where attribute.isUnavailable {
      report.add(
        Finding(
          "unavailable", at: attribute,
          "An unavailable function cannot be implemented; remove it from the protocol, or write '@Deprecated(\"…\")'."),
        damage: .everything)
    }
    for member in contract.otherMembers {
      if let finding = finding(about: member) { report.add(finding, damage: .everything) }
    }
  }

  private func finding(about member: MemberBlockItemSyntax) -> Finding? {
    let declaration = member.decl
    let remedy = "an API protocol has 'async throws' functions only."
    if let variable = declaration.as(VariableDeclSyntax.self) {
      return Finding(
        "property", at: variable.bindingSpecifier, "A property cannot be an endpoint; make it a function: \(remedy)")
    }
    if let type = declaration.as(AssociatedTypeDeclSyntax.self) {
      return Finding(
        "associated-type", at: type.associatedtypeKeyword,
        "An API protocol cannot have associated types; use concrete types in its functions.")
    }
    if let alias = declaration.as(TypeAliasDeclSyntax.self) {
      return Finding(
        "type-alias", at: alias.name,
        "The types generated for the protocol cannot refer to '\(alias.name.text)'; declare it outside the protocol."
      )
    }
    if let subscripted = declaration.as(SubscriptDeclSyntax.self) {
      return Finding(
        "subscript", at: subscripted.subscriptKeyword,
        "A subscript cannot be an endpoint; make it a function: \(remedy)")
    }
    if let initializer = declaration.as(InitializerDeclSyntax.self) {
      return Finding(
        "initializer", at: initializer.initKeyword,
        "An initializer cannot be an endpoint; remove it from the protocol: \(remedy)")
    }
    if let conditional = declaration.as(IfConfigDeclSyntax.self) {
      return Finding(
        "conditional-requirement", at: conditional,
        "A requirement inside '#if' is not seen by '@API'; put the condition around two protocols instead.")
    }
    return nil
  }
}

extension FunctionDeclSyntax {
  /// True for a function whose name is missing or `_`.
  var isNameless: Bool { name.text.isEmpty || name.text == "_" }
}

extension TokenSyntax {
  /// True for the name of an operator.
  fileprivate var isOperator: Bool {
    switch tokenKind {
    case .binaryOperator, .prefixOperator, .postfixOperator: true
    default: false
    }
  }
}
