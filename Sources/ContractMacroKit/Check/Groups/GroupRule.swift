import SwiftSyntax

/// The rules of group classes.
enum GroupRules {
  /// Returns all errors of `group`.
  static func findings(in group: GroupModel) -> [Finding] {
    let unseen = ConditionalAttributeRule.findings(in: group.declaration, of: "@API")
    guard unseen.isEmpty else { return unseen }
    return GroupClassRule.findings(in: group)
      + group.endpoints.flatMap { GroupEndpointRule.findings(in: $0, of: group) }
      + MergePatchRule.findings(
        in: group.declaration.attributes, around: group.endpoints.map(\.content), in: group.name.name)
      + GroupRouteRule.findings(in: group) + GroupNameRule.findings(in: group)
  }
}
