/// A rule: no two functions have the same method and path.
struct RouteRule: ContractRule {
  func check(_ contract: ContractModel, into report: inout Report) {
    var routes: [String: EndpointModel] = [:]
    for (index, endpoint) in contract.endpoints.enumerated() {
      guard let method = endpoint.method, let template = endpoint.template, let path = endpoint.verbs.first?.path else {
        continue
      }
      let route = method + " " + template.shape
      if let first = routes[route] {
        report.add(
          Finding(
            "duplicate-route", at: path.expression,
            "'\(endpoint.fullName)' has the same method and path as '\(first.fullName)', so a server could not distinguish "
              + "them; change one, or move it to another protocol if only clients use it."),
          endpoint: index)
      } else {
        routes[route] = endpoint
      }
    }
  }
}
