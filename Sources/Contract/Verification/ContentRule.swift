/// A rule: a request has a body only if its method defines a meaning for it.
struct ContentRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    operations.compactMap { operation in
      guard let method = operation.method, operation.inputs.contains(where: { $0.location == .body }),
        !operation.sendsFormAsQuery
      else { return nil }
      switch method {
      case .trace:
        return VerificationFinding(
          .error, "content", [operation],
          "\(operation) has a body, which a TRACE request must not have (RFC 9110 §9.3.8); "
            + "send it in the query or in headers")
      case .get, .head, .delete:
        return VerificationFinding(
          .warning, "content", [operation],
          "\(operation) has a body, which has no meaning in a \(method) request (RFC 9110 §9.3) and may be dropped by "
            + "servers and proxies; send it in the query, or use POST")
      default: return nil
      }
    }
  }
}
