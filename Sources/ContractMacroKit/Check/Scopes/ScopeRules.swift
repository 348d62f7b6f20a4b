import SwiftSyntax

/// All rules of scopes.
enum ScopeRules {
  /// Everything that is wrong with `scope` itself; the scopes in it say what is wrong with them.
  static func findings(in scope: ScopeModel) -> [Finding] {
    var findings =
      ScopeStructRule.findings(in: scope)
      + scope.functions.flatMap { ScopeFunctionRule.findings(in: $0, of: scope) }
    if scope.frame.isRoot { findings += routeFindings(scope) }
    return findings
  }

  /// No two functions of all the scopes have one method and one path, or one name among all endpoints.
  private static func routeFindings(_ root: ScopeModel) -> [Finding] {
    var routes: [String: String] = [:]
    var names: Set<String> = []
    return root.everyScope.flatMap { scope in
      scope.functions.compactMap { function -> Finding? in
        let name = scope.endpointName(of: function).name
        // Two functions of one scope are told apart there.
        if !names.insert(name).inserted, !scope.functions.contains(where: { $0.isEarlier(namesake: function) }) {
          return Finding(
            "duplicate-name", at: function.function.name,
            "Another function is 'Endpoints.\(name)' already; rename '\(function.name.name)'.")
        }
        guard let method = function.method, let verb = function.verbs.first else { return nil }
        let route = method + " " + scope.template(of: function).shape
        if let other = routes.updateValue(function.name.name, forKey: route) {
          return Finding(
            "duplicate-route", at: verb.attribute,
            "'\(function.name.name)' has the same method and path as '\(other)'; "
              + "change one of them, for a server could not tell them apart.")
        }
        return nil
      }
    }
  }
}

extension ScopeFunctionModel {
  /// True for another function with the name of `other` that stands before it.
  fileprivate func isEarlier(namesake other: ScopeFunctionModel) -> Bool {
    name == other.name && function.position < other.function.position
  }
}
