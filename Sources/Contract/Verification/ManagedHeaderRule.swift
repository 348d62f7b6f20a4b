/// A rule: no input is a header that the connection sets.
struct ManagedHeaderRule: VerificationRule {
  private static let managed: Set<HTTPFieldName> = [
    .connection, .contentLength, .expect, .host, "Keep-Alive", "TE", "Trailer", .transferEncoding, "Upgrade",
  ]

  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    operations.flatMap { operation in
      operation.inputs.filter { input in
        input.location == .header && !input.isDictionary
          && HTTPFieldName(input.name).map(Self.managed.contains) ?? false
      }.map { input in
        VerificationFinding(
          .error, "managed-header", [operation],
          "\(operation) has the input `\(input.name)`, a header that the connection sets; "
            + "remove the input or choose another name")
      }
    }
  }
}
