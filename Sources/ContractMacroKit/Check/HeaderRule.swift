import SwiftSyntax

extension ParameterModel {
  /// True for content that says its media type itself.
  fileprivate var hasOwnMediaType: Bool {
    kind == .field || (kind == .body && !["[UInt8]", "Data", "String"].contains(type.unwrapped))
  }
}

/// Header parameters make valid names that the contract may set.
struct HeaderRule: EndpointRule {
  /// Fields that frame the message or the connection and belong to the engines (RFC 9110 §7.6.1, RFC 9112 §6).
  static let managed: Set<String> = [
    "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    var findings: [Finding] = []
    var names: [String: String] = [:]
    for parameter in endpoint.parameters where parameter.kind == .header {
      let key = parameter.key
      if key.isEmpty || !key.utf8.allSatisfy(HeaderName.isTokenByte) {
        findings.append(
          Finding(
            "header-name", at: parameter.keySource,
            "'\(key)' cannot be a header name; \(remedy(parameter))."))
      } else if Self.managed.contains(key.lowercased()) {
        findings.append(
          Finding(
            "managed-header", at: parameter.keySource,
            "'\(key)' is set by the connection itself; remove the parameter or choose another name."))
      } else if key.lowercased() == "content-type", let content = endpoint.parameters.first(where: \.hasOwnMediaType) {
        findings.append(
          Finding(
            "content-type-header", at: parameter.nameToken,
            "'\(content.name.name)' makes the body, whose type is its 'Content-Type'; remove the parameter, or write "
              + "'Body<[UInt8]>' for a body of any type."))
      } else if let other = names.updateValue(parameter.name.name, forKey: key.lowercased()) {
        findings.append(
          Finding(
            "duplicate-header", at: parameter.keySource,
            "'\(other)' and '\(parameter.name.name)' are both the header '\(key)'; rename one of them."))
      }
    }
    return findings
  }

  private func remedy(_ parameter: ParameterModel) -> String {
    if parameter.wireName != nil { return "use ASCII letters, digits and hyphens" }
    return "write '@Name(\(parameter.name.name.literal), \"X-Name\")' with one of ASCII letters, digits and hyphens"
  }
}
