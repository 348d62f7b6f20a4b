import SwiftSyntax

/// A rule: an initial value has the same meaning on client and server.
struct MemberDefaultRule: RequestRule {
  func findings(in request: RequestModel) -> [Finding] {
    request.members.compactMap { member in
      guard let kind = member.location?.kind, let type = member.type, let value = member.initialValue,
        !value.is(NilLiteralExprSyntax.self)
      else { return nil }
      return finding(member, kind, type, value)
    }
  }

  private func finding(_ member: MemberModel, _ kind: InputKind, _ type: TypeModel, _ value: ExprSyntax) -> Finding? {
    let name = member.name.name
    switch kind {
    case .body:
      return Finding(
        "body-default", at: value,
        "'\(name)' is the whole body, which cannot have a default; remove this value, or give its members defaults.")
    case .query, .header, .cookie, .field:
      if type.isOptional {
        return Finding(
          "optional-default", at: value,
          "'\(name)' is optional, and an absent value cannot be both nil and a default; remove the '?' or the default.")
      }
      if kind != .field, type.isArray, value.as(ArrayExprSyntax.self)?.elements.isEmpty != true {
        return Finding(
          "array-default", at: value,
          "An empty array is not sent, so the receiver would use this default instead; write '[]' or remove it.")
      }
      return nil
    case .path, .flag, .queryDictionary, .headerDictionary, .part, .custom: return nil
    }
  }
}

extension MemberModel {
  /// True for an initial value of a wrong type, which the compiler reports at the value.
  var hasMisfit: Bool {
    guard isAnnotated, let type, let initialValue else { return false }
    return !type.isOptional && LiteralFit.isMisfit(initialValue, for: type.syntax)
  }
}
