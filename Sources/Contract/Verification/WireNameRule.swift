internal import ContractHTTP

/// A rule: each name on the wire denotes one input.
struct WireNameRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    operations.flatMap { constants($0) + duplicates($0) + cookieHeaders($0) }
  }

  /// Finds inputs with the name of a query value that the path fixes.
  private func constants(_ operation: APIOperation) -> [VerificationFinding] {
    let names = operation.path.constants.map(\.name)
    return operation.inputs.filter { $0.location == .query && !$0.isDictionary && names.contains($0.name) }.map {
      input in
      VerificationFinding(
        .error, "constant-query", [operation],
        "\(operation) has the query value `\(input.name)` in its path and as an input; rename the input, or remove "
          + "the value from the path")
    }
  }

  private func duplicates(_ operation: APIOperation) -> [VerificationFinding] {
    operation.inputs.indices.compactMap { index in
      let input = operation.inputs[index]
      // A linear search suffices, because operations have few inputs. Of several duplicates, only the second is reported.
      let before = operation.inputs[..<index].count { Self.haveOneName($0, input, operation) }
      guard before == 1 else { return nil }
      return VerificationFinding(
        .error, "duplicate-input", [operation],
        "\(operation) has two inputs named `\(input.name)` as \(input.location) values on the wire; "
          + "rename one of them, or check the key mapping")
    }
  }

  /// Finds inputs for the whole header in which the cookies of an operation are sent (RFC 6265 §5.4). A request has only
  /// one such header.
  private func cookieHeaders(_ operation: APIOperation) -> [VerificationFinding] {
    guard operation.inputs.contains(where: { $0.location == .cookie }) else { return [] }
    return operation.inputs.filter {
      $0.location == .header && !$0.isDictionary && HTTPFieldName($0.name) == .cookie
    }.map { input in
      VerificationFinding(
        .warning, "cookie-header", [operation],
        "\(operation) has the input `\(input.name)`, the header that contains its cookies; "
          + "remove the input, or declare each of its cookies as an input")
    }
  }

  private static func haveOneName(
    _ one: InputDescription, _ other: InputDescription, _ operation: APIOperation
  ) -> Bool {
    guard location(of: one, operation) == location(of: other, operation), !one.isDictionary, !other.isDictionary else {
      return false
    }
    return one.name == other.name || one.location == .header && one.name.lowercasedASCII == other.name.lowercasedASCII
  }

  /// Returns the location of an input; a form is sent in the query if the method's body has no meaning.
  private static func location(of input: InputDescription, _ operation: APIOperation) -> ParameterLocation {
    input.location == .body && operation.sendsFormAsQuery ? .query : input.location
  }
}
