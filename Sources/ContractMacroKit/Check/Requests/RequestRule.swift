import SwiftSyntax

/// A requirement of structs with `@Request`.
protocol RequestRule: Sendable {
  /// Returns the errors of one struct.
  func findings(in request: RequestModel) -> [Finding]
}

/// The rules of request structs, in the order of their findings at one location.
enum RequestRules {
  static let all: [any RequestRule] = [
    MemberRule(), MemberTypeRule(), MemberKeyRule(), MemberDefaultRule(), MemberValidateRule(), RequestContentRule(),
    RequestStructRule(),
    OwnEndpointRule(),
  ]

  /// Returns all errors of `request`, which is declared inside `lexicalContext`.
  static func findings(in request: RequestModel, lexicalContext: [Syntax]) -> [Finding] {
    let unseen = ConditionalAttributeRule.findings(in: request.declaration, of: "@Request")
    guard unseen.isEmpty else { return unseen }
    let hidden = RequestStructRule.hidden(request, in: lexicalContext)
    return all.flatMap { $0.findings(in: request) } + hidden
  }
}
