/// Writes `init(from:)` of a struct whose members have initial values, which plain Codable would insist on, or rules, which
/// it does not know.
///
/// It stands in an extension at the top of the file, so it names no types: those of the properties tell.
struct SchemaDecodingRenderer {
  let schema: SchemaModel
  let modifiers: String

  func render(into writer: inout SourceWriter) {
    writer.block("\(modifiers)init(from _decoder: any Swift::Decoder) throws") { writer in
      writer.line("let _container = try _decoder.container(keyedBy: \(schema.codingKeys).self)")
      for member in schema.members where member.key != nil && !member.isConstant {
        let key = ".\(member.name.source)"
        let function = member.type?.isOptional == true ? "_contractOptional" : "_contractValue"
        let assignment = "self.\(member.name.source) = try _container.\(function)(\(key))"
        writer.line(member.defaultValue == nil ? assignment : "if _container.contains(\(key)) { \(assignment) }")
      }
      for member in schema.members where member.key != nil && member.hasRules {
        let name = member.name
        writer.line(
          "_decoder._contractCheck(\(schema.codingKeys).\(name.source), self.\(name.source), Self.__Rules.\(name.local))"
        )
      }
    }
  }
}
