/// A renderer of the reader and writer of an enum with `@Tagged`: `{"type":"labeled","label":"x"}`, or with the values in
/// a separate member.
struct SchemaTaggedRenderer {
  let schema: SchemaModel
  let tag: SchemaTagModel
  let modifiers: String
  let storesStatics: Bool

  private var cases: [SchemaCaseModel] { schema.orderedCases }
  private var hasContent: Bool { tag.contentExpression != nil }

  /// Returns true for a case with a single value that is a whole object, to which the tag is added.
  private func isFlattened(_ element: SchemaCaseModel) -> Bool { !hasContent && element.hasSingleValue }

  func render(into writer: inout SourceWriter) {
    renderKeys(into: &writer)
    writer.gap()
    renderRead(into: &writer)
    writer.gap()
    renderWrite(into: &writer)
  }

  // MARK: Keys

  private func renderKeys(into writer: inout SourceWriter) {
    let names = cases.map { $0.keepsUnknown ? "nil" : ($0.key ?? "").literal }.joined(separator: ", ")
    let content = tag.content.map { ", content: \($0.literal)" } ?? ""
    writer.block("private nonisolated enum __Keys") { writer in
      let tags =
        "Contract::SchemaTags(of: \(schema.name.source).self, \((tag.name ?? "").literal)\(content), [\(names)])"
      writer.line(storesStatics ? "static let __tags = \(tags)" : "static var __tags: Contract::SchemaTags { \(tags) }")
      for (index, element) in cases.enumerated() where !element.values.isEmpty && !element.keepsUnknown {
        renderKeys(index, element, into: &writer)
      }
    }
  }

  private func renderKeys(_ index: Int, _ element: SchemaCaseModel, into writer: inout SourceWriter) {
    let tagName: LocatedText = ".exact(.optional(\((tag.name ?? "").literal)))"
    let values = SchemaKeysRenderer.entries(element.values, of: schema.name)
    var own = values.map(SchemaKeysRenderer.argument)
    if let content = tag.content {
      if element.hasSingleValue, let type = element.values.first?.type.spellingSelf(schema.name) {
        let entry = SchemaKeysRenderer.Entry(key: content, type: type, isRequired: !type.isOptional)
        own = [tagName, ".exact(\(SchemaKeysRenderer.argument(entry)))"]
      } else {
        SchemaKeysRenderer.render(
          "__values\(index)", number: cases.count + index, own, modifiers: "", storesStatics: storesStatics,
          into: &writer)
        own = [tagName, ".exact(.object(\(content.literal)))"]
      }
    } else {
      own.insert(tagName, at: 0)
    }
    if !isFlattened(element) {
      SchemaKeysRenderer.render(
        "__\(index)", number: index, own, modifiers: "", storesStatics: storesStatics, into: &writer)
    }
    guard !element.hasSingleValue else { return }
    writer.block("enum __Coding\(index): Swift::String, Contract::_ContractCodingKey") { writer in
      for value in element.values {
        writer.line("case \(Identifier(value.name).source) = \((value.key ?? value.name).literal)")
      }
    }
  }

  // MARK: Reading

  private func renderRead(into writer: inout SourceWriter) {
    if schema.hasDeprecatedCases { writer.introduce("@available(*, deprecated)") }
    writer.block("\(modifiers)static func read(_ _reader: inout Contract::SchemaReader) -> Self?\(schema.whereClause)")
    { writer in
      writer.line("guard let _case = _reader.tag(Self.__Keys.__tags) else { return nil }")
      writer.line("switch _case {")
      for (index, element) in cases.enumerated() {
        writer.line("\(index == cases.count - 1 ? "default" : "case \(index)"):")
        writer.indented { renderCase(index, element, into: &$0) }
      }
      writer.line("}")
    }
  }

  private func renderCase(_ index: Int, _ element: SchemaCaseModel, into writer: inout SourceWriter) {
    let name = element.name.enumCase
    if element.values.isEmpty { return writer.line("return _reader.emptyObject() ? \(name) : nil") }
    if isFlattened(element) || element.keepsUnknown, let value = element.values.first {
      let metatype = value.type.located(value.type.metatype)
      writer.line("guard let _value = _reader.value(\(metatype)) else { return nil }" as LocatedText)
      return writer.line("return \(name)(_value)")
    }
    writer.line("guard var _object = _reader.beginObject(Self.__Keys.__\(index)) else { return nil }")
    guard hasContent, !element.hasSingleValue else {
      renderValues(element, offset: 1, into: &writer)
      writer.line("guard _reader.endObject(_object)\(bindings(element)) else { return nil }")
      return writer.line("return \(construction(element))")
    }
    writer.line("var _value: Self?")
    writer.block("while let _member = _reader.nextMember(&_object)") { writer in
      writer.block("guard _member == 1 else") { writer in
        writer.line("_reader.skip()")
        writer.line("continue")
      }
      writer.line("guard var _object = _reader.beginObject(Self.__Keys.__values\(index)) else { continue }")
      renderValues(element, offset: 0, into: &writer)
      writer.line("if _reader.endObject(_object)\(bindings(element)) { _value = \(construction(element)) }")
    }
    writer.line("return _reader.endObject(_object) ? _value : nil")
  }

  /// Renders the variables of a case's values, and the loop that reads them.
  private func renderValues(_ element: SchemaCaseModel, offset: Int, into writer: inout SourceWriter) {
    for value in element.values {
      writer.line("var \(value.local): \(LocatedText(value.type, spelled: value.type.optionalText))" as LocatedText)
    }
    writer.block("while let _member = _reader.nextMember(&_object)") { writer in
      writer.line("switch _member {")
      for (index, value) in element.values.enumerated() {
        let function = value.type.isOptional ? "optional" : "value"
        writer.branch(
          "case \(index + offset):",
          "\(value.local) = _reader.\(function)(\(value.type.located(value.type.unwrappedMetatype)))")
      }
      writer.line("default: _reader.skip()")
      writer.line("}")
    }
  }

  private func bindings(_ element: SchemaCaseModel) -> String {
    element.values.filter { !$0.type.isOptional }.map { ", let \($0.local)" }.joined()
  }

  private func construction(_ element: SchemaCaseModel) -> String {
    let arguments = element.values.map { ($0.label.map { $0.label + ": " } ?? "") + $0.local }
    return "\(element.name.enumCase)(\(arguments.joined(separator: ", ")))"
  }

  // MARK: Writing

  private func renderWrite(into writer: inout SourceWriter) {
    writer.block("\(modifiers)func write(_ _writer: inout Contract::SchemaWriter)\(schema.whereClause)") { writer in
      writer.line("switch self {")
      for (index, element) in cases.enumerated() {
        guard !element.values.isEmpty else {
          writer.line("case .\(element.name.source): _writer.object(Self.__Keys.__tags, \(index))")
          continue
        }
        writer.line(
          "case .\(element.name.source)(\(element.values.map { "let \($0.local)" }.joined(separator: ", "))):")
        writer.indented { renderWrite(index, element, into: &$0) }
      }
      writer.line("}")
    }
  }

  private func renderWrite(_ index: Int, _ element: SchemaCaseModel, into writer: inout SourceWriter) {
    if element.keepsUnknown { return writer.line("_writer.value(\(element.values[0].local))") }
    if isFlattened(element) {
      let call = ".flattened(Self.__Keys.__tags, \(index), \(element.values[0].local))"
      return writer.line("_writer\(call, at: element.values[0].type.original.anchor, offset: 1)" as LocatedText)
    }
    guard hasContent else {
      writer.line("let _names = _writer.beginObject(Self.__Keys.__tags, \(index), Self.__Keys.__\(index))")
      renderMembers(element, offset: 1, into: &writer)
      return writer.line("_writer.endObject()")
    }
    writer.line("_writer.beginContent(Self.__Keys.__tags, \(index))")
    if element.hasSingleValue {
      let call = ".value(\(element.values[0].local))"
      writer.line("_writer\(call, at: element.values[0].type.original.anchor, offset: 1)" as LocatedText)
    } else {
      writer.line("let _names = _writer.beginObject(Self.__Keys.__values\(index))")
      renderMembers(element, offset: 0, into: &writer)
      writer.line("_writer.endObject()")
    }
    writer.line("_writer.endMember()")
    writer.line("_writer.endObject()")
  }

  private func renderMembers(_ element: SchemaCaseModel, offset: Int, into writer: inout SourceWriter) {
    for (index, value) in element.values.enumerated() {
      let function = value.type.isOptional ? "optionalMember" : "member"
      let call = ".\(function)(_names, \(index + offset), \(value.local))"
      writer.line("_writer\(call, at: value.type.original.anchor, offset: 1)" as LocatedText)
    }
  }

  // MARK: Description

  /// Renders the expression of the type's schema.
  func description(_ head: String, into writer: inout SourceWriter) {
    let alternatives = cases.enumerated().map { index, element -> LocatedText in
      if element.values.isEmpty || element.keepsUnknown { return ".empty" }
      if element.hasSingleValue {
        return ".value(\(element.values[0].type.located(element.values[0].type.metatype)))"
      }
      return LocatedText(".members(Self.__Keys.__\(hasContent ? "values" : "")\(index))")
    }
    writer.list("\(head)Contract::JSONSchema(Self.__Keys.__tags, cases: [" as LocatedText, alternatives, "])")
  }
}

/// A renderer of `init(from:)` and `encode(to:)` of an enum with `@Tagged`. Synthesized coding would use the name of the
/// case as the key.
struct SchemaTaggedCodingRenderer {
  let schema: SchemaModel
  let modifiers: String

  private let tags = "Self.__Keys.__tags"

  func render(into writer: inout SourceWriter) {
    if schema.hasDeprecatedCases { writer.introduce("@available(*, deprecated)") }
    writer.block("\(modifiers)init(from _decoder: any Swift::Decoder) throws") { writer in
      writer.line("switch try \(tags).index(in: _decoder) {")
      for (index, element) in schema.orderedCases.enumerated() {
        writer.line("\(index == schema.cases.count - 1 ? "default" : "case \(index)"):")
        writer.indented { renderDecode(index, element, into: &$0) }
      }
      writer.line("}")
    }
    writer.gap()
    writer.block("\(modifiers)func encode(to _encoder: any Swift::Encoder) throws") { writer in
      writer.line("switch self {")
      for (index, element) in schema.orderedCases.enumerated() {
        let bindings = element.values.map { "let \($0.local)" }.joined(separator: ", ")
        writer.line("case .\(element.name.source)\(bindings.isEmpty ? "" : "(\(bindings))"):")
        writer.indented { renderEncode(index, element, into: &$0) }
      }
      writer.line("}")
    }
  }

  private func renderDecode(_ index: Int, _ element: SchemaCaseModel, into writer: inout SourceWriter) {
    let name = element.name.enumCase
    if element.values.isEmpty { return writer.line("self = \(name)") }
    if element.keepsUnknown { return writer.line("self = \(name)(try .init(from: _decoder))") }
    if element.hasSingleValue { return writer.line("self = \(name)(try \(tags).value(in: _decoder))") }
    writer.line("let _container = try \(tags).values(in: _decoder, keyedBy: Self.__Keys.__Coding\(index).self)")
    let arguments = element.values.map { value in
      let function = value.type.isOptional ? "_contractOptional" : "_contractValue"
      return (value.label.map { $0.label + ": " } ?? "")
        + "try _container.\(function)(.\(Identifier(value.name).source))"
    }
    writer.list("self = \(name)(", arguments, ")")
  }

  private func renderEncode(_ index: Int, _ element: SchemaCaseModel, into writer: inout SourceWriter) {
    if element.values.isEmpty { return writer.line("try \(tags).encode(\(index), in: _encoder)") }
    if element.keepsUnknown { return writer.line("try \(element.values[0].local).encode(to: _encoder)") }
    if element.hasSingleValue {
      return writer.line("try \(tags).encode(\(index), \(element.values[0].local), in: _encoder)")
    }
    writer.line(
      "var _container = try \(tags).begin(\(index), in: _encoder).container(keyedBy: Self.__Keys.__Coding\(index).self)"
    )
    for value in element.values {
      writer.line("try _container._contractWriteOptional(\(value.local), .\(Identifier(value.name).source))")
    }
  }
}
