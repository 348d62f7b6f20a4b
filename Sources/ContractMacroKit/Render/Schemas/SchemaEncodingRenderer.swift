/// Writes `encode(to:)` of a struct with optional members that have initial values: plain Codable would leave nil out, and
/// the initial value would come back for it.
struct SchemaEncodingRenderer {
  let schema: SchemaModel
  let modifiers: String

  func render(into writer: inout SourceWriter) {
    writer.block("\(modifiers)func encode(to _encoder: any Swift::Encoder) throws") { writer in
      writer.line("var _container = _encoder.container(keyedBy: \(schema.codingKeys).self)")
      for member in schema.members where member.key != nil {
        let function = member.type?.isOptional == true && !member.writesNull ? "encodeIfPresent" : "encode"
        writer.line("try _container.\(function)(self.\(member.name.source), forKey: .\(member.name.source))")
      }
    }
  }
}

/// Writes `init(from:)` and `encode(to:)` of a type whose raw value Codable does not take by itself.
struct SchemaRawValueRenderer {
  let modifiers: String

  func render(into writer: inout SourceWriter) {
    writer.block("\(modifiers)init(from _decoder: any Swift::Decoder) throws") { writer in
      writer.line("self = try _decoder._contractOfRawValue()")
    }
    writer.gap()
    writer.block("\(modifiers)func encode(to _encoder: any Swift::Encoder) throws") { writer in
      writer.line("var _container = _encoder.singleValueContainer()")
      writer.line("try _container.encode(self.rawValue)")
    }
  }
}
