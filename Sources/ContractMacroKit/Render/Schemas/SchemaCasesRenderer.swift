/// A renderer of the reader and writer of an enum with associated values, in the layout of Codable:
/// `{"case":{"label":value,"_1":value}}`. With `@Tagged(.key)`, a single value without a label is the value of the key.
struct SchemaCasesRenderer {
  let schema: SchemaModel
  /// The cases that are keys: all except the case for unknown keys.
  let cases: [SchemaCaseModel]
  let modifiers: String
  let storesStatics: Bool

  func render(into writer: inout SourceWriter) {
    let names = cases.map { LocatedText(".optional(\(($0.key ?? "").literal))") }
    SchemaKeysRenderer.render(
      "__keys", number: 0, ["of: Self.self"] + names, storesStatics: storesStatics, into: &writer)
    if schema.isKeyed || cases.contains(where: { !$0.values.isEmpty }) {
      writer.gap()
      renderKeys(into: &writer)
    }
    writer.gap()
    renderRead(into: &writer)
    writer.gap()
    renderWrite(into: &writer)
  }

  /// Returns true if the case has a single value, which is the value of the key itself.
  private func isWhole(_ element: SchemaCaseModel) -> Bool { schema.isKeyed && element.hasSingleValue }

  /// Adds the names of associated values.
  private func renderKeys(into writer: inout SourceWriter) {
    writer.block("private nonisolated enum __Keys") { writer in
      for (index, element) in cases.enumerated() where !element.values.isEmpty && !isWhole(element) {
        SchemaKeysRenderer.render(
          "__\(index)", number: index,
          SchemaKeysRenderer.entries(element.values, of: schema.name).map(SchemaKeysRenderer.argument),
          modifiers: "", storesStatics: storesStatics, into: &writer)
      }
      guard schema.codesCases else { return }
      SchemaCasesCodingRenderer(schema: schema, modifiers: modifiers).renderKeys(into: &writer)
    }
  }

  // MARK: Reading

  private func renderRead(into writer: inout SourceWriter) {
    if schema.hasDeprecatedCases { writer.introduce("@available(*, deprecated)") }
    writer.block("\(modifiers)static func read(_ _reader: inout Contract::SchemaReader) -> Self?\(schema.whereClause)")
    { writer in
      writer.line("guard var _object = _reader.beginObject(Self.__keys) else { return nil }")
      writer.line("var _value: Self?")
      if cases.count == 1 {
        writer.block("while _reader.nextMember(&_object) != nil") { renderCase(0, cases[0], into: &$0) }
      } else {
        writer.block("while let _case = _reader.nextMember(&_object)") { writer in
          writer.line("switch _case {")
          for (index, element) in cases.enumerated() {
            writer.line("\(index == cases.count - 1 ? "default" : "case \(index)"):")
            writer.indented { renderCase(index, element, into: &$0) }
          }
          writer.line("}")
        }
      }
      if let unknown = schema.isKeyed ? schema.unknownCase : nil, let value = unknown.values.first {
        let metatype = value.type.located(value.type.metatype)
        writer.block("if _reader.rereads(_object)") { writer in
          writer.line("guard let _value = _reader.value(\(metatype)) else { return nil }" as LocatedText)
          writer.line("return \(unknown.name.enumCase)(_value)")
        }
      }
      writer.line("return _reader.\(schema.isKeyed ? "endKeyed" : "endChoice")(_object) ? _value : nil")
    }
  }

  private func renderCase(_ index: Int, _ element: SchemaCaseModel, into writer: inout SourceWriter) {
    guard !element.values.isEmpty else {
      writer.line("if _reader.emptyObject() { _value = \(element.name.enumCase) }")
      return
    }
    if isWhole(element), let value = element.values.first {
      let metatype = value.type.located(value.type.metatype)
      writer.line("guard let \(value.local) = _reader.value(\(metatype)) else { continue }" as LocatedText)
      return writer.line("_value = \(element.name.enumCase)(\(value.local))")
    }
    writer.line("guard var _object = _reader.beginObject(Self.__Keys.__\(index)) else { continue }")
    for value in element.values {
      writer.line("var \(value.local): \(LocatedText(value.type, spelled: value.type.optionalText))" as LocatedText)
    }
    renderLoop(element, into: &writer)
    let bindings = element.values.filter { !$0.type.isOptional }.map { ", let \($0.local)" }.joined()
    let arguments = element.values.map { ($0.label.map { $0.label + ": " } ?? "") + $0.local }
    writer.block("if _reader.endObject(_object)\(bindings)") { writer in
      writer.list("_value = \(element.name.enumCase)(", arguments, ")")
    }
  }

  private func renderLoop(_ element: SchemaCaseModel, into writer: inout SourceWriter) {
    if element.values.count == 1 {
      return writer.block("while _reader.nextMember(&_object) != nil") { $0.line(read(element.values[0])) }
    }
    writer.block("while let _member = _reader.nextMember(&_object)") { writer in
      writer.line("switch _member {")
      for (index, value) in element.values.enumerated() {
        writer.branch("\(index == element.values.count - 1 ? "default" : "case \(index)"):", read(value))
      }
      writer.line("}")
    }
  }

  private func read(_ value: SchemaValueModel) -> LocatedText {
    let function = value.type.isOptional ? "optional" : "value"
    return "\(value.local) = _reader.\(function)(\(value.type.located(value.type.unwrappedMetatype)))"
  }

  // MARK: Writing

  private func renderWrite(into writer: inout SourceWriter) {
    writer.block("\(modifiers)func write(_ _writer: inout Contract::SchemaWriter)\(schema.whereClause)") { writer in
      let unknown = schema.isKeyed ? schema.unknownCase : nil
      if let unknown {
        writer.line("if case .\(unknown.name.source)(let _value) = self { return _writer.value(_value) }")
      }
      writer.line("let _keys = _writer.beginObject(Self.__keys)")
      writer.line("switch self {")
      for (index, element) in cases.enumerated() {
        guard !element.values.isEmpty else {
          writer.line("case .\(element.name.source): _writer.emptyMember(_keys, \(index))")
          continue
        }
        let bindings = element.values.map { "let \($0.local)" }.joined(separator: ", ")
        writer.line("case .\(element.name.source)(\(bindings)):")
        writer.indented { renderValues(index, element, into: &$0) }
      }
      if let unknown { writer.line("case .\(unknown.name.source): break") }
      writer.line("}")
      writer.line("_writer.endObject()")
    }
  }

  private func renderValues(_ index: Int, _ element: SchemaCaseModel, into writer: inout SourceWriter) {
    if isWhole(element), let value = element.values.first {
      let call = ".member(_keys, \(index), \(value.local))"
      return writer.line("_writer\(call, at: value.type.original.anchor, offset: 1)" as LocatedText)
    }
    writer.line("_writer.beginMember(_keys, \(index))")
    writer.line("let _names = _writer.beginObject(Self.__Keys.__\(index))")
    for (index, value) in element.values.enumerated() {
      let function = value.type.isOptional ? "optionalMember" : "member"
      let call = ".\(function)(_names, \(index), \(value.local))"
      writer.line("_writer\(call, at: value.type.original.anchor, offset: 1)")
    }
    writer.line("_writer.endObject()")
    writer.line("_writer.endMember()")
  }
}
