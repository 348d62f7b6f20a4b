import SwiftSyntax

/// A rule: every stored property can be read and set directly.
struct SchemaMemberRule: SchemaRule {
  /// Attributes that do not affect the storage of a property.
  private static let plainAttributes: Set<String> = [
    "Validate", "Doc", "Example", "Tagged", "Positional", "Deprecated", "MainActor",
  ]

  func findings(in schema: SchemaModel) -> [Finding] {
    schema.members.filter { $0.key != nil }.flatMap { member -> [Finding] in
      let name = member.name.name
      if name.hasPrefix("__") {
        return [
          Finding(
            "reserved-name", at: member.nameToken,
            "Names that start with '__' belong to generated code; rename '\(name)'.")
        ]
      }
      return modifierFindings(member)
        + wrapperFindings(member, isRequest: schema.declaration.attributes.mayContain("Request"))
    }
  }

  private func modifierFindings(_ member: SchemaMemberModel) -> [Finding] {
    let name = member.name.name
    return member.variable.modifiers.compactMap { modifier in
      switch modifier.name.text {
      case "lazy":
        Finding(
          "lazy-member", at: modifier,
          "'\(name)' has no value until it is read, so it cannot be sent; make it computed, or remove 'lazy'.")
      case "weak", "unowned":
        Finding(
          "reference-member", at: modifier,
          "'\(name)' refers to an object, which cannot be sent; remove '\(modifier.name.text)' and store a value.")
      default: nil
      }
    }
  }

  /// Returns the errors of capitalized attributes of other modules. These are property wrappers, or macros that add storage.
  ///
  /// - Parameter isRequest: true for a request. In other types, location attributes report their own error.
  private func wrapperFindings(_ member: SchemaMemberModel, isRequest: Bool) -> [Finding] {
    member.variable.attributes.plain.compactMap { attribute in
      guard let name = attribute.attributeName.baseName, name.first?.isUppercase == true,
        !Self.plainAttributes.contains(name),
        isRequest || InputKind(attribute: name) == nil || !TypeModel.isOurs(attribute.attributeName)
      else { return nil }
      let written = "@\(attribute.attributeName.trimmedDescription)"
      return Finding(
        "wrapped-member", at: attribute,
        "A macro does not see the type that '\(written)' stores for '\(member.name.name)'; "
          + "remove '\(written)', or '@Schema' to stay with plain Codable.")
    }
  }
}
