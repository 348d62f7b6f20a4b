import SwiftSyntax

/// A rule: a type that is coded can be copied, as the protocols of the generated code require.
enum NoncopyableRule {
  static func finding(_ declaration: some DeclGroupSyntax) -> Finding? {
    let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    return inherited.first { $0.as(SuppressedTypeSyntax.self)?.type.baseName == "Copyable" }.map { type in
      Finding(
        "noncopyable", at: type,
        "A value that is sent is copied, so its type cannot be '~Copyable'; remove '~Copyable'.")
    }
  }
}
