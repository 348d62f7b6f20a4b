import SwiftSyntax

/// A renderer of `init(from:)` and `encode(to:)` of a struct with `@Positional`. Synthesized coding would use an object.
///
/// The code is in an extension at file scope and therefore names no types; they are inferred from the properties.
struct SchemaPositionalCodingRenderer {
  let schema: SchemaModel
  let modifiers: String

  private var members: [SchemaMemberModel] { schema.members }

  /// The number of elements that must be present.
  private var required: Int { members.lastIndex(where: \.isRequired).map { $0 + 1 } ?? 0 }

  func render(into writer: inout SourceWriter) {
    if schema.hasDeprecatedMembers { writer.introduce("@available(*, deprecated)") }
    writer.block("\(modifiers)init(from _decoder: any Swift::Decoder) throws") { writer in
      writer.line("var _container = try _decoder._contractPositions(\(required), \(members.count))")
      for (index, member) in members.enumerated() { renderDecode(index, member, into: &writer) }
      for (index, member) in members.enumerated() where member.hasRules {
        let rules = "\(schema.ownType).__Rules.\(member.name.local)"
        let value = "self.\(member.name.source)\(SchemaTypesRenderer.coercion(of: member))"
        let call = "._contractCheck(\(index), \(value), \(rules))"
        writer.line("_decoder\(call, at: member.type?.anchor, offset: 1)" as LocatedText)
      }
    }
    writer.gap()
    if schema.hasDeprecatedMembers { writer.introduce("@available(*, deprecated)") }
    writer.block("\(modifiers)func encode(to _encoder: any Swift::Encoder) throws") { writer in
      writer.line("var _container = _encoder.unkeyedContainer()")
      for member in members {
        let value = "self.\(member.name.source)\(SchemaTypesRenderer.coercion(of: member))"
        writer.line("try _container._contractWrite(\(value))")
      }
    }
  }

  private func renderDecode(_ index: Int, _ member: SchemaMemberModel, into writer: inout SourceWriter) {
    let mayBeAbsent = index >= required && (member.isConstant || member.defaultValue != nil)
    guard !member.isConstant else {
      let skip = "_ = try _container.superDecoder()"
      return writer.line(mayBeAbsent ? "if !_container.isAtEnd { \(skip) }" : skip)
    }
    let function = member.type?.isOptional == true ? "_contractOptional" : "_contractValue"
    let call = ".\(function)()"
    let read: LocatedText =
      "self.\(member.name.source) = try _container\(call, at: member.isAnnotated ? member.type?.anchor : nil, offset: 1)"
    let assignment = read + LocatedText(SchemaTypesRenderer.coercion(of: member))
    writer.line(mayBeAbsent ? "if !_container.isAtEnd { \(assignment) }" : assignment)
  }
}
