import SwiftSyntax

/// A rule: an attribute of a trait occurs once in its scope, with valid arguments.
struct TraitRule: EndpointRule, ContractRule {
  /// Attributes that may occur several times in one scope.
  private static let repeatable: Set<String> = ["Headers", "Meta", "Security"]

  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding] {
    Self.findings(in: endpoint.function.attributes, of: endpoint.fullName)
  }

  func check(_ contract: ContractModel, into report: inout Report) {
    for finding in Self.findings(in: contract.declaration.attributes, of: contract.name.name) {
      report.add(finding, damage: .none)
    }
  }

  /// Returns the errors in the attributes of one scope.
  static func findings(in attributes: AttributeListSyntax, of name: String) -> [Finding] {
    var findings: [Finding] = []
    var seen: Set<String> = []
    for attribute in attributes.plain {
      guard let own = attribute.attributeName.baseName, TraitParser.names.contains(own) else { continue }
      if !seen.insert(own).inserted, !repeatable.contains(own) {
        findings.append(
          Finding(
            "duplicate-trait", at: attribute, "'\(name)' already has '\(attribute.writtenName)'; remove one of the two."
          ))
      }
      if own == "Headers" { findings += headerFindings(attribute) }
      findings += TraitArgumentRule.findings(in: attribute)
      if own == "JSON", let key = attribute.unlabeledArguments.first {
        findings.append(
          Finding(
            "json-key", at: key,
            "A name in '@JSON' belongs on a member of a '@Request' struct; "
              + "write '@JSON' or '@JSON(encoder:decoder:)' here."))
      }
    }
    return findings + securityFindings(attributes.named("Security"))
  }

  /// Returns the error of `@Security(.none)` combined with another `@Security`.
  private static func securityFindings(_ attributes: [AttributeSyntax]) -> [Finding] {
    guard attributes.count > 1 else { return [] }
    return attributes.filter { attribute in
      attribute.unlabeledArguments.first?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "none"
    }.map { attribute in
      Finding(
        "security-none", at: attribute,
        "'@Security(.none)' allows every request, so the other '@Security' has no effect; remove one of the two.")
    }
  }

  /// Returns the errors of invalid literal names and values in `@Headers`.
  private static func headerFindings(_ attribute: AttributeSyntax) -> [Finding] {
    guard let dictionary = attribute.unlabeledArguments.first?.as(DictionaryExprSyntax.self),
      case .elements(let elements) = dictionary.content
    else { return [] }
    return elements.flatMap { element -> [Finding] in
      var findings: [Finding] = []
      if let name = element.key.stringValue, name.isEmpty || !name.utf8.allSatisfy(HeaderName.isTokenByte) {
        findings.append(
          Finding(
            "header-name", at: element.key,
            "\(name.literal) is not a header name; write letters, digits and hyphens, such as \"X-Client-Version\"."))
      }
      if let value = element.value.stringValue, value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
        findings.append(
          Finding("header-value", at: element.value, "A header value cannot have control characters; remove them."))
      }
      return findings
    }
  }
}
