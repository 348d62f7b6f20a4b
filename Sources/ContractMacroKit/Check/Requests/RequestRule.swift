import SwiftSyntax

/// Something that every struct with `@Request` must satisfy.
protocol RequestRule: Sendable {
  /// The mistakes of one struct.
  func findings(in request: RequestModel) -> [Finding]
}

/// All rules of request structs, in the order in which their findings are told apart at one location.
enum RequestRules {
  static let all: [any RequestRule] = [
    MemberRule(), MemberTypeRule(), MemberKeyRule(), MemberDefaultRule(), MemberValidateRule(), RequestContentRule(),
    RequestStructRule(),
    OwnEndpointRule(),
  ]

  /// Everything that is wrong with `request`, which stands inside the declarations of `lexicalContext`.
  static func findings(in request: RequestModel, lexicalContext: [Syntax]) -> [Finding] {
    let hidden = RequestStructRule.hidden(request, in: lexicalContext)
    return all.flatMap { $0.findings(in: request) } + hidden
  }
}
