/// Each name on the wire stands for one input.
struct WireNameRule: VerificationRule {
  func findings(in operations: [Operation]) -> [VerificationFinding] {
    operations.flatMap { constants($0) + duplicates($0) }
  }

  /// Inputs that have the name of a query value which the path fixes.
  private func constants(_ operation: Operation) -> [VerificationFinding] {
    let names = operation.path.constants.map(\.name)
    return operation.inputs.filter { $0.place == .query && names.contains($0.name) }.map { input in
      VerificationFinding(
        .error, "constant-query", [operation],
        "\(operation) has the query value `\(input.name)` in its path and as an input; rename the input, or remove it "
          + "from the path")
    }
  }

  private func duplicates(_ operation: Operation) -> [VerificationFinding] {
    var seen: Set<String> = []
    var told: Set<String> = []
    return operation.inputs.compactMap { input in
      let name = input.place == .header ? input.name.lowercased() : input.name
      let key = "\(input.place) \(name)"
      guard !seen.insert(key).inserted, told.insert(key).inserted else { return nil }
      return VerificationFinding(
        .error, "duplicate-input", [operation],
        "\(operation) has two inputs that are the \(input.place) value `\(input.name)` on the wire; "
          + "rename one, or look at its key mapping")
    }
  }
}
