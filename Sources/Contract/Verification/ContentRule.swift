/// A request has content only where its method gives that a meaning.
struct ContentRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    operations.compactMap { operation in
      guard let method = operation.method, operation.inputs.contains(where: { $0.place == .body }),
        !operation.sendsFormAsQuery
      else { return nil }
      switch method {
      case .trace:
        return VerificationFinding(
          .error, "content", [operation],
          "\(operation) has content, which a TRACE request must not have (RFC 9110 §9.3.8); "
            + "send it in the query or in header fields")
      case .get, .head, .delete:
        return VerificationFinding(
          .warning, "content", [operation],
          "\(operation) has content, which means nothing in a \(method) request (RFC 9110 §9.3) and which servers and "
            + "proxies may drop; send it in the query, or use POST")
      default: return nil
      }
    }
  }
}
