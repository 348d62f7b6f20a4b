import SwiftDiagnostics
import SwiftSyntax

/// A rule: a type with a generated extension is not private, and neither are the types around it, because an extension
/// at file scope cannot name private types.
enum PrivateTypeRule {
  /// Returns the error of a type that is declared inside `lexicalContext`.
  static func finding(
    _ id: String, _ declaration: some DeclGroupSyntax, _ name: TokenSyntax, of macro: String,
    in lexicalContext: [Syntax]
  ) -> Finding? {
    guard !lexicalContext.isEmpty else { return nil }
    let message = "'\(macro)' extends '\(Identifier(name).name)' at the top of the file, where"
    if let modifier = privateModifier(declaration.modifiers) {
      let fixed = modifier.with(\.name, modifier.name.with(\.tokenKind, .keyword(.fileprivate)))
      return Finding(
        id, at: modifier, "\(message) a private type is not seen; write 'fileprivate'.",
        fixIts: [FixIt(id, "write 'fileprivate'", replace: modifier, with: fixed)])
    }
    // The outermost type is skipped, because at file scope `private` means `fileprivate`. The error is at `name`, because the
    // context is a copy without locations.
    let hidden = lexicalContext.dropLast().first { outer in
      outer.asProtocol((any WithModifiersSyntax).self).flatMap { privateModifier($0.modifiers) } != nil
    }
    guard let outer = hidden?.asProtocol((any NamedDeclSyntax).self)?.name else { return nil }
    return Finding(
      id, at: name,
      "\(message) the private type '\(Identifier(outer).name)' around it is not seen; make that 'fileprivate'.")
  }

  private static func privateModifier(_ modifiers: DeclModifierListSyntax) -> DeclModifierSyntax? {
    modifiers.first { $0.name.tokenKind == .keyword(.private) && $0.detail == nil }
  }
}
