import SwiftSyntax

/// A rule: generated declarations have unique names.
struct NameRule: ContractRule {
  /// The owner of a generated name.
  private struct Owner {
    let description: String
    /// True for a function of the contract, which may be overloaded.
    var isFunction = false
  }

  func check(_ contract: ContractModel, into report: inout Report) {
    let endpoints = contract.name.name + "Endpoints"
    var taken: [String: Owner] = [
      "\(endpoints).all": Owner(description: "the list of all endpoints"),
      "\(contract.name.name)API.caller": Owner(description: "the property that holds the caller"),
    ]
    let mock = contract.name.name + "Mock"
    taken["\(mock).resetCalls"] = Owner(description: "the function that forgets recorded calls")
    taken["\(mock).__mockPolicy"] = Owner(description: "the property that holds the mock's policy")
    for (index, endpoint) in contract.endpoints.enumerated() {
      let name = endpoint.generatedName
      if endpoint.name.name == endpoints {
        // In generated types the function would hide the enum from all other functions.
        report.breakAll(of: contract)
        report.add(
          Finding(
            "reserved-name", at: endpoint.function.name,
            "'\(endpoints)' is the generated enum of all endpoints; rename the function."),
          endpoint: index)
      }
      var names = ["\(endpoints).\(name.staticMember.name)"]
      var functions = ["\(contract.name.name)API.\(endpoint.name.name)"]
      if let input = endpoint.inputName { names.append("\(endpoints).\(input.name)") }
      if contract.isMocked {
        functions.append("\(mock).\(endpoint.name.name)")
        names += [name.local, name.prefixed("mock").name, name.suffixed("Calls").name].map { "\(mock).\($0)" }
      }
      let clashes = names.filter { taken[$0] != nil } + functions.filter { taken[$0]?.isFunction == false }
      if let clash = clashes.first, let owner = taken[clash] {
        report.add(
          Finding(
            "duplicate-name", at: endpoint.function.name,
            "'\(endpoint.fullName)' and \(owner.description) would both be generated as '\(clash)'; "
              + "rename '\(endpoint.name.name)'."),
          endpoint: index)
        continue
      }
      for name in names { taken[name] = Owner(description: "'\(endpoint.fullName)'") }
      for name in functions { taken[name] = Owner(description: "'\(endpoint.fullName)'", isFunction: true) }
    }
    checkHiddenTypes(contract, into: &report)
    checkHiddenValues(contract, into: &report)
  }

  /// Returns the errors of types that a generated input struct would hide inside the generated enum.
  private func checkHiddenTypes(_ contract: ContractModel, into report: inout Report) {
    let inputs = Set(contract.endpoints.compactMap { $0.inputName?.name })
    for (index, endpoint) in contract.endpoints.enumerated() {
      var types = endpoint.parameters.map(\.type.original)
      if case .value(let type) = endpoint.result { types.append(type) }
      for type in types {
        let names = type.tokens(viewMode: .sourceAccurate).filter { token in
          let previous = token.previousToken(viewMode: .sourceAccurate)?.text
          return inputs.contains(token.text) && previous != "." && previous != "::"
        }
        for name in names {
          report.add(
            Finding(
              "hidden-type", at: name,
              "The generated '\(contract.name.name)Endpoints.\(name.text)' would hide your type '\(name.text)'; write "
                + "the module before the type, or rename one of the two."),
            endpoint: index)
        }
      }
    }
  }

  /// Returns the errors of values in `@Default` and `@Validate` that a member of the generated input struct, or of the enum
  /// around it, would hide.
  private func checkHiddenValues(_ contract: ContractModel, into report: inout Report) {
    let constants = Set(contract.endpoints.map(\.generatedName.staticMember.name))
    for (index, endpoint) in contract.endpoints.enumerated() {
      let hiding = constants.union(endpoint.parameters.map(\.name.name))
      let expressions = endpoint.parameters.flatMap { ($0.defaultExpression.map { [$0] } ?? []) + $0.rules }
      for token in expressions.flatMap(\.freeNames) where hiding.contains(Identifier(token).name) {
        report.add(
          Finding(
            "hidden-value", at: token,
            "In generated code '\(token.text)' is a part of the contract, which hides your value; write its module and "
              + "'::' before it, or rename one of the two."),
          endpoint: index)
      }
    }
  }
}

extension SyntaxProtocol {
  /// The unqualified names in an expression. Closures are excluded, because they declare their own names.
  fileprivate var freeNames: [TokenSyntax] {
    if self.is(ClosureExprSyntax.self) { return [] }
    if let member = self.as(MemberAccessExprSyntax.self) { return member.base?.freeNames ?? [] }
    if let reference = self.as(DeclReferenceExprSyntax.self) {
      return reference.baseName.previousToken(viewMode: .sourceAccurate)?.text == "::" ? [] : [reference.baseName]
    }
    return children(viewMode: .sourceAccurate).flatMap(\.freeNames)
  }
}
