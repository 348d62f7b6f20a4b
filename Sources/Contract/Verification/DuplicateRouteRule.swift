/// A rule: no two operations serve the same requests.
struct DuplicateRouteRule: VerificationRule {
  /// Returns a string that is equal for operations that a router cannot distinguish. It ignores names of placeholders
  /// and constant query values.
  ///
  /// Literals are percent-encoded, so they contain neither slashes nor braces and the string is unambiguous.
  private static func shape(_ operation: APIOperation) -> String {
    var shape = operation.method?.rawValue ?? ""
    for segment in operation.path.segments {
      shape += "/"
      switch segment {
      case .literal(let text): PercentEncoding.encode(text, for: .component, into: &shape)
      case .placeholder: shape += "{}"
      case .rest: shape += "{...}"
      }
    }
    return shape
  }

  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    groups(operations, by: Self.shape).map { same in
      VerificationFinding(
        .error, "duplicate-route", same,
        "\(same[0]) and \(same[1]) serve the same requests; remove one or change its path")
    }
  }
}
