import SwiftSyntax

/// The rules of group classes.
enum GroupRules {
  /// Returns all errors of `group`.
  static func findings(in group: GroupModel) -> [Finding] {
    GroupClassRule.findings(in: group) + group.endpoints.flatMap { GroupEndpointRule.findings(in: $0, of: group) }
      + GroupRouteRule.findings(in: group) + GroupNameRule.findings(in: group)
  }
}
