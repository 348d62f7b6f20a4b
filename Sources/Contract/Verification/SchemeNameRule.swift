/// One name stands for one security scheme, because documentation lists them by name.
struct SchemeNameRule: VerificationRule {
  func findings(in operations: [Operation]) -> [VerificationFinding] {
    var owners: [String: (scheme: SecurityScheme, operation: Operation)] = [:]
    var told: Set<String> = []
    var found: [VerificationFinding] = []
    for operation in operations {
      for scheme in operation.security.map(\.scheme) {
        guard let owner = owners[scheme.name] else {
          owners[scheme.name] = (scheme, operation)
          continue
        }
        guard owner.scheme != scheme, told.insert(scheme.name).inserted else { continue }
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
