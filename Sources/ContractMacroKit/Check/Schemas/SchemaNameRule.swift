import SwiftSyntax

/// A rule: wire names are unique, and no member has the name of a generated member.
struct SchemaNameRule: SchemaRule {
  func findings(in schema: SchemaModel) -> [Finding] {
    // `SchemaCaseRule` reports cases.
    let taken = schema.takenMembers.filter { $0.kind != .enumCase }.map { member in
      Finding("reserved-name", at: member.token, "'@Schema' generates '\(member.name)'; rename this member.")
    }
    return taken + duplicates(in: schema)
  }

  private func duplicates(in schema: SchemaModel) -> [Finding] {
    let members = duplicates(schema.members.map { ($0.key, $0.name.name, Syntax($0.nameToken)) }, noun: "member")
    guard case .cases(let cases) = schema.shape else { return members }
    let values = cases.flatMap { element in
      duplicates(
        element.values.map { ($0.key, $0.name, $0.syntax.firstName.map(Syntax.init) ?? Syntax($0.syntax.type)) },
        noun: "member")
    }
    return members + duplicates(cases.map { ($0.key, $0.name.name, Syntax($0.element.name)) }, noun: "case") + values
  }

  private func duplicates(_ entries: [(key: String?, name: String, node: Syntax)], noun: String) -> [Finding] {
    var owners: [String: String] = [:]
    return entries.compactMap { key, name, node in
      guard let key, let other = owners.updateValue(name, forKey: key) else { return nil }
      // The compiler reports duplicates, except for cases with different labels.
      guard other != name else {
        return noun == "case"
          ? Finding(
            "duplicate-case", at: node, "JSON distinguishes cases only by their names; rename one '\(name)'.")
          : nil
      }
      return Finding(
        "duplicate-key", at: node,
        "'\(other)' and '\(name)' are both the \(noun) '\(key)' in JSON; give one of them another name.")
    }
  }
}
