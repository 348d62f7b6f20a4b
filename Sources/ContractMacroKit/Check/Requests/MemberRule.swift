import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: every stored property of a request has exactly one location and can be set.
struct MemberRule: RequestRule {
  func findings(in request: RequestModel) -> [Finding] {
    var names: Set<String> = []
    return request.members.flatMap { member -> [Finding] in
      let name = member.name.name
      guard let location = member.location else { return [unplaced(member)] }
      if name.hasPrefix("__") {
        return [
          Finding(
            "reserved-name", at: member.nameToken,
            "Names that start with '__' belong to generated code; rename '\(name)'.")
        ]
      }
      if !names.insert(name).inserted { return [] }
      let others = member.locations.dropFirst().map { other in
        Finding(
          "two-locations", at: other.attribute,
          "'\(name)' already has the location '\(location.attribute.writtenName)'; "
            + "remove '\(other.attribute.writtenName)'.",
          fixIts: [removal(of: other.attribute, from: member.variable)])
      }
      return others + storageFindings(member, location)
    }
  }

  private func unplaced(_ member: MemberModel) -> Finding {
    var fixed = member.variable
    let query = AttributeSyntax(attributeName: TypeSyntax("Query"), trailingTrivia: .space)
    fixed.attributes = [.attribute(query.with(\.leadingTrivia, member.variable.leadingTrivia))]
    fixed.attributes += member.variable.attributes.with(\.leadingTrivia, [])
    if member.variable.attributes.isEmpty {
      if fixed.modifiers.isEmpty {
        fixed.bindingSpecifier.leadingTrivia = []
      } else {
        fixed.modifiers.leadingTrivia = []
      }
    }
    return Finding(
      "member-without-location", at: member.nameToken,
      "'\(member.name.name)' has no location; add '@Query', '@Header', '@Path', '@Field' or '@Body', "
        + "or make it static or computed.",
      fixIts: [FixIt("member-without-location", "add '@Query'", replace: member.variable, with: fixed)])
  }

  private func storageFindings(_ member: MemberModel, _ location: LocationModel) -> [Finding] {
    let name = member.name.name
    let variable = member.variable
    for modifier in variable.modifiers
    where ["static", "class", "lazy", "weak", "unowned"].contains(modifier.name.text) {
      return [
        Finding(
          "member-modifier", at: modifier,
          "An input belongs to one request and has its value from the start, so '\(name)' cannot be "
            + "'\(modifier.name.text)'; remove '\(modifier.name.text)' or '\(location.attribute.writtenName)'.")
      ]
    }
    if member.binding.isComputed {
      return [
        Finding(
          "computed-member", at: location.attribute,
          "A server could not set '\(name)', which is computed; remove '\(location.attribute.writtenName)' or the getter."
        )
      ]
    }
    if variable.bindingSpecifier.tokenKind == .keyword(.let), member.initialValue != nil {
      return [
        Finding(
          "constant-member", at: variable.bindingSpecifier,
          "'\(name)' has its value already, so no request could set it; write 'var'.",
          fixIts: [
            FixIt(
              "constant-member", "write 'var'", replace: variable.bindingSpecifier,
              with: variable.bindingSpecifier.with(\.tokenKind, .keyword(.var)))
          ])
      ]
    }
    return []
  }

  private func removal(of attribute: AttributeSyntax, from variable: VariableDeclSyntax) -> FixIt {
    var fixed = variable
    fixed.attributes = variable.attributes.filter { $0.id != attribute.id }
    return FixIt("two-locations", "remove '\(attribute.trimmedDescription)'", replace: variable, with: fixed)
  }
}
