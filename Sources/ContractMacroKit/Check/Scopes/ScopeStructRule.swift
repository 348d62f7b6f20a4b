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
    if !scope.frame.isRoot, let modifier = declaration.modifiers.first(where: { $0.name.text == "private" }) {
      findings.append(
        Finding(
          "private-scope", at: modifier,
          "'Endpoints' of the outermost struct names every scope, and would not see '\(scope.frame.name.name)'; "
            + "write 'fileprivate'.",
          fixIts: [
            FixIt(
              "private-scope", "write 'fileprivate'", replace: modifier,
              with: modifier.with(\.name, modifier.name.with(\.tokenKind, .keyword(.fileprivate))))
          ]))
    }
    let outer = scope.frames.dropLast().flatMap(\.path.arguments)
    findings += ScopePathRule.findings(in: scope.frame.path, after: outer, takesQuery: false)
    findings += declaration.attributes.named("Throws").flatMap(\.unlabeledArguments).compactMap(ThrowsRule.finding)
    findings += TraitRule.findings(in: declaration.attributes, of: scope.frame.name.name)
    return findings + propertyFindings(declaration) + memberFindings(scope)
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
          + "of the scope around it, or make it a struct with '@API(prefix:)' of its own.")
    }
    guard let parent = lexicalContext.first?.as(StructDeclSyntax.self) else {
      return Finding(
        "scope-context", at: attribute,
        "A scope is inside the struct with '@API' that it belongs to; move '\(name)' into one, or make it one with "
          + "'@API(prefix:)'.")
    }
    // The enclosing scope reports the error.
    guard parent.attributes.named("Path").isEmpty else { return nil }
    return Finding(
      "unread-attribute", at: attribute,
      "'@Path' has no effect without '@API'; add '@API' to '\(parent.name.text)'.")
  }

  private static func propertyFindings(_ declaration: StructDeclSyntax) -> [Finding] {
    declaration.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap { variable in
      let isShared = variable.modifiers.contains { $0.name.text == "static" }
      return variable.bindings.compactMap { binding -> Finding? in
        guard !isShared, !binding.isComputed, binding.initializer == nil else { return nil }
        return Finding(
          "scope-property", at: binding.pattern,
          "'@API' makes the initializer of a scope, which has no value for this property; give it one, or put it into "
            + "the path.")
      }
    }
  }

  /// Returns the errors of functions and scopes with the same generated name, and of types that an input would hide.
  private static func memberFindings(_ scope: ScopeModel) -> [Finding] {
    var taken = scope.reservedNames
    var findings: [Finding] = []
    let inputs = Set(scope.functions.flatMap { [$0.inputName.name, $0.responseName.name] })
    for function in scope.functions {
      if scope.reservedNames.contains(function.name.name) {
        findings.append(reserved(function.name.name, at: function.function.name))
      } else if !taken.insert(function.name.name).inserted {
        findings.append(duplicate(function.name.name, at: function.function.name))
      }
      findings += function.function.signature.tokens(viewMode: .sourceAccurate).filter { token in
        let previous = token.previousToken(viewMode: .sourceAccurate)?.text
        return inputs.contains(token.text) && previous != "." && previous != "::"
      }.map { token in
        Finding(
          "hidden-type", at: token,
          "The generated 'Endpoints.\(token.text)' would hide your type '\(token.text)'; "
            + "write the type or module around it before it, or rename one of the two.")
      }
    }
    for inner in scope.scopes where !inner.frame.path.isArgumentsOnly {
      if !taken.insert(inner.frame.accessor.name).inserted {
        findings.append(duplicate(inner.frame.accessor.name, at: inner.frame.declaration.name))
      }
    }
    return findings
  }

  private static func reserved(_ name: String, at token: TokenSyntax) -> Finding {
    let owner = name == "all" ? "the list of all endpoints" : "the property that sends requests"
    return Finding(
      "duplicate-name", at: token, "'\(name)' and \(owner) would have one name; rename '\(name)'.")
  }

  private static func duplicate(_ name: String, at token: TokenSyntax) -> Finding {
    Finding(
      "duplicate-name", at: token,
      "'\(name)' is generated for another member of this scope already; rename one of the two.")
  }
}
