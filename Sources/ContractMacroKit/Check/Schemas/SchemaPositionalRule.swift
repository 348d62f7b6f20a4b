import SwiftSyntax

/// A rule: `@Positional` is on a struct whose members are all sent, and that declares no coding keys.
struct SchemaPositionalRule: SchemaRule {
  func findings(in schema: SchemaModel) -> [Finding] {
    guard let attribute = schema.positionalAttribute else { return [] }
    guard case .object(let members) = schema.shape else {
      return [
        Finding(
          "positional-type", at: attribute,
          "'@Positional' writes the members of a struct as an array, but '\(schema.name.name)' has no members; remove "
            + "'@Positional'.")
      ]
    }
    if let keys = schema.keys {
      return [
        Finding(
          "positional-keys", at: keys.name,
          "The members of '\(schema.name.name)' have positions instead of names; remove '\(keys.name.text)'.")
      ]
    }
    if members.isEmpty, schema.conditionals.isEmpty, schema.tuples.isEmpty {
      return [
        Finding(
          "positional-type", at: attribute,
          "'@Positional' writes the members of a struct as an array, but '\(schema.name.name)' has no members; remove "
            + "'@Positional'.")
      ]
    }
    return members.compactMap { member in
      guard let type = member.type, type.isPatch else { return nil }
      return Finding(
        "positional-patch", at: type.original,
        "An element cannot be absent, so '\(member.name.name)' cannot be left unchanged; write an optional.")
    }
  }
}
