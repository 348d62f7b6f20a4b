import SwiftDiagnostics
import SwiftSyntax

/// A rule: a function in a scope has one verb, an empty body, and parameters with locations.
enum ScopeFunctionRule {
  /// Returns all errors of `function`, a member of `scope`.
  static func findings(in function: ScopeFunctionModel, of scope: ScopeModel) -> [Finding] {
    let declaration = function.function
    return verbFindings(function) + modifierFindings(function) + bodyFindings(function)
      + ScopePathRule.findings(in: function.path, after: scope.arguments, takesQuery: true)
      + ScopeParameterRule.findings(in: function, of: scope) + resultFindings(function, scope)
      + ChannelRule.findings(
        function.verbs.first, returning: function.result, function.statuses, of: function.name.name)
      + function.failures.compactMap(ThrowsRule.finding)
      + TraitRule.findings(in: declaration.attributes, of: function.name.name)
      + MergePatchRule.findings(in: declaration.attributes, of: function.name.name, function.content)
      + ScopeValidateRule.findings(in: function, of: scope) + PagedRule.findings(of: function, in: scope)
  }

  private static func verbFindings(_ function: ScopeFunctionModel) -> [Finding] {
    guard let verb = function.verbs.first else { return [] }
    return function.verbs.dropFirst().map { other in
      Finding(
        "two-verbs", at: other.attribute,
        "'\(function.name.name)' already has '\(verb.attribute.writtenName)'; "
          + "remove '\(other.attribute.writtenName)' or move it to another function.")
    } + VerbRule.methodFindings(verb)
  }

  private static func modifierFindings(_ function: ScopeFunctionModel) -> [Finding] {
    let declaration = function.function
    var findings: [Finding] = []
    // The loop filters with `where`, because a filtered list would be a copy without source locations.
    for modifier in declaration.modifiers where ["static", "class", "mutating"].contains(modifier.name.text) {
      findings.append(
        Finding(
          "modifier", at: modifier,
          "An endpoint is called on a value of its scope, so '\(function.name.name)' cannot be '\(modifier.name.text)'; "
            + "remove '\(modifier.name.text)'."))
    }
    if let clause = declaration.genericParameterClause {
      findings.append(
        Finding(
          "generic-function", at: clause,
          "An endpoint cannot be generic, because its inputs are sent as concrete types; name the types."))
    }
    if let effects = declaration.signature.effectSpecifiers {
      var fixed = declaration.signature
      fixed.effectSpecifiers = nil
      findings.append(
        Finding(
          "written-effects", at: effects,
          "'@API' adds an 'async throws' function next to '\(function.name.name)'; "
            + "remove '\(effects.trimmedDescription)' here.",
          fixIts: [
            FixIt(
              "written-effects", "remove '\(effects.trimmedDescription)'", replace: declaration.signature, with: fixed)
          ]))
    }
    return findings
  }

  private static func bodyFindings(_ function: ScopeFunctionModel) -> [Finding] {
    guard let body = function.function.body, let first = body.statements.first else { return [] }
    // A body may change the client for this function, as in `{ client.auth(enabled: false) }`.
    let words = Set(body.statements.tokens(viewMode: .sourceAccurate).map(\.text))
    if words.contains("client") { return localFindings(function, words) }
    return [
      Finding(
        "scope-body", at: first,
        "'@API' generates the body of '\(function.name.name)'; leave '{}', return a changed 'client' as in "
          + "'{ client.timeout(.seconds(5)) }', or change the requests with attributes such as '@Headers'.")
    ]
  }

  /// Returns the errors of inputs that the function's body cannot use, because their names have another meaning there.
  private static func localFindings(_ function: ScopeFunctionModel, _ words: Set<String>) -> [Finding] {
    let inputs =
      function.path.arguments.map { (name: $0.name, location: $0.location) }
      + function.inputs.map { (name: $0.name, location: Finding.Location($0.nameToken)) }
    return inputs.compactMap { input in
      let name = input.name.name
      guard ["client", "self"].contains(name), words.contains(input.name.source) else { return nil }
      return Finding(
        "reserved-name", at: input.location,
        "In the body of '\(function.name.name)', the name '\(name)' refers to the \(name == "client" ? "client" : "scope"); "
          + "rename this input.")
    }
  }

  /// Returns the error of a member of a result that is a labelled tuple.
  private static func memberFinding(_ type: TypeSyntax, of name: String) -> Finding? {
    guard case .nothing = EndpointParser.result(type) else {
      return SchemaMemberTypeRule.unsuited(TypeModel(type), called: name, at: type, isProperty: false)
        ?? ResultRule.opaqueFinding(type)
    }
    return Finding("tuple-member", at: type, "JSON has no value for 'Void'; remove '\(name)', or write 'Empty'.")
  }

  private static func resultFindings(_ function: ScopeFunctionModel, _ scope: ScopeModel) -> [Finding] {
    var result: TypeSyntax?
    if case .value(let type) = function.result { result = type }
    let findings =
      StatusRule.findings(in: function.statuses, of: function.name.name, returning: function.result.content)
      + VersionRule.findings(in: function.function.attributes, of: function.name.name, function.result, function.method)
      + ChecksumRule.findings(
        in: function.function.attributes, of: function.name.name, function.result,
        mayReadBytes: function.inputs.contains { $0.kind == .body && ChecksumRule.isBytes($0.type.syntax) })
      + function.parameters.compactMap {
        VersionRule.finding(TypeModel($0.syntax.type), at: $0.syntax.type, function.result, function.method)
      }
    guard let result else { return findings }
    let aliases = HeaderAliasRule.findings(in: result, declaredIn: scope.frames.map(\.declaration))
    if !aliases.isEmpty { return findings + aliases }
    if let headers = HeaderTupleRule.findings(in: result, of: function.name.name, method: function.method) {
      return findings + headers
    }
    if let finding = ResultRule.headFinding(result, of: function.name.name, method: function.method) {
      return findings + [finding]
    }
    if let finding = StreamTypeRule.resultFinding(result) ?? ResultRule.spellingFinding(result) {
      return findings + [finding]
    }
    guard let tuple = result.as(TupleTypeSyntax.self) else { return findings + ResultRule.typeFindings(result) }
    if let members = function.responseMembers {
      return findings + members.compactMap { memberFinding($0.type, of: $0.name.name) }
    }
    if tuple.elements.contains(where: { $0.type.isResponse }) {
      return findings + (ResultRule.tupleFinding(result, allowsLabels: true).map { [$0] } ?? [])
    }
    return findings + [
      Finding(
        "tuple-result", at: result,
        "The members of a tuple are the members of a JSON object; give each of them a label, or return one type.")
    ]
  }
}
