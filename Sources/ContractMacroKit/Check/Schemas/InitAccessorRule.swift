import SwiftSyntax

/// A rule: the memberwise initializer, which the reader calls, has the stored properties as its parameters.
struct InitAccessorRule: SchemaRule {
  func findings(in schema: SchemaModel) -> [Finding] {
    // If the type declares an initializer, the reader calls a generated one.
    guard case .object = schema.shape, !schema.hasInitializer else { return [] }
    let variables = schema.declaration.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
    return variables.flatMap(\.bindings).compactMap { binding in
      guard let accessor = binding.initAccessor else { return nil }
      return Finding(
        "init-accessor", at: accessor,
        "The memberwise initializer has '\(binding.pattern.trimmedDescription)' as a parameter instead of what it "
          + "initializes, so '@Schema' cannot call it; declare an initializer, or remove 'init'.")
    }
  }
}

extension PatternBindingSyntax {
  /// The keyword of the accessor that initializes other properties (SE-0400); nil without one.
  fileprivate var initAccessor: TokenSyntax? {
    guard case .accessors(let list) = accessorBlock?.accessors else { return nil }
    return list.first { $0.accessorSpecifier.tokenKind == .keyword(.`init`) }?.accessorSpecifier
  }
}
