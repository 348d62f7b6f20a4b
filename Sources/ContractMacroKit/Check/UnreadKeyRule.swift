import SwiftSyntax

/// A rule: coding keys are not declared where attributes set the names on the wire, unless the type is also Codable.
enum UnreadKeyRule {
  private static let coding: Set<String> = ["Codable", "Decodable", "Encodable"]

  /// Returns the errors of coding keys in a type.
  ///
  /// - Parameter remedy: the other way to set names.
  static func findings(in type: some DeclGroupSyntax, remedy: String) -> [Finding] {
    let inherited = type.inheritanceClause?.inheritedTypes.compactMap(\.type.baseName) ?? []
    guard coding.isDisjoint(with: inherited), !type.attributes.mayContain("Schema") else { return [] }
    return type.memberBlock.members.compactMap { $0.decl.as(EnumDeclSyntax.self)?.name }
      .filter { $0.text.hasSuffix("CodingKeys") }
      .map { name in
        Finding("unread-keys", at: name, "'\(name.text)' has no effect on the names on the wire; \(remedy).")
      }
  }
}
