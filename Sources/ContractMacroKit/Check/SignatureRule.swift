import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: a function is an `async throws` instance method without generics.
struct SignatureRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    let function = endpoint.function
    var findings: [Finding] = []
    for modifier in function.modifiers where ["static", "class", "mutating"].contains(modifier.name.text) {
      findings.append(
        Finding(
          "modifier", at: modifier,
          "An endpoint is called on a shared value, so '\(endpoint.fullName)' cannot be '\(modifier.name.text)'; "
            + "remove '\(modifier.name.text)'.",
          fixIts: [removal(of: modifier, from: function)]))
    }
    if let clause = function.genericParameterClause {
      findings.append(
        Finding(
          "generic-function", at: clause,
          "An endpoint cannot be generic, because its inputs are sent as concrete types; name the types."))
    }
    if let clause = function.genericWhereClause {
      findings.append(
        Finding("generic-function", at: clause, "An endpoint cannot have a where clause; name concrete types."))
    }
    // `CompletionRule` checks functions with a completion handler.
    if endpoint.completion == nil { findings += effectFindings(endpoint) }
    return findings
  }

  private func effectFindings(_ endpoint: EndpointModel) -> [Finding] {
    let signature = endpoint.function.signature
    let effects = signature.effectSpecifiers
    let hasAsync = effects?.asyncSpecifier != nil
    let clause = effects?.throwsClause
    let hasThrows = clause?.throwsSpecifier.tokenKind == .keyword(.throws)
    guard hasAsync, hasThrows else {
      let missing = hasAsync ? "'throws'" : hasThrows ? "'async'" : "'async throws'"
      return [
        Finding(
          "not-async-throws", at: endpoint.function.name,
          "'\(endpoint.fullName)' must be 'async throws', because a call may wait and may fail; add \(missing).",
          fixIts: [effectsFix(signature, missing: missing)])
      ]
    }
    guard let type = clause?.type, endpoint.thrownType == nil, !type.isAnyError else { return [] }
    return [
      Finding(
        "typed-throws", at: type,
        "A call can also fail in transport, so '\(endpoint.fullName)' cannot throw only '\(type.trimmedDescription)'; "
          + "write 'async throws(CallFailure<\(type.trimmedDescription)>)', or 'async throws' and "
          + "'@Throws(\(type.trimmedDescription).self)'.",
        fixIts: [effectsFix(signature, missing: "'throws'", text: "write 'async throws'")])
    ]
  }

  /// Returns a fix that makes the effects `async throws`.
  private func effectsFix(_ signature: FunctionSignatureSyntax, missing: String, text: String? = nil) -> FixIt {
    let trailing: Trivia =
      signature.effectSpecifiers?.trailingTrivia
      ?? (signature.returnClause == nil ? [] : signature.parameterClause.trailingTrivia)
    var fixed = signature
    if signature.effectSpecifiers == nil { fixed.parameterClause.trailingTrivia = .space }
    fixed.effectSpecifiers = FunctionEffectSpecifiersSyntax(
      asyncSpecifier: .keyword(.async, trailingTrivia: .space),
      throwsClause: ThrowsClauseSyntax(throwsSpecifier: .keyword(.throws)),
      trailingTrivia: signature.returnClause == nil ? trailing : trailing.isEmpty ? .space : trailing)
    let id = text == nil ? "not-async-throws" : "typed-throws"
    return FixIt(id, text ?? "add \(missing)", replace: signature, with: fixed)
  }

  private func removal(of modifier: DeclModifierSyntax, from function: FunctionDeclSyntax) -> FixIt {
    var fixed = function
    fixed.modifiers = function.modifiers.filter { $0.id != modifier.id }
    if fixed.modifiers.isEmpty, fixed.attributes.isEmpty { fixed.leadingTrivia = function.leadingTrivia }
    return FixIt("modifier", "remove '\(modifier.name.text)'", replace: function, with: fixed)
  }
}
