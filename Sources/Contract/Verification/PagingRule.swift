/// A rule: the cursor of a paged operation is one of its inputs.
///
/// A group does not see the members of its requests, so only this rule finds a member with another name on the wire.
struct PagingRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    operations.compactMap { operation in
      guard let paging = operation.paging else { return nil }
      // The cursor may be a member of the whole body, or an entry of a dictionary.
      let isKnown = operation.inputs.contains { input in
        input.name == paging.cursor || input.isDictionary || (input.location == .body && input.name == "body")
      }
      guard !isKnown else { return nil }
      let isLinked = paging.next == nil
      return VerificationFinding(
        isLinked ? .error : .warning, "unknown-cursor", [operation],
        "\(operation) has pages whose cursor is `\(paging.cursor)`, but no input has that name on the wire, so "
          + "\(isLinked ? "no link can be followed" : "a document cannot name the parameter"); "
          + "give the input that name")
    }
  }
}
