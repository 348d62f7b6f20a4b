import SwiftSyntax

/// A requirement of each endpoint function.
protocol EndpointRule: Sendable {
  /// Returns the errors of one function.
  func findings(in endpoint: EndpointModel, of contract: ContractModel) -> [Finding]
}

/// A requirement of the contract as a whole.
protocol ContractRule: Sendable {
  /// Adds the errors of the contract to the report.
  func check(_ contract: ContractModel, into report: inout Report)
}

/// All rules, in the order of their findings at one location.
enum Rules {
  static let contract: [any ContractRule] = [
    InheritanceRule(), ProtocolRule(), PrefixRule(), NameRule(), RouteRule(), TraitRule(), MergePatchRule(),
  ]
  static let endpoint: [any EndpointRule] = [
    VerbRule(), SignatureRule(), CompletionRule(), ParameterFormRule(), ParameterRule(), ParameterTypeRule(),
    PathRule(), PlaceholderRule(), ContentRule(), PartRule(), HeaderRule(), ParameterNameRule(), DefaultRule(),
    ValidateRule(), StatusRule(), ResultRule(), ChannelRule(), VersionRule(), ChecksumRule(), ThrowsRule(), TraitRule(),
    PagedRule(), MergePatchRule(),
  ]

  /// Returns all errors of `contract`.
  static func check(_ contract: ContractModel) -> Report {
    var report = Report()
    for rule in Self.contract { rule.check(contract, into: &report) }
    for finding in ConditionalAttributeRule.findings(in: contract.declaration.attributes, of: "@API") {
      report.add(finding, damage: .none)
    }
    for (index, endpoint) in contract.endpoints.enumerated() {
      let unseen = ConditionalAttributeRule.findings(in: endpoint.function.attributes, of: "@API")
      for finding in unseen { report.add(finding, endpoint: index) }
      guard unseen.isEmpty else { continue }
      for rule in Self.endpoint {
        for finding in rule.findings(in: endpoint, of: contract) { report.add(finding, endpoint: index) }
      }
    }
    return report
  }
}
