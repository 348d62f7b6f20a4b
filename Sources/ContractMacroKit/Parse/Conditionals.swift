import SwiftSyntax

extension AttributeListSyntax {
  /// The attributes of this package that macros read from declarations. `@Schema` is not included, because it has no
  /// arguments and therefore works inside `#if` as well.
  private static let read: Set<String> = TraitParser.names.union(TraitParser.ofEndpoints).union(EndpointParser.verbs)
    .union([
      "HTTP", "WebSocket", "Status", "Throws", "Default", "Name", "Paged", "Validate", "Doc", "Example", "Tagged",
      "Positional", "API", "Mock", "Request", "APIError", "APIResult",
    ])

  /// The groups of attributes inside `#if`.
  private var conditionals: [IfConfigDeclSyntax] {
    compactMap { $0.as(IfConfigDeclSyntax.self) }
  }

  /// The groups inside `#if` with attributes that a macro should read but does not see there.
  var unseen: [IfConfigDeclSyntax] {
    conditionals.filter { conditional in
      conditional.containsAttribute { Self.read.contains($0) || InputKind(attribute: $0) != nil }
    }
  }

  /// Returns true if there is an attribute with this name, inside or outside `#if`.
  func mayContain(_ name: String) -> Bool {
    !named(name).isEmpty || conditionals.contains { $0.containsAttribute { $0 == name } }
  }
}

extension IfConfigDeclSyntax {
  /// Returns true if a branch contains an attribute whose name satisfies a condition.
  fileprivate func containsAttribute(_ isWanted: (String) -> Bool) -> Bool {
    clauses.contains { clause in
      guard case .attributes(let attributes) = clause.elements else { return false }
      return attributes.contains { element in
        if let nested = element.as(IfConfigDeclSyntax.self) { return nested.containsAttribute(isWanted) }
        return element.as(AttributeSyntax.self)?.attributeName.baseName.map(isWanted) ?? false
      }
    }
  }

  /// Returns true if a branch contains a member that satisfies a condition.
  func containsMember(_ isWanted: (DeclSyntax) -> Bool) -> Bool {
    clauses.contains { clause in
      guard case .decls(let members) = clause.elements else { return false }
      return members.contains { member in
        member.decl.as(IfConfigDeclSyntax.self)?.containsMember(isWanted) ?? isWanted(member.decl)
      }
    }
  }
}
