/// A response tells by its status and code what it is.
struct AmbiguousResponseRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    operations.flatMap { $0.failures.isEmpty ? [] : sameCases($0) + successes($0) + alternatives($0) }
  }

  /// Two declared failures that look alike: a client would take one for the other.
  private func sameCases(_ operation: APIOperation) -> [VerificationFinding] {
    var owners: [FailureCase: any APIFailure.Type] = [:]
    var found: [VerificationFinding] = []
    for type in operation.distinctFailures {
      for element in type.declaredCases {
        guard let other = owners.updateValue(type, forKey: element) else { continue }
        let place = other == type ? "has `\(type)`, in which" : "declares `\(other)` and `\(type)`, in both of which"
        found.append(
          VerificationFinding(
            .error, "ambiguous-failure", [operation],
            "\(operation) \(place) \(element.status.code) `\(element.code)` occurs, so that a client cannot tell which "
              + "it is; give one another name or status"))
      }
    }
    return found
  }

  /// Failures with a status that a client takes for a result.
  private func successes(_ operation: APIOperation) -> [VerificationFinding] {
    cases(operation) { $0 == operation.successStatus || $0.kind == .success }.map { type, element in
      VerificationFinding(
        .error, "ambiguous-success", [operation],
        "\(operation) declares `\(type)`, whose case `\(element.code)` has the status \(element.status.code) of a "
          + "success; give it one from 400 to 599")
    }
  }

  /// Failures with the status of the second of two results.
  private func alternatives(_ operation: APIOperation) -> [VerificationFinding] {
    guard let status = operation.alternativeStatus else { return [] }
    return cases(operation) { $0 == status }.map { type, element in
      VerificationFinding(
        .error, "ambiguous-alternative", [operation],
        "\(operation) answers its second result with \(status.code), and declares `\(type)`, whose case "
          + "`\(element.code)` has the same status; give the case another")
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
  /// The declared failures, each type once.
  fileprivate var distinctFailures: [any APIFailure.Type] {
    var seen: Set<ObjectIdentifier> = []
    return failures.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
