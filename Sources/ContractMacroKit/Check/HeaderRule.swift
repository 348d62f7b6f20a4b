import SwiftSyntax

extension ParameterModel {
  /// True for a body that determines its media type.
  fileprivate var hasOwnMediaType: Bool {
    kind == .field || (kind == .body && !type.isRawBody)
  }
}

extension TypeModel {
  /// True for a body whose media type is not known from its type.
  fileprivate var isRawBody: Bool { ["[UInt8]", "Data", "String"].contains(unwrapped) }

  fileprivate var isByteStream: Bool { unwrappedSyntax.baseName == "ByteStream" }

  /// False for bytes, text, lists and streams, to which no other value can be added.
  var mayHaveMembers: Bool {
    !isRawBody && !isByteStream && unwrappedSyntax.baseName != "JSONLines" && !unwrappedSyntax.is(ArrayTypeSyntax.self)
  }
}

extension InputKind {
  /// Returns true if an input of this kind and type sets the media type of the body.
  func setsMediaType(_ type: TypeModel?) -> Bool {
    isContent && !(self == .body && type?.isRawBody != false)
  }
}

/// A rule: header parameters have valid names that a contract may set.
struct HeaderRule: EndpointRule {
  /// Headers of framing and connections, which the engines set (RFC 9110 §7.6.1, RFC 9112 §6).
  static let managed: Set<String> = [
    "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Headers of a response that its body determines.
  static let ofBody: Set<String> = ["content-encoding", "content-type"]

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
        findings.append(Self.mediaTypeFinding(of: content.name, content.type, at: parameter.nameToken))
      } else if let finding = HTTPDateRule.finding(parameter.type, in: key, at: parameter.syntax.type) {
        findings.append(finding)
      } else if let other = names.updateValue(parameter.name.name, forKey: key.lowercased()) {
        findings.append(
          Finding(
            "duplicate-header", at: parameter.keySource,
            "'\(other)' and '\(parameter.name.name)' are both the header '\(key)'; rename one of them."))
      }
    }
    return findings
  }

  /// Returns the error of a `Content-Type` header next to a body that sets this header.
  static func mediaTypeFinding(
    of content: Identifier, _ type: TypeModel?, at node: some SyntaxProtocol, raw: String = "Body<[UInt8]>"
  ) -> Finding {
    let other = type?.isByteStream == true ? "send a 'ByteStream(mediaType:)'" : "write '\(raw)' for a body of any type"
    return Finding(
      "content-type-header", at: node,
      "'\(content.name)' is the body, whose type sets 'Content-Type'; remove the parameter, or \(other).")
  }

  private func remedy(_ parameter: ParameterModel) -> String {
    if parameter.wireName != nil { return "use ASCII letters, digits and hyphens" }
    return "write '@Name(\(parameter.name.name.literal), \"X-Name\")' with a name of ASCII letters, digits and hyphens"
  }
}
