import SwiftDiagnostics
import SwiftSyntax

/// A rule: an endpoint variable has one verb, a path, and the type of an endpoint or function.
enum GroupEndpointRule {
  static func findings(in endpoint: GroupEndpointModel, of group: GroupModel) -> [Finding] {
    let form = formFindings(endpoint)
    let channel =
      endpoint.response.map {
        ChannelRule.findings(endpoint.verbs.first, returning: $0, endpoint.statuses, of: endpoint.name.name)
      } ?? []
    return verbFindings(endpoint, below: group.prefix) + form + (form.isEmpty ? resultFindings(endpoint) + channel : [])
      + endpoint.failures.compactMap(ThrowsRule.finding)
      + TraitRule.findings(in: endpoint.variable.attributes, of: endpoint.name.name)
      + MergePatchRule.findings(in: endpoint.variable.attributes, of: endpoint.name.name, endpoint.content)
      + (form.isEmpty ? PagedRule.findings(of: endpoint, in: group) : [])
  }

  private static func verbFindings(_ endpoint: GroupEndpointModel, below prefix: PathLiteral?) -> [Finding] {
    guard let verb = endpoint.verbs.first else { return [] }
    var findings = endpoint.verbs.dropFirst().map { other in
      Finding(
        "two-verbs", at: other.attribute,
        "'\(endpoint.name.name)' already has '\(verb.attribute.writtenName)'; "
          + "remove '\(other.attribute.writtenName)' or move it to another variable.")
    }
    if let path = verb.path, let template = endpoint.template {
      findings += PathRule.findings(in: path, template, below: prefix, of: .group).all
    } else {
      findings.append(VerbRule.pathNotLiteral(verb))
    }
    return findings + VerbRule.methodFindings(verb)
  }

  private static func formFindings(_ endpoint: GroupEndpointModel) -> [Finding] {
    let variable = endpoint.variable
    let name = endpoint.name.name
    if let second = variable.bindings.dropFirst().first {
      let verb = endpoint.verbs.first?.attribute.writtenName ?? "A verb"
      return [
        Finding(
          "several-variables", at: second.pattern,
          "'\(verb)' belongs to one variable; declare '\(second.pattern.trimmedDescription)' separately with its own verb."
        )
      ]
    }
    if variable.bindingSpecifier.tokenKind == .keyword(.let) {
      return [
        Finding(
          "constant-endpoint", at: variable.bindingSpecifier,
          "'@API' makes '\(name)' a computed property; write 'var'.",
          fixIts: [
            FixIt(
              "constant-endpoint", "write 'var'", replace: variable.bindingSpecifier,
              with: variable.bindingSpecifier.with(\.tokenKind, .keyword(.var)))
          ])
      ]
    }
    if let modifier = variable.modifiers.first(where: { ["static", "class", "lazy"].contains($0.name.text) }) {
      return [
        Finding(
          "endpoint-modifier", at: modifier,
          "An endpoint variable belongs to one group, so '\(name)' cannot be '\(modifier.name.text)'; "
            + "remove '\(modifier.name.text)'.")
      ]
    }
    if let value = variable.bindings.first?.initializer {
      return [
        Finding(
          "endpoint-value", at: value,
          "'@API' sets the value of '\(name)'; remove this value. To mock the endpoint, assign to the variable of a group."
        )
      ]
    }
    if let block = variable.bindings.first?.accessorBlock {
      return [Finding("endpoint-accessor", at: block, "'@API' computes '\(name)'; remove the accessors.")]
    }
    guard endpoint.form == nil else {
      // For an `Endpoint`, the compiler reports an invalid request.
      let finding = endpoint.form == .value ? concreteFinding(endpoint) : requestFinding(endpoint)
      return finding.map { [$0] } ?? []
    }
    if let function = endpoint.functionType { return [functionFinding(function, name)] }
    return [
      Finding(
        "endpoint-type", at: endpoint.annotation.map(Syntax.init) ?? Syntax(endpoint.nameToken),
        "'\(name)' has a verb, so its type is 'Endpoint<Request, Response>' or "
          + "'(Request) async throws -> Response'; write one of the two.")
    ]
  }

  private static func functionFinding(_ function: FunctionTypeSyntax, _ name: String) -> Finding {
    if function.parameters.count > 1, let second = function.parameters.dropFirst().first {
      return parametersFinding(name, at: second)
    }
    let isEmpty = function.parameters.first?.type.isVoid ?? true
    let parameters = isEmpty ? "" : function.parameters.trimmedDescription
    return Finding(
      "endpoint-effects", at: function,
      "'\(name)' must be 'async throws' without a type, because a call may wait and may fail in many ways; write "
        + "'(\(parameters)) async throws -> \(function.returnClause.type.trimmedDescription)'.")
  }

  /// Returns the error of inputs that are not members of a request.
  private static func parametersFinding(_ name: String, at node: some SyntaxProtocol) -> Finding {
    Finding(
      "endpoint-parameters", at: node,
      "An endpoint has only one request; put the inputs of '\(name)' into a struct with '@Request'.")
  }

  /// Returns the error of a request such as `Self.Search`, which would be another type in the generated enum.
  private static func concreteFinding(_ endpoint: GroupEndpointModel) -> Finding? {
    let tokens = endpoint.request?.tokens(viewMode: .sourceAccurate)
    return tokens?.first { $0.tokenKind == .keyword(.Self) }.map { token in
      Finding(
        "generic-parameter", at: token,
        "The request of '\(endpoint.name.name)' needs a concrete type to be sent; replace 'Self' by the type itself.")
    }
  }

  /// Returns the error of a request whose spelling is that of another type, such as `Int`, `[Todo]` or `Todo?`.
  static func requestFinding(_ endpoint: GroupEndpointModel) -> Finding? {
    guard let request = endpoint.request, request.baseName != "Empty" else { return nil }
    if let finding = concreteFinding(endpoint) { return finding }
    if let function = endpoint.functionType, request.isVoid {
      return Finding(
        "endpoint-parameters", at: request,
        "'\(endpoint.name.name)' has no request, so its parentheses are empty; write "
          + "'() async throws -> \(function.returnClause.type.trimmedDescription)'.")
    }
    switch request.kind {
    case .identifierType where request.anchor != nil, .memberType: return nil
    default: return parametersFinding(endpoint.name.name, at: request)
    }
  }

  static func resultFindings(_ endpoint: GroupEndpointModel) -> [Finding] {
    var result: TypeSyntax?
    if case .value(let type) = endpoint.response { result = type }
    let attributes = endpoint.variable.attributes
    let statuses =
      StatusRule.findings(in: endpoint.statuses, of: endpoint.name.name, returning: endpoint.response?.content)
      + VersionRule.findings(in: attributes, of: endpoint.name.name, endpoint.response, endpoint.method)
      + ChecksumRule.findings(
        in: attributes, of: endpoint.name.name, endpoint.response,
        mayReadBytes: endpoint.request.map { $0.baseName != "Empty" } ?? false)
    if let result,
      let findings = HeaderTupleRule.findings(in: result, of: endpoint.name.name, method: endpoint.method)
    {
      return statuses + findings
    }
    let findings =
      statuses
      + (result.flatMap { StreamTypeRule.resultFinding($0) ?? ResultRule.spellingFinding($0) }.map { [$0] } ?? [])
      + (result.flatMap { ResultRule.tupleFinding($0, allowsLabels: false) }.map { [$0] } ?? [])
    let head = result.flatMap {
      ResultRule.headFinding($0, of: endpoint.name.name, method: endpoint.method, nothing: "write 'Empty'")
    }
    // Check the type only if there are no findings yet: a tuple or stream that is not allowed already has a message.
    let types = findings.isEmpty ? result.map(ResultRule.typeFindings) : nil
    return findings + (head.map { [$0] } ?? []) + (types ?? [])
  }
}

extension TypeSyntax {
  /// True for `Void` and `()`, also inside parentheses.
  fileprivate var isVoid: Bool {
    guard let tuple = self.as(TupleTypeSyntax.self) else { return baseName == "Void" }
    return tuple.elements.count < 2 && tuple.elements.first?.type.isVoid ?? true
  }
}
