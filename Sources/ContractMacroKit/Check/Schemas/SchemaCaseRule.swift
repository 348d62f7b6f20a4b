import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A rule: an enum has distinguishable cases, all of one kind.
struct SchemaCaseRule: SchemaRule {
  func findings(in schema: SchemaModel) -> [Finding] {
    if case .cases(let cases) = schema.shape, cases.isEmpty, schema.conditionals.isEmpty {
      return [
        Finding(
          "no-case", at: schema.declaration.name,
          "'\(schema.name.name)' has no case, so it has no value; add one, or remove '@Schema'.")
      ]
    }
    var findings = schema.cases.isEmpty ? [] : UnavailableCaseRule.findings(in: schema.declaration)
    if case .choices(let raw, let cases) = schema.shape {
      if raw.baseName == "Character", let written = schema.declaration.inheritanceClause?.inheritedTypes.first?.type {
        return [
          Finding(
            "character-enum", at: written, "JSON has no characters, only text; write 'String'.",
            fixIts: [
              FixIt(
                "character-enum", "write 'String'", replace: written,
                with: TypeSyntax("String").with(\.trailingTrivia, written.trailingTrivia))
            ])
        ]
      }
      findings += cases.compactMap { element in
        element.element.parameterClause.map { values in
          Finding(
            "mixed-enum", at: values,
            "'\(schema.name.name)' has raw values of type '\(raw.trimmedDescription)', so no case can have "
              + "associated values; remove one of the two.")
        }
      }
    }
    for element in schema.cases where element.name.name == "schema" && element.element.parameterClause == nil {
      findings.append(
        Finding(
          "schema-case", at: element.element.name,
          "'schema' is the JSON Schema of the type; rename the case, and keep 'schema' in JSON with a raw value or "
            + "a coding key."))
    }
    let limit = SchemaModel.maximumMembers
    if case .cases(let cases) = schema.shape, cases.count > limit {
      findings.append(
        Finding(
          "too-many-members", at: cases[limit].element.name,
          "'\(schema.name.name)' has \(cases.count) cases, and '@Schema' reads at most \(limit); "
            + "move some of them to another enum, or remove '@Schema'."))
    }
    return findings
  }
}
