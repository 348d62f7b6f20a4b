/// Writes `encode(to:)` of a struct with optional members that have initial values: plain Codable would leave nil out, and
/// the initial value would come back for it.
struct SchemaEncodingRenderer {
  let schema: SchemaModel
  let modifiers: String

  func render(into writer: inout SourceWriter) {
    if schema.hasDeprecatedMembers { writer.introduce("@available(*, deprecated)") }
    writer.block("\(modifiers)func encode(to _encoder: any Swift::Encoder) throws") { writer in
      writer.line("var _container = _encoder.container(keyedBy: \(schema.codingKeys).self)")
      for member in schema.members where member.key != nil {
        let isOptional = member.type?.isOptional == true && !member.writesNull
        let value = "self.\(member.name.source)"
        if member.type?.original.isKnown == true {
          let function = isOptional ? "encodeIfPresent" : "encode"
          writer.line("try _container.\(function)(\(value), forKey: .\(member.name.source))")
        } else {
          // An alias may be an optional, of which nothing is written for nil unless it stands for more.
          let function = member.defaultValue == nil ? "_contractWriteOptional" : "_contractWrite"
          writer.line("try _container.\(function)(\(value), .\(member.name.source))")
        }
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
