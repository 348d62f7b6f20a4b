import SwiftSyntax

/// A rule: the type can be extended, is completely visible to the macro, and does not implement its coding.
struct SchemaTypeRule: SchemaRule {
  func findings(in schema: SchemaModel) -> [Finding] {
    ownCodingFindings(schema) + conditionalFindings(schema) + tupleFindings(schema) + countFindings(schema)
  }

  private func ownCodingFindings(_ schema: SchemaModel) -> [Finding] {
    schema.ownCoding.prefix(1).map { token in
      let name = token.tokenKind == .keyword(.`init`) ? "init(from:)" : "encode(to:)"
      return Finding(
        "own-coding", at: token,
        "Both '@Schema' and this '\(name)' define the coding of '\(schema.name.name)'; "
          + "remove '\(name)', or '@Schema' to stay with plain Codable.")
    }
  }

  private func conditionalFindings(_ schema: SchemaModel) -> [Finding] {
    schema.conditionals.compactMap { conditional -> Finding? in
      let word: String
      if conditional.containsMember(\.isSchemaMember) {
        word = "A \(schema.cases.isEmpty ? "property" : "case")"
      } else if conditional.containsMember(\.declaresKeys) {
        word = "'CodingKeys'"
      } else {
        return nil
      }
      return Finding(
        "conditional-member", at: conditional,
        "\(word) inside '#if' is not seen by '@Schema'; put the condition around two types instead.")
    }
  }

  private func tupleFindings(_ schema: SchemaModel) -> [Finding] {
    schema.tuples.map { pattern in
      Finding(
        "tuple-pattern", at: pattern,
        "A macro does not see the types of '\(pattern.trimmedDescription)'; "
          + "declare each property by itself.")
    }
  }

  private func countFindings(_ schema: SchemaModel) -> [Finding] {
    let limit = SchemaModel.maximumMembers
    let members = schema.members.filter { $0.key != nil }
    guard members.count > limit else { return [] }
    return [
      Finding(
        "too-many-members", at: members[limit].nameToken,
        "'\(schema.name.name)' has \(members.count) members, and '@Schema' reads at most \(limit); "
          + "move some of them to another type, or remove '@Schema'.")
    ]
  }

  /// Returns the error of a type that its extension cannot name.
  static func hidden(_ schema: SchemaModel, in lexicalContext: [Syntax]) -> [Finding] {
    let finding = PrivateTypeRule.finding(
      "private-schema", schema.declaration, schema.declaration.name, of: "@Schema", in: lexicalContext)
    return finding.map { [$0] } ?? []
  }
}

extension SchemaModel {
  /// The maximum number of members of an object.
  static let maximumMembers = 4095
}

extension DeclSyntax {
  /// True for a stored property and a case.
  fileprivate var isSchemaMember: Bool {
    self.as(VariableDeclSyntax.self).map(SchemaParser.isStored) ?? self.is(EnumCaseDeclSyntax.self)
  }

  /// True for the coding keys of a type or of a case.
  fileprivate var declaresKeys: Bool {
    asProtocol((any NamedDeclSyntax).self)?.name.text.hasSuffix("CodingKeys") ?? false
  }
}
