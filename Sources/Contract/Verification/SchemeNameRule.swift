/// A rule: different security schemes have different names, because documentation lists them by name.
struct SchemeNameRule: VerificationRule {
  /// The first operation that uses a scheme.
  private struct Owner {
    let scheme: SecurityScheme
    let operation: APIOperation
    var isTold = false
  }

  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    // A linear search suffices: a program has few schemes.
    var owners: [Owner] = []
    var found: [VerificationFinding] = []
    for operation in operations {
      for scheme in operation.security.map(\.scheme) {
        guard let index = owners.firstIndex(where: { $0.scheme.name == scheme.name }) else {
          owners.append(Owner(scheme: scheme, operation: operation))
          continue
        }
        let owner = owners[index]
        guard owner.scheme != scheme, !owner.isTold else { continue }
        owners[index].isTold = true
        found.append(
          VerificationFinding(
            .error, "scheme-name", [owner.operation, operation],
            "\(owner.operation) and \(operation) use different security schemes with the same name "
              + "`\(scheme.name)`; give one of them another name"))
      }
    }
    return found
  }
}
