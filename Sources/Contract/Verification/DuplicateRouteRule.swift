/// No two operations take the same requests.
struct DuplicateRouteRule: VerificationRule {
  /// What a router tells requests apart by. Names of placeholders and constant query values are no part of it.
  ///
  /// Text that no other shape has: a literal is encoded, so that it has neither slashes nor braces.
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
