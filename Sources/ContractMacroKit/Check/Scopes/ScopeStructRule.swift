import SwiftDiagnostics
import SwiftSyntax

/// A rule: a scope is a struct without stored properties, whose members have unique names.
enum ScopeStructRule {
  static func findings(in scope: ScopeModel) -> [Finding] {
    let declaration = scope.frame.declaration
    var findings: [Finding] = []
    if let clause = declaration.genericParameterClause {
      findings.append(
        Finding("generic-scope", at: clause, "A scope cannot be generic, because its endpoints are concrete."))
    }
    if scope.frame.isRoot, let outer = scope.genericType {
      findings.append(.insideGeneric("generic-scope", declaration.name, in: outer))
    }
    if !scope.frame.isRoot, let modifier = declaration.modifiers.first(where: { $0.name.text == "private" }) {
      findings.append(
        Finding(
          "private-scope", at: modifier,
          "'Endpoints' of the outermost struct refers to every scope, and cannot see the private "
            + "'\(scope.frame.name.name)'; "
            + "write 'fileprivate'.",
          fixIts: [
            FixIt(
              "private-scope", "write 'fileprivate'", replace: modifier,
              with: modifier.with(\.name, modifier.name.with(\.tokenKind, .keyword(.fileprivate))))
          ]))
    }
    findings += RepeatedAttribute.findings(of: "Path", in: declaration.attributes)
    let outer = scope.frames.dropLast().flatMap(\.path.arguments)
    findings += ScopePathRule.findings(in: scope.frame.path, after: outer, takesQuery: false)
    findings += declaration.attributes.named("Throws").flatMap(\.unlabeledArguments).compactMap(ThrowsRule.finding)
    findings += TraitRule.findings(in: declaration.attributes, of: scope.frame.name.name)
    findings += MergePatchRule.findings(
      in: declaration.attributes, around: scope.everyScope.flatMap { $0.functions.map(\.content) },
      in: scope.frame.name.name)
    return findings + conditionalFindings(declaration) + propertyFindings(declaration)
      + ScopeNameRule.findings(in: scope)
  }

  /// Returns the error of a struct with `@Path` that is not inside a scope.
  static func contextFinding(of declaration: StructDeclSyntax, in lexicalContext: [Syntax]) -> Finding? {
    guard let attribute = declaration.attributes.named("Path").first else { return nil }
    let name = declaration.name.text
    if let scope = ScopeParser.parse(declaration, in: lexicalContext) {
      guard scope.frames.count > ScopeModel.maximumDepth + 1 else { return nil }
      return Finding(
        "scope-depth", at: attribute,
        "Scopes are nested at most \(ScopeModel.maximumDepth) deep, and '\(name)' is deeper; write its path in the attribute "
          + "of the scope around it, or make it a separate struct with '@API(prefix:)'.")
    }
    guard let parent = lexicalContext.first?.as(StructDeclSyntax.self) else {
      return Finding(
        "scope-context", at: attribute,
        "A struct with '@Path' is a scope inside a struct with '@API'; move '\(name)' into such a struct, or write "
          + "'@API(prefix:)' instead of '@Path'.")
    }
    // If the enclosing struct also has `@Path`, the error is reported at that attribute.
    guard parent.attributes.named("Path").isEmpty else { return nil }
    return Finding(
      "unread-attribute", at: attribute,
      "'@Path' has no effect without '@API'; add '@API' to '\(parent.name.text)'.")
  }

  private static func conditionalFindings(_ declaration: StructDeclSyntax) -> [Finding] {
    declaration.memberBlock.members.compactMap { $0.decl.as(IfConfigDeclSyntax.self) }.filter { conditional in
      conditional.containsMember { ScopeParser.isEndpoint($0) || ScopeParser.isScope($0) }
    }.map { conditional in
      Finding(
        "conditional-endpoint", at: conditional,
        "An endpoint inside '#if' is not seen by '@API'; put the condition around two structs instead.")
    }
  }

  private static func propertyFindings(_ declaration: StructDeclSyntax) -> [Finding] {
    declaration.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap { variable in
      let isShared = variable.modifiers.contains { $0.name.text == "static" }
      return variable.bindings.compactMap { binding -> Finding? in
        guard !isShared, !binding.isComputed, binding.initializer == nil else { return nil }
        return Finding(
          "scope-property", at: binding.pattern,
          "The initializer that '@API' generates does not set this property; give the property an initial value, or "
            + "put it into the path.")
      }
    }
  }
}
