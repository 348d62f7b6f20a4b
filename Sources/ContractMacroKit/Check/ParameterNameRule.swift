import SwiftSyntax

/// A rule: `@Name` names a parameter or a header of the result, and wire names are valid and unique at their location.
struct ParameterNameRule: EndpointRule {
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    let findings = attributeFindings(endpoint) + duplicateFindings(endpoint)
    guard findings.isEmpty else { return findings }
    return endpoint.parameters.compactMap { WireName.cookieFinding($0.key, in: $0.kind, at: $0.keySource) }
  }

  private func attributeFindings(_ endpoint: EndpointModel) -> [Finding] {
    var seen: Set<String> = []
    return endpoint.names.compactMap { name in
      guard let parameterName = name.parameter else {
        return Finding(
          "name-not-literal", at: name.parameterExpression,
          "The first argument of '@Name' must be the parameter's name as a string literal.")
      }
      guard let wire = name.wire else {
        return Finding(
          "name-not-literal", at: name.wireExpression,
          "The name of '\(parameterName)' on the wire must be a string literal.")
      }
      let headers = endpoint.result.headerTuple()?.headers ?? []
      if seen.contains(parameterName) {
        return Finding(
          "duplicate-name-attribute", at: name.attribute, "'\(parameterName)' already has a name; remove one '@Name'.")
      }
      guard let parameter = endpoint.parameters.first(where: { $0.name.name == parameterName }) else {
        if headers.contains(where: { $0.label?.name == parameterName }) {
          seen.insert(parameterName)
          return WireName.finding(wire, at: name.wireExpression)
        }
        return UnknownParameter.finding(
          "unknown-name", parameterName, at: name.parameterExpression, in: endpoint, remove: "'@Name'")
      }
      seen.insert(parameterName)
      if parameter.kind == .body {
        return Finding(
          "body-name", at: name.parameterExpression,
          "'\(parameterName)' is the whole body, which has no name on the wire; remove '@Name'.")
      }
      return WireName.finding(wire, at: name.wireExpression)
    }
  }

  /// Returns the errors of parameters with the same wire name. `HeaderRule` checks headers.
  private func duplicateFindings(_ endpoint: EndpointModel) -> [Finding] {
    var owners: [String: ParameterModel] = [:]
    return endpoint.parameters.compactMap { parameter in
      guard let kind = kind(parameter.kind) else { return nil }
      let owner = owners.updateValue(parameter, forKey: "\(kind) \(parameter.key)")
      guard let owner, owner.name != parameter.name else { return nil }
      return Finding(
        "duplicate-key", at: parameter.wireName == nil ? owner.keySource : parameter.keySource,
        "'\(owner.name.name)' and '\(parameter.name.name)' are both the \(kind) '\(parameter.key)'; "
          + "give one of them another name.")
    }
  }

  /// Returns the kind of inputs whose names must differ, in words.
  private func kind(_ kind: InputKind) -> String? {
    switch kind {
    case .path: "path value"
    case .query: "query value"
    case .cookie: "cookie"
    case .field: "member of the body"
    default: nil
    }
  }
}

/// Wire names of inputs.
enum WireName {
  /// Returns the error in the name of a cookie, which is a token (RFC 6265 §4.1.1), or nil.
  static func cookieFinding(_ name: String, in kind: InputKind, at node: some SyntaxProtocol) -> Finding? {
    guard kind == .cookie, name.isEmpty || !name.utf8.allSatisfy(HeaderName.isTokenByte) else { return nil }
    return Finding(
      "cookie-name", at: node, "'\(name)' cannot be the name of a cookie; use ASCII letters, digits and hyphens.")
  }

  /// Returns the error in a wire name at any location, or nil.
  static func finding(_ name: String, at node: some SyntaxProtocol) -> Finding? {
    if name.isEmpty {
      return Finding(
        "empty-key", at: node, "A name on the wire cannot be empty; write a name, or remove the empty one.")
    }
    let isControl = name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    guard isControl || name.contains(": ") || name.contains("\"") else { return nil }
    return Finding(
      "key-characters", at: node,
      "A name on the wire cannot contain control characters, quotation marks or ': '; remove them.")
  }
}
