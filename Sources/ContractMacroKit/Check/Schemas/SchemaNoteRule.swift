import SwiftSyntax

/// A rule: attributes have literal arguments, occur once, and belong to members that are coded.
struct SchemaNoteRule: SchemaRule {
  func findings(in schema: SchemaModel) -> [Finding] {
    let notes = [schema.notes] + schema.members.map(\.notes) + schema.cases.map(\.notes)
    let repeated = ["Tagged", "Positional"].flatMap {
      RepeatedAttribute.findings(of: $0, in: schema.declaration.attributes)
    }
    return notes.flatMap(findings) + repeated + strayFindings(schema) + leftOutFindings(schema)
      + choiceFindings(schema)
  }

  private func findings(in notes: SchemaNotes) -> [Finding] {
    let docs = notes.attributes.named("Doc")
    let second = docs.dropFirst().map { attribute in
      Finding("two-docs", at: attribute, "A declaration has one description; put both texts into one '@Doc'.")
    }
    let texts = docs.prefix(1).compactMap { attribute -> Finding? in
      guard let text = attribute.unlabeledArguments.first, text.stringValue == nil else { return nil }
      return Finding(
        "doc-not-literal", at: text,
        "The text must be a string literal without interpolation, such as '@Doc(\"What it is for.\")'.")
    }
    let empty = notes.attributes.named("Example").filter { $0.unlabeledArguments.isEmpty }.map { attribute in
      Finding("no-example", at: attribute, "'@Example' has no value; write one, such as '@Example(\"milk\")'.")
    }
    return second + texts + empty
  }

  private func strayFindings(_ schema: SchemaModel) -> [Finding] {
    schema.strayAttributes.map { stray in
      Finding(
        "stray-attribute", at: stray.attribute,
        "A \(stray.kind) property is not coded, so '\(stray.attribute.writtenName)' has no effect; remove it.")
    }
  }

  /// Returns the errors of attributes of cases with raw values, which a schema only lists.
  private func choiceFindings(_ schema: SchemaModel) -> [Finding] {
    guard case .choices(_, let cases) = schema.shape else { return [] }
    var seen: Set<SyntaxIdentifier> = []
    return cases.flatMap { element in
      element.notes.attributes.plain.filter { ["Doc", "Example", "Deprecated"].contains($0.attributeName.baseName) }
        .filter { seen.insert($0.id).inserted }
        .map { attribute in
          Finding(
            "stray-attribute", at: attribute,
            "A schema only lists raw values, so '\(attribute.writtenName)' has no effect on '\(element.name.name)'; "
              + "remove it, or write '@Doc' at '\(schema.name.name)'.")
        }
    }
  }

  private func leftOutFindings(_ schema: SchemaModel) -> [Finding] {
    var seen: Set<SyntaxIdentifier> = []
    return schema.members.filter { $0.key == nil }.flatMap { member in
      member.notes.attributes.plain.filter { ["Validate", "Doc", "Example"].contains($0.attributeName.baseName) }
        .filter { seen.insert($0.id).inserted }
        .map { attribute in
          Finding(
            "stray-attribute", at: attribute,
            "'\(member.name.name)' is not in 'CodingKeys' and is not coded, so '\(attribute.writtenName)' has "
              + "no effect; remove it.")
        }
    }
  }
}
