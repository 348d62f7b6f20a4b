import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: the protocol is `Sendable`, and refines only contracts.
struct InheritanceRule: ContractRule {
  /// Protocols that require nothing of the generated types.
  static let markers: Set<String> = ["Sendable", "SendableMetatype", "Copyable", "Escapable"]

  /// The names of standard library protocols, which are certainly not contracts.
  private static let others: Set<String> = [
    "BitwiseCopyable", "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible", "Decodable",
    "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "AsyncSequence", "Sequence",
  ]

  func check(_ contract: ContractModel, into report: inout Report) {
    let inherited = contract.declaration.inheritedProtocols
    checkSendable(contract, inherited, into: &report)
    var seen: Set<String> = []
    for type in inherited where !Self.markers.contains(type.baseName ?? "") {
      let finding = finding(about: type) ?? duplicate(type, in: contract, &seen)
      if let finding { report.add(finding, damage: .everything) }
    }
    checkAttributes(contract, into: &report)
  }

  /// Reports a protocol that is not `Sendable`, unless it refines a protocol that may be `Sendable`.
  private func checkSendable(_ contract: ContractModel, _ inherited: [TypeSyntax], into report: inout Report) {
    let declaration = contract.declaration
    let names = inherited.map(\.baseName)
    let others = names.filter { !Self.markers.contains($0 ?? "") && $0 != "AnyObject" }
    guard !names.contains("Sendable"), others.isEmpty else { return }
    report.add(
      Finding(
        "not-sendable", at: declaration.name,
        "'\(contract.name.name)' must be Sendable, because a server calls it from many tasks; write "
          + "'protocol \(contract.name.source): Sendable'.",
        fixIts: [Self.sendableFix(declaration)]), damage: .routes)
  }

  /// Returns the error of a type that is certainly not a contract.
  private func finding(about type: TypeSyntax) -> Finding? {
    let name = type.baseName ?? ""
    if ["AnyObject", "Actor", "DistributedActor", "GlobalActor", "Observable"].contains(name) {
      return Finding(
        "class-protocol", at: type,
        "The generated client is a struct, so an API protocol cannot be limited to classes; remove '\(name)'.")
    }
    guard ParentModel(type) == nil || Self.others.contains(name) else { return nil }
    return Finding(
      "inheritance", at: type,
      "An API protocol refines only other API protocols and 'Sendable'; remove '\(type.trimmedDescription)'.")
  }

  /// Returns the error of a parent that has the same generated name as an earlier parent.
  private func duplicate(_ type: TypeSyntax, in contract: ContractModel, _ seen: inout Set<String>) -> Finding? {
    guard let name = ParentModel(type)?.property.name, !seen.insert(name).inserted else { return nil }
    return Finding(
      "duplicate-parent", at: type,
      "'\(contract.name.name)' already refines a protocol named '\(type.baseName ?? "")'; remove or rename one of the "
        + "two.")
  }

  /// Reports attributes of a contract that declares no functions. They do not apply to the functions of its parents.
  private func checkAttributes(_ contract: ContractModel, into report: inout Report) {
    guard contract.endpoints.isEmpty, !contract.parents.isEmpty else { return }
    let attributes = contract.declaration.attributes.plain
    for attribute in attributes {
      let name = attribute.attributeName.baseName ?? ""
      let prefix = name == "API" ? attribute.argument("prefix").map { Syntax($0) } : nil
      guard prefix != nil || TraitParser.names.contains(name) || name == "Throws" else { continue }
      report.add(
        Finding(
          "inherited-attribute", at: prefix ?? Syntax(attribute),
          "'\(prefix == nil ? attribute.writtenName : "prefix")' applies only to functions that "
            + "'\(contract.name.name)' itself declares, and there are none; write it on the refined protocols."),
        damage: .none)
    }
  }

  private static func sendableFix(_ declaration: ProtocolDeclSyntax) -> FixIt {
    let sendable = InheritedTypeSyntax(type: TypeSyntax("Sendable"))
    var fixed = declaration
    if var clause = declaration.inheritanceClause {
      let last = clause.inheritedTypes.count - 1
      let types = clause.inheritedTypes.enumerated().map { index, type in
        index == last
          ? type.with(\.type, type.type.trimmed).with(\.trailingComma, .commaToken(trailingTrivia: .space)) : type
      }
      clause.inheritedTypes = InheritedTypeListSyntax(types + [sendable.with(\.trailingTrivia, .space)])
      fixed.inheritanceClause = clause
    } else {
      fixed.name = declaration.name.with(\.trailingTrivia, [])
      fixed.inheritanceClause = InheritanceClauseSyntax(
        colon: .colonToken(trailingTrivia: .space),
        inheritedTypes: [sendable.with(\.trailingTrivia, declaration.name.trailingTrivia)])
    }
    return FixIt("not-sendable", "add ': Sendable'", replace: declaration, with: fixed)
  }
}
