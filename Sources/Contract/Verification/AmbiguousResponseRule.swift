/// A rule: the status and code of a response identify its type.
struct AmbiguousResponseRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    operations.flatMap { $0.failures.isEmpty ? [] : sameCases($0) + successes($0) + alternatives($0) }
  }

  /// Finds declared failures with the same status and code, which a client could not distinguish.
  private func sameCases(_ operation: APIOperation) -> [VerificationFinding] {
    var owners: [FailureCase: any APIFailure.Type] = [:]
    var found: [VerificationFinding] = []
    for type in operation.distinctFailures {
      for element in type.declaredCases {
        guard let other = owners.updateValue(type, forKey: element) else { continue }
        let clash =
          other == type
          ? "declares `\(type)`, which contains \(element.status.code) `\(element.code)` twice"
          : "declares `\(other)` and `\(type)`, which both contain \(element.status.code) `\(element.code)`"
        found.append(
          VerificationFinding(
            .error, "ambiguous-failure", [operation],
            "\(operation) \(clash); give one of them another code or status"))
      }
    }
    return found
  }

  /// Finds failures with a status that a client treats as a success.
  private func successes(_ operation: APIOperation) -> [VerificationFinding] {
    cases(operation) { $0 == operation.successStatus || $0.kind == .success }.map { type, element in
      VerificationFinding(
        .error, "ambiguous-success", [operation],
        "\(operation) declares `\(type)`, whose case `\(element.code)` has the success status "
          + "\(element.status.code); give it a status from 400 to 599")
    }
  }

  /// Finds declared failures that have the status of the operation's second result.
  private func alternatives(_ operation: APIOperation) -> [VerificationFinding] {
    guard let status = operation.alternativeStatus else { return [] }
    return cases(operation) { $0 == status }.map { type, element in
      VerificationFinding(
        .error, "ambiguous-alternative", [operation],
        "\(operation) sends its second result with status \(status.code), and declares `\(type)`, whose case "
          + "`\(element.code)` has the same status; give the case another status")
    }
  }

  private func cases(
    _ operation: APIOperation, _ isMeant: (HTTPStatus) -> Bool
  ) -> [(type: any APIFailure.Type, element: FailureCase)] {
    operation.distinctFailures.flatMap { type in
      type.declaredCases.filter { isMeant($0.status) }.map { (type, $0) }
    }
  }
}

extension APIOperation {
  /// The declared failures without duplicates.
  fileprivate var distinctFailures: [any APIFailure.Type] {
    var seen: Set<ObjectIdentifier> = []
    return failures.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
