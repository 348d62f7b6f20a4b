/// No two operations take the same requests.
struct DuplicateRouteRule: VerificationRule {
  /// What a router tells requests apart by. Names of placeholders and constant query values are no part of it.
  private struct Shape: Hashable {
    let method: HTTPMethod?
    let segments: [PathTemplate.Segment]

    init(_ operation: Operation) {
      method = operation.method
      segments = operation.path.segments.map { segment in
        switch segment {
        case .literal: segment
        case .placeholder: .placeholder("")
        case .rest: .rest("")
        }
      }
    }
  }

  func findings(in operations: [Operation]) -> [VerificationFinding] {
    groups(operations, by: Shape.init).map { same in
      VerificationFinding(
        .error, "duplicate-route", same,
        "\(same[0]) and \(same[1]) serve the same requests; remove one or change its path")
    }
  }
}
