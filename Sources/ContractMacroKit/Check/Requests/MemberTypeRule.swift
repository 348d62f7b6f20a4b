import SwiftSyntax

/// A rule: every member has a known type that can be sent at its location.
struct MemberTypeRule: RequestRule {
  func findings(in request: RequestModel) -> [Finding] {
    request.members.compactMap { member in
      guard let location = member.location else { return nil }
      guard let type = member.type else { return untyped(member, location) }
      return unsuited(member, location, type) ?? wrapped(member, request)
    } + dictionaryFindings(request)
  }

  private func untyped(_ member: MemberModel, _ location: LocationModel) -> Finding {
    let example =
      switch location.kind {
      case .flag: "Bool"
      case .queryDictionary, .headerDictionary: "[String: String]"
      case .part: "Part"
      default: "String?"
      }
    return Finding(
      "untyped-member", at: member.nameToken,
      "A macro does not see the type of '\(member.name.name)'; write it, as in "
        + "'var \(member.name.source): \(example)'.")
  }

  private func unsuited(_ member: MemberModel, _ location: LocationModel, _ type: TypeModel) -> Finding? {
    let name = member.name.name
    let node = member.isAnnotated ? Syntax(type.original) : Syntax(member.nameToken)
    if type.containsFunction {
      return Finding("closure-member", at: node, "A closure cannot be sent; remove '\(name)' from the request.")
    }
    if let finding = inputFinding(member, location.kind, type, at: node) { return finding }
    switch location.kind {
    case .path where type.isOptional || type.isArray:
      return Finding(
        "path-type", at: node,
        "'\(name)' is in the path, where it always has exactly one value; "
          + "write a type that is neither optional nor an array.")
    case .flag where !["Bool", "Swift.Bool", "Swift::Bool"].contains(type.text):
      return Finding(
        "flag-type", at: node,
        "'\(name)' is a key that is present or absent, so its type is 'Bool'; "
          + "write '\(name): Bool', or '@Query' for a value.")
    case .part where !["Part", "Part?", "[Part]", "[Part]?", "Contract::Part"].contains(type.text):
      return Finding(
        "part-type", at: node,
        "'\(name)' is sent as a part of a form; write '\(name): Part', or '@Field' for a value.")
    case .queryDictionary, .headerDictionary:
      guard !["[String: String]", "[String: String]?", "[String : String]", "[String : String]?"].contains(type.text)
      else { return nil }
      return Finding(
        "dictionary-type", at: node,
        "The entries of '\(name)' are named strings; write '\(name): [String: String]'.")
    default: return nil
    }
  }

  /// Returns the error that the type would also have as the type of a parameter.
  private func inputFinding(
    _ member: MemberModel, _ kind: InputKind, _ type: TypeModel, at node: Syntax
  ) -> Finding? {
    if kind == .custom || kind == .part { return nil }
    let name = member.name.name
    if let finding = StreamTypeRule.inputFinding(type, of: name, in: kind, isAttributed: true)
      ?? WholeTypeRule.inputFinding(type, of: name, in: kind, at: node)
      ?? ParameterTypeRule.optionalFinding(type, of: name, in: kind, at: node)
      ?? PatchRule.inputFinding(type, of: name, in: kind, at: node)
      ?? PatchRule.valueFinding(member.initialValue, type, of: name)
      ?? LiteralFit.rangeFinding(member.initialValue, type, of: name)
    {
      return finding
    }
    if !kind.isDictionary,
      let finding = ParameterTypeRule.rangeFinding(type, of: name, in: kind.location, at: node)
    {
      return finding
    }
    if let finding = ParameterTypeRule.cookieFinding(type, of: name, in: kind.location, at: node) { return finding }
    return member.isAnnotated ? ParameterTypeRule.concreteFinding(type, of: name) : nil
  }

  /// Returns the error of a wrapped member, because Swift 6.3 refuses property wrappers in types marked `nonisolated`.
  private func wrapped(_ member: MemberModel, _ request: RequestModel) -> Finding? {
    guard member.isWrapped, let type = member.type,
      request.declaration.modifiers.contains(where: { $0.name.text == "nonisolated" })
    else { return nil }
    return Finding(
      "wrapped-nonisolated", at: member.nameToken,
      "In a 'nonisolated' struct '\(member.name.name)' needs its type; write "
        + "'var \(member.name.source): \(type.text)'.")
  }

  private func dictionaryFindings(_ request: RequestModel) -> [Finding] {
    [InputKind.queryDictionary, .headerDictionary].flatMap { kind -> [Finding] in
      let members = request.members.filter { $0.location?.kind == kind }
      guard let first = members.first else { return [] }
      return members.dropFirst().compactMap { member in
        member.location.map { location in
          Finding(
            "two-dictionaries", at: location.attribute,
            "'\(first.name.name)' already has every entry that no other member claims; "
              + "put the entries of both into one dictionary.")
        }
      }
    }
  }
}
