import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: a completion handler takes one result, is `@Sendable`, and is the only result of its function.
struct CompletionRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    guard let completion = endpoint.completion else { return [] }
    let clause = endpoint.function.signature.returnClause
    if let clause, case .value = EndpointParser.result(clause.type) {
      return [
        Finding(
          "completion-result", at: clause.type,
          "The result is passed to '\(completion.parameter.name.name)', so '\(endpoint.fullName)' returns nothing; "
            + "remove the type, or remove the handler and write 'async throws'.")
      ]
    }
    if completion.parameter.name.name == "_" || completion.parameter.name.name.hasPrefix("__") {
      return [
        Finding(
          "unnamed-parameter", at: completion.parameter.nameToken,
          "A completion handler needs a name that does not start with '__'; write 'completion'.")
      ]
    }
    return (shapeFinding(completion) ?? attributeFinding(completion)).map { [$0] } ?? []
  }

  /// Returns the error in the function type.
  private func shapeFinding(_ completion: CompletionModel) -> Finding? {
    let type = completion.parameter.syntax.type
    guard let function = completion.function else {
      return Finding(
        "completion-type", at: type,
        "A completion handler cannot be optional; write "
          + "'@escaping @Sendable (Result<T, any Error>) -> Void'.")
    }
    guard let argument = completion.argument, completion.success != nil || argument.isResponse else {
      return Finding(
        "completion-argument", at: completion.argument.map(Syntax.init) ?? Syntax(function),
        "A completion handler takes one 'Result<T, any Error>', with the result of the call or its failure; write "
          + "'@escaping @Sendable (Result<T, any Error>) -> Void'.")
    }
    if argument.isResponse {
      return Finding(
        "completion-response", at: argument,
        "A call can fail without any response; take 'Result<HTTPResponse, any Error>'.", fixIts: [fix(completion)])
    }
    if let failure = completion.failure, !failure.isAnyError {
      return Finding(
        "completion-failure", at: argument,
        "A call can also fail in transport, so '\(failure.trimmedDescription)' cannot be its only failure; write "
          + "'any Error', and declare '\(failure.trimmedDescription)' with '@Throws'.",
        fixIts: [fix(completion)])
    }
    if let effects = function.effectSpecifiers {
      return Finding(
        "completion-effects", at: effects,
        "A completion handler is a plain function; remove '\(effects.trimmedDescription)'.",
        fixIts: [fix(completion)])
    }
    if case .value = EndpointParser.result(function.returnClause.type) {
      return Finding(
        "completion-returns", at: function.returnClause.type,
        "The caller ignores the result of a completion handler; write 'Void'.",
        fixIts: [fix(completion)])
    }
    return nil
  }

  /// Returns the error in the attributes of the function type.
  private func attributeFinding(_ completion: CompletionModel) -> Finding? {
    let type = completion.parameter.syntax.type
    if let other = completion.attributes.plain.first(where: {
      !["escaping", "Sendable"].contains($0.attributeName.baseName)
    }) {
      return Finding(
        "completion-attribute", at: other,
        "A completion handler has only the attributes '@escaping' and '@Sendable'; remove '\(other.trimmedDescription)'.",
        fixIts: [fix(completion)]
      )
    }
    guard completion.attributes.named("escaping").isEmpty || completion.attributes.named("Sendable").isEmpty else {
      return nil
    }
    return Finding(
      "completion-sendable", at: type,
      "The handler is kept and called from another task; write '\(plainType(completion))'.", fixIts: [fix(completion)])
  }

  /// Returns the correct type of the handler.
  private func plainType(_ completion: CompletionModel) -> String {
    let success = (completion.success ?? completion.argument)?.trimmedDescription ?? "Void"
    return "@escaping @Sendable (Result<\(success), any Error>) -> Void"
  }

  private func fix(_ completion: CompletionModel) -> FixIt {
    let type = completion.parameter.syntax.type
    let text = plainType(completion)
    return FixIt(
      "completion", "write '\(text)'", replace: type,
      with: TypeSyntax("\(raw: text)").with(\.trailingTrivia, type.trailingTrivia))
  }
}
