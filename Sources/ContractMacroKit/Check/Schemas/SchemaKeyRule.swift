import SwiftDiagnostics
import SwiftSyntax

/// A rule: declared coding keys are an enum whose cases name the members, with literals.
struct SchemaKeyRule: SchemaRule {
  func findings(in schema: SchemaModel) -> [Finding] {
    let own = schema.keys.map { keys in
      findings(
        in: keys, names: Set(schema.members.map(\.name) + schema.cases.map(\.name)),
        owner: "'\(schema.name.name)'", noun: schema.cases.isEmpty ? "property" : "case")
    }
    let ofValues = schema.cases.compactMap { element in
      element.keys.map { keys in
        findings(
          in: keys, names: Set(element.values.map { Identifier($0.name) }), owner: "'\(element.name.name)'",
          noun: "value")
      }
    }
    return (own ?? []) + ofValues.flatMap { $0 } + leftOut(schema)
  }

  private func findings(
    in keys: SchemaKeysModel, names: Set<Identifier>, owner: String, noun: String
  ) -> [Finding] {
    guard keys.isReadable else {
      return [
        Finding(
          "keys-not-readable", at: keys.name,
          "A macro reads coding keys from an enum only; write 'enum \(keys.name.text): String, CodingKey' here.")
      ]
    }
    let unseen = keys.conditionals.map { conditional in
      Finding(
        "conditional-key", at: conditional,
        "A coding key inside '#if' is not seen by '@Schema'; put the condition around two types instead.")
    }
    guard unseen.isEmpty else { return unseen }
    return keys.keys.compactMap { key in
      if key.text == nil {
        return Finding(
          "key-not-literal", at: key.token,
          "The name of '\(key.name.name)' must be a string literal without interpolation.")
      }
      guard !names.contains(key.name) else { return nil }
      return Finding(
        "unknown-key", at: key.token, "\(owner) stores no \(noun) '\(key.name.name)'; correct the name or remove it.")
    }
  }

  /// Returns the errors of members that are missing from the coding keys and have no initial value.
  private func leftOut(_ schema: SchemaModel) -> [Finding] {
    guard schema.keys?.isReadable != false, schema.keys?.conditionals.isEmpty != false else { return [] }
    let members = schema.members.filter { $0.key == nil && $0.initialValue == nil && !$0.startsAsNil }
    let cases = schema.cases.filter { $0.key == nil && !((schema.tag != nil || schema.isKeyed) && $0.keepsUnknown) }
    let values = schema.cases.filter { $0.keys?.conditionals.isEmpty != false }.flatMap(\.values)
      .filter { $0.key == nil }
    return members.map { member in
      Finding(
        "member-without-key", at: member.nameToken,
        "'\(member.name.name)' is not in 'CodingKeys', so nothing would set it; "
          + "give it an initial value or a case there.")
    }
      + cases.map { element in
        Finding(
          "case-without-key", at: element.element.name,
          "'\(element.name.name)' is not in 'CodingKeys', so it could not be written; add a case there.")
      }
      + values.map { value in
        Finding(
          "value-without-key", at: value.syntax.firstName.map(Syntax.init) ?? Syntax(value.syntax.type),
          "'\(value.name)' is not in the coding keys of its case, which can rename values but not omit them; "
            + "add a case there.")
      }
  }
}
