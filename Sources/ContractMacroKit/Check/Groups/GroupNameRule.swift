import SwiftSyntax

/// A rule: no member has the name of a generated member.
enum GroupNameRule {
  static func findings(in group: GroupModel) -> [Finding] {
    DeclaredMember.members(of: group.declaration).filter(isTaken).map { member in
      Finding(
        "reserved-name", at: member.token,
        member.kind == .initializer
          ? "'@API' generates this initializer; remove it."
          : "Every group already has a member '\(member.name)'; rename this one.")
    } + staticNameFindings(group)
  }

  /// Returns true if a member has the name of a generated member, or if two endpoints would have the same name.
  static func hasConflict(in declaration: ClassDeclSyntax) -> Bool {
    let members = DeclaredMember.members(of: declaration)
    let endpoints = members.filter { $0.kind == .property }.map { Identifier($0.name).staticMember }
    return members.contains(where: isTaken) || Set(endpoints).count < endpoints.count
  }

  /// Returns the generated names that conflict with the user's members.
  static func takenNames(in declaration: ClassDeclSyntax) -> Set<String> {
    Set(DeclaredMember.members(of: declaration).filter(isTaken).map(\.name))
  }

  private static func isTaken(_ member: DeclaredMember) -> Bool {
    switch member.kind {
    case .property: ["caller", "Endpoints", "__functions"].contains(member.name)
    case .staticProperty: ["all", "Endpoints"].contains(member.name)
    case .function: member.isBare && member.name == "caller"
    case .staticFunction: member.isBare && member.name == "all"
    case .type: ["all", "Endpoints", "__Functions"].contains(member.name)
    case .initializer: member.declaration.as(InitializerDeclSyntax.self)?.takesCaller ?? false
    case .enumCase: false
    }
  }

  /// Returns the errors of endpoints that would have the same name in `Endpoints`, where `self` becomes `self_`.
  private static func staticNameFindings(_ group: GroupModel) -> [Finding] {
    var owners: [Identifier: Identifier] = [:]
    return group.endpoints.compactMap { endpoint in
      let owner = owners.updateValue(endpoint.name, forKey: endpoint.name.staticMember)
      guard let owner, owner != endpoint.name else { return nil }
      return Finding(
        "duplicate-name", at: endpoint.nameToken,
        "'\(endpoint.name.name)' and '\(owner.name)' would both be generated as 'Endpoints.\(endpoint.name.staticMember.name)'; "
          + "rename one of the two.")
    }
  }
}

extension InitializerDeclSyntax {
  /// True for the initializer that a group generates.
  fileprivate var takesCaller: Bool {
    let parameters = signature.parameterClause.parameters
    guard let only = parameters.first, parameters.count == 1, only.firstName.text == "_" else { return false }
    return only.type.tokens(viewMode: .sourceAccurate).contains { $0.text == "EndpointCaller" }
  }
}
