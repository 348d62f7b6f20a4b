import SwiftSyntax

/// A renderer of `init(from:)` for a struct whose members have initial values or rules. Synthesized coding would require
/// members with initial values, and would not check rules.
///
/// The initializer is in an extension at file scope and therefore names no types; they are inferred from the properties.
struct SchemaDecodingRenderer {
  let schema: SchemaModel
  let modifiers: String

  func render(into writer: inout SourceWriter) {
    if schema.hasDeprecatedMembers { writer.introduce("@available(*, deprecated)") }
    // If an extension of the type also declares the initializer, the compiler reports the error at this location.
    let macro = schema.declaration.attributes.named("Schema").first.map { Syntax($0.attributeName) }
    let head: LocatedText = "\(modifiers)\("init(from _decoder: any Swift::Decoder) throws", at: macro)"
    writer.block(head) { writer in
      writer.line("let _container = try _decoder.container(keyedBy: \(schema.codingKeys).self)")
      for member in schema.members where member.key != nil && !member.isConstant {
        writer.line(assignment(of: member))
      }
      for member in schema.members where member.key != nil && member.hasRules {
        let name = member.name
        let rules = "\(schema.ownType).__Rules.\(name.local)"
        let value = "self.\(name.source)\(SchemaTypesRenderer.coercion(of: member))"
        let call = "._contractCheck(\(schema.codingKeys).\(name.source), \(value), \(rules))"
        writer.line("_decoder\(call, at: member.type?.anchor, offset: 1)")
      }
    }
  }

  /// Returns the assignment of a decoded member. A member that is absent keeps its initial value.
  private func assignment(of member: SchemaMemberModel) -> LocatedText {
    let name = member.name.source
    let isOptional = member.type?.isOptional == true
    // A patch is always read, because an absent patch is read as `leave`.
    let mayBeAbsent = member.defaultValue != nil && member.type?.isPatch != true
    let call =
      if isOptional {
        "._contractOptional(.\(name))"
      } else if mayBeAbsent {
        // The function knows the type, of which an empty form value may be no value.
        "._contractValueIfPresent(.\(name), else: self.\(name))"
      } else {
        "._contractValue(.\(name))"
      }
    let anchor = member.isAnnotated ? member.type?.anchor : nil
    let read: LocatedText = "self.\(name) = try _container\(call, at: anchor, offset: 1)"
    let assignment = read + LocatedText(SchemaTypesRenderer.coercion(of: member))
    return isOptional && mayBeAbsent ? "if _container.contains(.\(name)) { \(assignment) }" : assignment
  }
}
