/// A renderer of `encode(to:)` for a struct with optional members that have initial values. Synthesized coding would
/// omit nil, which would then be read as the initial value.
struct SchemaEncodingRenderer {
  let schema: SchemaModel
  let modifiers: String

  func render(into writer: inout SourceWriter) {
    if schema.hasDeprecatedMembers { writer.introduce("@available(*, deprecated)") }
    writer.block("\(modifiers)func encode(to _encoder: any Swift::Encoder) throws") { writer in
      writer.line("var _container = _encoder.container(keyedBy: \(schema.codingKeys).self)")
      for member in schema.members where member.key != nil {
        let isOptional = member.type?.isOptional == true && !member.writesNull
        let value = "self.\(member.name.source)\(SchemaTypesRenderer.coercion(of: member))"
        if member.type?.original.isKnown == true {
          let function = isOptional ? "encodeIfPresent" : "encode"
          writer.line("try _container.\(function)(\(value), forKey: .\(member.name.source))")
        } else {
          // An alias may be an optional. Its nil is omitted, unless the member has an initial value.
          let function = member.defaultValue == nil ? "_contractWriteOptional" : "_contractWrite"
          writer.line("try _container.\(function)(\(value), .\(member.name.source))")
        }
      }
    }
  }
}

/// A renderer of `init(from:)` and `encode(to:)` for a type whose synthesized coding would not use the raw value.
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
