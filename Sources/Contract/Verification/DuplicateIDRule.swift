/// A rule: operation ids are unique.
struct DuplicateIDRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    groups(operations, by: \.id).map { same in
      VerificationFinding(
        .error, "duplicate-id", same,
        "\(same[0]) and \(same[1]) have the same id `\(same[0].id)`; "
          + "mount one of them with `mounted(at:named:)`, or rename it")
    }
  }
}
