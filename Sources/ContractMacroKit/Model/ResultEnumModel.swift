import SwiftSyntax

/// The model of an enum with `@APIResult`.
struct ResultEnumModel {
  let declaration: EnumDeclSyntax
  let name: Identifier
  let access: Access
  let cases: [StatusCaseModel]
  /// Members inside `#if`, which are not read.
  let conditionals: [IfConfigDeclSyntax]

  /// True if no case has a body.
  var isBodiless: Bool { cases.allSatisfy { $0.body == nil } }
}

extension StatusCaseModel {
  /// The values that are headers.
  var headers: [StatusCaseValue] { members.filter(\.isHeader) }

  /// The values that are not headers. A valid case has at most one.
  var bodies: [StatusCaseValue] { members.filter { !$0.isHeader } }

  /// The value that is the body; nil for a case without one.
  var body: StatusCaseValue? { bodies.first }
}

extension TypeSyntax {
  /// True for a name that may be that of an `@APIResult` enum.
  var mayBeResultEnum: Bool {
    (self.is(IdentifierTypeSyntax.self) || self.is(MemberTypeSyntax.self)) && !isKnown && baseName != "Empty"
      && versioned == nil
      && baseName != "Optional" && !isResponse
  }
}
