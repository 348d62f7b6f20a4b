import SwiftSyntax

extension [Syntax] {
  /// The innermost generic type in a lexical context; nil without one. Types inside it cannot store static properties.
  var genericType: Identifier? {
    lazy.compactMap { node -> Identifier? in
      guard node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil else { return nil }
      return node.asProtocol((any NamedDeclSyntax).self).map { Identifier($0.name) }
    }.first
  }
}

extension Finding {
  /// Returns the error of a type whose endpoints would be static properties of a type inside a generic type.
  static func insideGeneric(_ id: String, _ name: TokenSyntax, in outer: Identifier) -> Finding {
    Finding(
      id, at: name,
      "'\(outer.name)' is generic, so a type inside it cannot store endpoints; "
        + "move '\(Identifier(name).name)' out of it.")
  }
}
