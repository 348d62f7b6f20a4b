/// Writes `init(from:)` of a struct whose members have initial values, which plain Codable would insist on.
struct SchemaDecodingRenderer {
  let schema: SchemaModel
  let modifiers: String

  func render(into writer: inout SourceWriter) {
    writer.block("\(modifiers)init(from __decoder: any Swift::Decoder) throws") { writer in
      writer.line("let __container = try __decoder.container(keyedBy: CodingKeys.self)")
      for member in schema.members where member.key != nil && !member.isConstant {
        guard let type = member.type else { continue }
        let function = type.isOptional ? "decodeIfPresent" : "decode"
        let assignment =
          "self.\(member.name.source) = try __container.\(function)"
          + "(\(type.unwrappedMetatype), forKey: .\(member.name.source))"
        writer.line(
          member.defaultValue == nil
            ? assignment : "if __container.contains(.\(member.name.source)) { \(assignment) }")
      }
    }
  }
}
