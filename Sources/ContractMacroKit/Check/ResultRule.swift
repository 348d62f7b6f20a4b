import SwiftSyntax

/// What a function returns can be read from a response.
struct ResultRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    guard case .value(let type) = endpoint.result else { return [] }
    if endpoint.method == "HEAD" {
      return [
        Finding(
          "head-result", at: type,
          "A HEAD response has no content, so '\(endpoint.fullName)' cannot return '\(type.trimmedDescription)'; "
            + "return nothing, or use '@GET'.")
      ]
    }
    if type.is(TupleTypeSyntax.self) {
      return [
        Finding("tuple-result", at: type, "A response has one body; return one type instead of a tuple.")
      ]
    }
    if TypeModel(type).containsFunction {
      return [Finding("closure-result", at: type, "A closure cannot travel; return a value.")]
    }
    let opaque = type.tokens(viewMode: .sourceAccurate).first { ["some", "any", "Self"].contains($0.text) }
    return opaque.map { token in
      [
        Finding(
          "opaque-result", at: token,
          "The result needs a concrete type to be decoded; replace '\(token.text)' by the type itself.")
      ]
    } ?? []
  }
}
