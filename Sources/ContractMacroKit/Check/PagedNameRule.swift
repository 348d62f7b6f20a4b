import SwiftSyntax

/// A rule: the function that `@Paged` generates has a signature that no other member has.
enum PagedNameRule {
  /// Returns the error of a function of a contract.
  static func finding(_ endpoint: EndpointModel, in contract: ContractModel) -> Finding? {
    let own = endpoint.pagedName
    let labels = endpoint.pagedLabels
    let owner = contract.endpoints.first { other in
      if other.name == own, other.labels == labels { return true }
      let isEarlier = other.function.position < endpoint.function.position
      return isEarlier && !other.pagings.isEmpty && other.pagedName == own && other.pagedLabels == labels
    }
    return owner.map { finding(own, labels, $0.fullName, endpoint.name, at: endpoint.function.name) }
  }

  /// Returns the error of a function of a scope.
  static func finding(_ function: ScopeFunctionModel, in scope: ScopeModel) -> Finding? {
    let own = PagingModel.name(for: function.name)
    let labels = function.pagedLabels
    let declaration = scope.frame.declaration
    let opened = scope.scopes.first { $0.frame.accessor == own && $0.frame.path.arguments.isEmpty && labels.isEmpty }
    let generated = scope.functions.first { other in
      let otherLabels = other.path.arguments.map(\.name.name) + other.inputs.map { $0.label?.name ?? "_" }
      return other.name == own && otherLabels == labels
    }
    let owner =
      opened.map { $0.frame.accessor.name } ?? generated.map { $0.name.name }
      ?? taken(own, labels, in: declaration, ignoring: scope.functions.map(\.function.name))
    return owner.map { finding(own, labels, $0, function.name, at: function.function.name) }
  }

  /// Returns the error of a variable of a group.
  static func finding(_ endpoint: GroupEndpointModel, in group: GroupModel) -> Finding? {
    let own = PagingModel.name(for: endpoint.name)
    // A closure variable of that name would make a call ambiguous.
    let variable = group.endpoints.first { $0.name == own }?.name.name
    let owner = variable ?? taken(own, ["_"], in: group.declaration)
    return owner.map { finding(own, ["_"], $0, endpoint.name, at: endpoint.nameToken) }
  }

  /// Returns the error of a request.
  static func finding(in request: RequestModel) -> Finding? {
    let member = DeclaredMember.members(of: request.declaration).first { member in
      member.kind == .function && member.name == "all" && member.labels == ["with"]
    }
    return member.map { member in
      Finding("paged-name", at: member.token, "'@Paged' generates 'all(with:)'; rename this function.")
    }
  }

  /// Returns the name of a member with the signature.
  private static func taken(
    _ name: Identifier, _ labels: [String], in declaration: some DeclGroupSyntax, ignoring tokens: [TokenSyntax] = []
  ) -> String? {
    DeclaredMember.members(of: declaration).first { member in
      guard member.name == name.name, !tokens.contains(where: { $0.id == member.token.id }) else { return false }
      return member.kind == .function ? member.labels == labels : member.kind == .property && labels.isEmpty
    }?.name
  }

  private static func finding(
    _ name: Identifier, _ labels: [String], _ owner: String, _ endpoint: Identifier, at token: TokenSyntax
  ) -> Finding {
    let text = "\(name.name)(\(labels.map { $0 + ":" }.joined()))"
    return Finding(
      "paged-name", at: token,
      "'@Paged' would generate '\(text)', which conflicts with '\(owner)'; rename '\(endpoint.name)' or remove '@Paged'."
    )
  }
}

extension DeclaredMember {
  /// The labels of a function, `_` for none; empty for other members.
  fileprivate var labels: [String] {
    declaration.as(FunctionDeclSyntax.self)?.signature.parameterClause.parameters.map {
      Identifier($0.firstName).name
    } ?? []
  }
}
