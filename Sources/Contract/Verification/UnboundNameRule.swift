/// A rule: the placeholders of a path match the path inputs.
struct UnboundNameRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    operations.flatMap { operation -> [VerificationFinding] in
      let names = operation.path.placeholders
      let inputs = operation.inputs.filter { $0.location == .path }
      let unbound = inputs.filter { !names.contains($0.name) }.map { input in
        VerificationFinding(
          .error, "unbound-input", [operation],
          "\(operation) reads the path value `\(input.name)`, but its path has no placeholder with that name; "
            + "add `{\(input.name)}`")
      }
      guard !operation.isRaw else { return unbound }
      let unread = names.filter { name in !inputs.contains { $0.name == name } }.map { name in
        // Only a warning: a handler may read the value from the request, although no client can send it.
        VerificationFinding(
          .warning, "unbound-placeholder", [operation],
          "\(operation) has the placeholder `\(name)` but no input with that name, so no client can call it; "
            + "add the input, or remove `{\(name)}`")
      }
      return unbound + unread
    }
  }
}
