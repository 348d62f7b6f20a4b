import SwiftSyntax

/// Header parameters make valid names that the contract may set.
struct HeaderRule: EndpointRule {
  /// Fields that frame the message or the connection and belong to the engines (RFC 9110 §7.6.1, RFC 9112 §6).
  static let managed: Set<String> = [
    "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    var findings: [Finding] = []
    var names: [String: String] = [:]
    for parameter in endpoint.parameters where parameter.place == .header {
      let key = parameter.key
      if key.isEmpty || !key.utf8.allSatisfy(HeaderName.isTokenByte) {
        findings.append(
          Finding(
            "header-name", at: parameter.nameToken,
            "'\(parameter.name.name)' cannot be a header name; use ASCII letters, digits and underscores."))
      } else if Self.managed.contains(key.lowercased()) {
        findings.append(
          Finding(
            "managed-header", at: parameter.nameToken,
            "'\(key)' is set by the connection itself; remove the parameter or choose another name."))
      } else if let other = names.updateValue(parameter.name.name, forKey: key.lowercased()) {
        findings.append(
          Finding(
            "duplicate-header", at: parameter.nameToken,
            "'\(other)' and '\(parameter.name.name)' are both the header '\(key)'; rename one of them."))
      }
    }
    return findings
  }
}
