/// A rule: no two variables of a group have the same method and path.
enum GroupRouteRule {
  static func findings(in group: GroupModel) -> [Finding] {
    var routes: [String: GroupEndpointModel] = [:]
    return group.endpoints.compactMap { endpoint in
      guard let method = endpoint.method, let template = endpoint.template, let path = endpoint.verbs.first?.path else {
        return nil
      }
      let route = method + " " + template.shape
      guard let first = routes[route] else {
        routes[route] = endpoint
        return nil
      }
      return Finding(
        "duplicate-route", at: path.expression,
        "'\(endpoint.name.name)' has the same method and path as '\(first.name.name)'; "
          + "change one of them, because a server cannot distinguish the two endpoints.")
    }
  }
}
