import SwiftSyntax

/// A rule: wire names are literals, valid at their location, and unique there.
struct MemberKeyRule: RequestRule {
  func findings(in request: RequestModel) -> [Finding] {
    var owners: [String: MemberModel] = [:]
    return request.members.compactMap { member in
      guard let location = member.location else { return nil }
      if let finding = literalFinding(member, location) { return finding }
      guard let group = group(of: location.kind) else { return nil }
      let key = location.kind == .header ? member.key.lowercased() : member.key
      if let other = owners.updateValue(member, forKey: "\(group) \(key)") {
        return Finding(
          "duplicate-key", at: keyNode(member, location),
          "'\(other.name.name)' and '\(member.name.name)' are both the \(group) '\(member.key)'; "
            + "give one of them another name.")
      }
      return nil
    }
  }

  private func literalFinding(_ member: MemberModel, _ location: LocationModel) -> Finding? {
    if let expression = location.keyExpression, location.kind != .custom, expression.stringValue == nil {
      return Finding(
        "key-not-literal", at: expression,
        "The name must be a string literal without interpolation, such as "
          + "\(location.attribute.writtenName)(\(member.name.name.literal)).")
    }
    if location.kind != .custom, let extra = location.attribute.unlabeledArguments.dropFirst().first {
      return Finding(
        "two-keys", at: extra, "A member has one name on the wire; remove this one.")
    }
    guard group(of: location.kind) != nil else { return nil }
    let key = member.key
    if key.isEmpty {
      return Finding(
        "empty-key", at: keyNode(member, location),
        "'\(member.name.name)' needs a name on the wire; write it, or omit the parentheses.")
    }
    if let finding = WireName.finding(key, at: keyNode(member, location)) { return finding }
    guard location.kind == .header else {
      return WireName.cookieFinding(key, in: location.kind, at: keyNode(member, location))
    }
    if !key.utf8.allSatisfy(HeaderName.isTokenByte) {
      return Finding(
        "header-name", at: keyNode(member, location),
        "'\(key)' cannot be a header name; use ASCII letters, digits and hyphens.")
    }
    if HeaderRule.managed.contains(key.lowercased()) {
      return Finding(
        "managed-header", at: keyNode(member, location),
        "'\(key)' is set by the connection itself; remove the member or choose another name.")
    }
    return HTTPDateRule.finding(
      member.type, in: key, at: member.type.map { Syntax($0.original) } ?? Syntax(member.nameToken))
  }

  /// Returns the kind of inputs whose keys must differ, in words; nil for inputs without a key.
  private func group(of kind: InputKind) -> String? {
    switch kind {
    case .path: "path value"
    case .query, .flag: "query value"
    case .header: "header"
    case .cookie: "cookie"
    case .field, .part: "member of the body"
    case .body, .queryDictionary, .headerDictionary, .custom: nil
    }
  }

  private func keyNode(_ member: MemberModel, _ location: LocationModel) -> Syntax {
    location.keyExpression.map(Syntax.init) ?? Syntax(member.nameToken)
  }
}
