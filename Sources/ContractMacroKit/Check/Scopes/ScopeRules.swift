import SwiftSyntax

/// The rules of scopes.
enum ScopeRules {
  /// Returns all errors of `scope` itself. Nested scopes report their own errors.
  static func findings(in scope: ScopeModel) -> [Finding] {
    let unseen = ConditionalAttributeRule.findings(in: scope)
    guard unseen.isEmpty else { return unseen }
    var findings =
      ScopeStructRule.findings(in: scope)
      + scope.functions.flatMap { ScopeFunctionRule.findings(in: $0, of: scope) }
    if scope.frame.isRoot { findings += routeFindings(scope) + attributeNameFindings(scope) }
    return findings
  }

  /// Returns the errors of types with the names of location attributes. Types with these names are generated in the
  /// outermost struct.
  private static func attributeNameFindings(_ root: ScopeModel) -> [Finding] {
    let locations = root.usedLocations.subtracting(ScopeNameRule.takenMembers(of: root).map(\.name))
    return root.everyScope.flatMap { scope in
      scope.functions.flatMap { function -> [Finding] in
        let findings = ScopeNameRule.attributeNameFindings(function, in: locations)
        // `Query<Int>` as a result has an error already.
        return findings.isEmpty || ScopeFunctionRule.findings(in: function, of: scope).isEmpty ? findings : []
      }
    }
  }

  /// Returns the errors of functions in different scopes with the same method and path, or the same endpoint name.
  private static func routeFindings(_ root: ScopeModel) -> [Finding] {
    var routes: [String: String] = [:]
    var names: Set<String> = []
    return root.everyScope.flatMap { scope in
      scope.functions.compactMap { function -> Finding? in
        let name = scope.endpointName(of: function).name
        // The scope itself reports duplicates among its own functions.
        if !names.insert(name).inserted, !scope.functions.contains(where: { $0.isEarlier(namesake: function) }) {
          return Finding(
            "duplicate-name", at: function.function.name,
            "Another function is already 'Endpoints.\(name)'; rename '\(function.name.name)'.")
        }
        guard let method = function.method, let verb = function.verbs.first else { return nil }
        let route = method + " " + scope.template(of: function).shape
        if let other = routes.updateValue(function.name.name, forKey: route) {
          return Finding(
            "duplicate-route", at: verb.attribute,
            "'\(function.name.name)' has the same method and path as '\(other)'; "
              + "change one of them, because a server cannot distinguish the two endpoints.")
        }
        return nil
      }
    }
  }
}

extension ScopeFunctionModel {
  /// Returns true if a function with the name of `other` precedes it.
  fileprivate func isEarlier(namesake other: ScopeFunctionModel) -> Bool {
    name == other.name && function.position < other.function.position
  }
}
