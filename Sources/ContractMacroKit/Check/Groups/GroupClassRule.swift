import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: the class is final, conforms to `EndpointGroup`, and stores only endpoints and values with initial values.
enum GroupClassRule {
  static func findings(in group: GroupModel) -> [Finding] {
    let declaration = group.declaration
    var findings: [Finding] = []
    let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    if !inherited.contains(where: { $0.baseName == "EndpointGroup" }) {
      findings.append(
        Finding(
          "not-a-group", at: declaration.name,
          "A class with '@API' is a group of endpoints; write 'final class \(group.name.source): EndpointGroup'."))
    } else if !declaration.modifiers.contains(where: { $0.name.text == "final" }) {
      findings.append(
        Finding(
          "group-not-final", at: declaration.classKeyword,
          "A group is shared between tasks, so subclasses must not add state; write 'final class'.",
          fixIts: [
            FixIt(
              "group-not-final", "write 'final class'", replace: declaration.classKeyword,
              with: TokenSyntax.identifier("final class").with(\.leadingTrivia, declaration.classKeyword.leadingTrivia)
                .with(\.trailingTrivia, declaration.classKeyword.trailingTrivia))
          ]))
    }
    if let clause = declaration.genericParameterClause {
      findings.append(
        Finding("generic-group", at: clause, "A group cannot be generic, because its endpoints are concrete."))
    }
    if let outer = group.genericType {
      findings.append(.insideGeneric("generic-group", declaration.name, in: outer))
    }
    if let attribute = group.attribute { findings += PrefixRule.findings(in: attribute, group.prefix) }
    findings += group.failures.compactMap(ThrowsRule.finding)
    findings += TraitRule.findings(in: declaration.attributes, of: group.name.name)
    return findings + conditionalFindings(declaration) + group.otherProperties.flatMap(propertyFindings)
  }

  private static func conditionalFindings(_ declaration: ClassDeclSyntax) -> [Finding] {
    declaration.memberBlock.members.compactMap { $0.decl.as(IfConfigDeclSyntax.self) }.filter { conditional in
      conditional.containsMember { member in
        member.as(VariableDeclSyntax.self).map { GroupParser.endpoint($0, prefix: nil) != nil } ?? false
      }
    }.map { conditional in
      Finding(
        "conditional-endpoint", at: conditional,
        "An endpoint inside '#if' is not seen by '@API'; put the condition around two classes instead.")
    }
  }

  private static func propertyFindings(_ variable: VariableDeclSyntax) -> [Finding] {
    let isShared = variable.modifiers.contains { ["static", "class"].contains($0.name.text) }
    guard !isShared else { return [] }
    return variable.bindings.compactMap { binding in
      guard !binding.isComputed, binding.initializer == nil,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
      else { return nil }
      return Finding(
        "variable-without-verb", at: name,
        "'\(name.text)' has no verb and no value; add a verb such as '@GET(\"/\(Identifier(name).name)\")', "
          + "or an initial value.")
    }
  }
}
