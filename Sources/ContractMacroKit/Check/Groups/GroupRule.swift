import SwiftSyntax

/// All rules of group classes.
enum GroupRules {
  /// Everything that is wrong with `group`.
  static func findings(in group: GroupModel) -> [Finding] {
    GroupClassRule.findings(in: group) + group.endpoints.flatMap { GroupEndpointRule.findings(in: $0, of: group) }
      + GroupRouteRule.findings(in: group)
  }
}
