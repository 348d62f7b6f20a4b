/// One name stands for one security scheme, because documentation lists them by name.
struct SchemeNameRule: VerificationRule {
  /// The first operation that asks for a scheme.
  private struct Owner {
    let scheme: SecurityScheme
    let operation: APIOperation
    var isTold = false
  }

  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    // A program has a handful of schemes.
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
            "\(owner.operation) and \(operation) ask for different security schemes that are both called "
              + "`\(scheme.name)`; give one of them another name"))
      }
    }
    return found
  }
}
