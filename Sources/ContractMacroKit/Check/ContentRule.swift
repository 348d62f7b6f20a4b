import SwiftSyntax

/// A rule: a request has one body or fields, and only if its method allows a body.
struct ContentRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    let bodies = endpoint.parameters.filter { $0.kind == .body }
    let fields = endpoint.parameters.filter { $0.kind == .field }
    // `PartRule` checks parts.
    let values = (bodies + fields).filter { !$0.type.isPart }
    var findings: [Finding] = []
    if let first = bodies.first {
      for body in bodies.dropFirst() {
        findings.append(
          Finding(
            "two-bodies", at: body.syntax.type,
            "A request has one body, which is '\(first.name.name)'; "
              + "put both values into one type, or make them 'Field's."))
      }
      for field in fields {
        findings.append(
          Finding(
            "body-and-field", at: field.syntax.type,
            field.type.isPart
              ? "The body is '\(first.name.name)', so there cannot also be a part; write "
                + "'\(first.name.name): Field<\(first.type.text)>', or remove '\(field.name.name)'."
              : "The body is '\(first.name.name)', so '\(field.name.name)' cannot be a field; "
                + (first.type.mayHaveMembers ? "put it into '\(first.type.text)', or " : "")
                + "write 'Query<\(field.type.text)>'."))
      }
    }
    if endpoint.method == "TRACE", let content = values.first {
      findings.append(
        Finding(
          "trace-content", at: content.syntax.type,
          "A TRACE request has no body; write 'Query<\(content.type.text)>' or 'Header<\(content.type.text)>'."))
    }
    return findings
  }
}
