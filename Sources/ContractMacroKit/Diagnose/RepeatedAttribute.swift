import SwiftSyntax
import SwiftSyntaxMacros

/// A repeated attribute on one declaration; the first one applies.
enum RepeatedAttribute {
  /// Returns the error of an attribute that follows another attribute of the same name.
  static func finding(
    about node: AttributeSyntax, on declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> Finding? {
    guard let group = declaration.asProtocol((any DeclGroupSyntax).self), isRepeated(node, on: group, in: context)
    else { return nil }
    return finding(about: node)
  }

  /// Returns the errors of all but the first attribute of a name.
  static func findings(of name: String, in attributes: AttributeListSyntax) -> [Finding] {
    attributes.named(name).dropFirst().map(finding)
  }

  private static func finding(about node: AttributeSyntax) -> Finding {
    Finding("repeated-attribute", at: node, "'\(node.writtenName)' is repeated here; remove one of the two.")
  }

  /// Returns true unless the attribute is the first with its name.
  static func isRepeated(
    _ node: AttributeSyntax, on declaration: any DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> Bool {
    let attributes = declaration.attributes.named(node.attributeName.baseName ?? "")
    guard attributes.count > 1, let first = attributes.first else { return false }
    // Macros receive copies of attributes. Copies can be compared only by location.
    let locations = [node, first].map { context.location(of: $0)?.text }
    return locations[0] != locations[1]
  }
}

extension AbstractSourceLocation {
  fileprivate var text: String { "\(line.trimmedDescription):\(column.trimmedDescription)" }
}

extension MacroExpansionContext {
  /// True inside a function, where declarations cannot be extended.
  var isInsideFunction: Bool {
    lexicalContext.contains {
      $0.asProtocol((any WithCodeBlockSyntax).self) != nil || $0.is(ClosureExprSyntax.self)
        || $0.is(AccessorDeclSyntax.self) || $0.is(FunctionDeclSyntax.self) || $0.is(InitializerDeclSyntax.self)
    }
  }
}
