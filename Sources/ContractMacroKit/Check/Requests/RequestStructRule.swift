import SwiftSyntax

/// A rule: the struct can be extended, and is completely visible to the macro.
struct RequestStructRule: RequestRule {
  func findings(in request: RequestModel) -> [Finding] {
    let conditionals = request.conditionals.filter { conditional in
      conditional.containsMember { $0.as(VariableDeclSyntax.self).map(RequestParser.storesMembers) ?? false }
    }.map { conditional in
      Finding(
        "conditional-member", at: conditional,
        "A property inside '#if' is not seen by '@Request'; put the condition around two structs instead.")
    }
    let variables = request.declaration.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    let tuples = variables.flatMap(RequestParser.tuples).map { pattern in
      Finding(
        "tuple-pattern", at: pattern,
        "A macro does not see the types of '\(pattern.trimmedDescription)'; declare each property by itself.")
    }
    let keys = UnreadKeyRule.findings(
      in: request.declaration, remedy: "write a name in the attribute of its member, such as '@Query(\"sort_by\")'")
    return conditionals + tuples + keys
      + Self.takenMembers(of: request).map { member in
        Finding("reserved-name", at: member.token, "'@Request' generates '\(member.name)'; rename this member.")
      } + TraitRule.findings(in: request.declaration.attributes, of: request.name.name)
  }

  /// Returns the user's members that have the name of a generated member.
  static func takenMembers(of request: RequestModel) -> [DeclaredMember] {
    var generated = ["inputs"]
    if request.content != nil { generated.append("content") }
    if request.endpoint != nil { generated.append("endpoint") }
    if request.endpoint?.base != nil { generated.append("baseURL") }
    return DeclaredMember.members(of: request.declaration).filter { member in
      [.staticProperty, .type].contains(member.kind) && generated.contains(member.name)
    }
  }

  /// Returns the error of a struct that its extension cannot name.
  static func hidden(_ request: RequestModel, in lexicalContext: [Syntax]) -> [Finding] {
    let finding = PrivateTypeRule.finding(
      "private-request", request.declaration, request.declaration.name, of: "@Request", in: lexicalContext)
    return finding.map { [$0] } ?? []
  }
}
