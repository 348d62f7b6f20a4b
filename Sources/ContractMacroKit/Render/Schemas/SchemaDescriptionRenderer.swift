import SwiftSyntax

/// A renderer of the parts of a `@Schema` type's JSON Schema that its keys do not contain.
struct SchemaDescriptionRenderer {
  let schema: SchemaModel
  let modifiers: String
  let storesStatics: Bool

  func render(into writer: inout SourceWriter) {
    let notes = lines
    // The description is deprecated, so that it can list deprecated cases of raw values without a warning.
    if case .choices = schema.shape, schema.hasDeprecatedCases { writer.introduce("@available(*, deprecated)") }
    writer.block("\(modifiers)static var schema: Contract::JSONSchema") { writer in
      guard !notes.isEmpty else { return renderValue("", into: &writer) }
      renderValue("var __schema = ", into: &writer)
      for note in notes { writer.line(note) }
      writer.line("return __schema")
    }
  }

  private func renderValue(_ head: String, into writer: inout SourceWriter) {
    switch schema.shape {
    case .object where schema.isPositional:
      writer.line("\(head)Contract::JSONSchema(positions: \(schema.ownType).__keys)")
    case .object: writer.line("\(head)Contract::JSONSchema(\(schema.ownType).__keys)")
    case .raw: writer.line("\(head)Contract::JSONSchema(named: Self.self, of: RawValue.self)")
    case .choices(_, let cases):
      let values = cases.map(\.name.enumCase)
      writer.list("\(head)Contract::JSONSchema.choices(Self.self, [", values, "])")
    case .cases where schema.tag != nil:
      guard let tag = schema.tag else { return }
      SchemaTaggedRenderer(schema: schema, tag: tag, modifiers: modifiers, storesStatics: storesStatics)
        .description(head, into: &writer)
    case .cases where schema.isKeyed: renderKeyed(head, into: &writer)
    case .cases(let cases):
      let keys = cases.enumerated().map { $1.values.isEmpty ? "nil" : "Self.__Keys.__\($0)" }
      writer.list("\(head)Contract::JSONSchema(Self.__keys, cases: [", keys, "])")
    }
  }

  /// Adds the schema of an enum with `@Tagged(.key)`.
  private func renderKeyed(_ head: String, into writer: inout SourceWriter) {
    let cases = schema.knownCases.enumerated().map { index, element -> LocatedText in
      if element.values.isEmpty { return ".empty" }
      guard element.hasSingleValue else { return LocatedText(".members(Self.__Keys.__\(index))") }
      return ".value(\(element.values[0].type.located(element.values[0].type.metatype)))"
    }
    let open = schema.unknownCase == nil ? "" : "keepsUnknown: true, "
    writer.list("\(head)Contract::JSONSchema(Self.__keys, \(open)keyed: [" as LocatedText, cases, "])")
  }

  private var lines: [LocatedText] {
    let type: [LocatedText] = note(schema.notes, of: "Self", []).map { ["__schema.note(\($0))"] } ?? []
    let members = schema.members.filter { $0.key != nil }.enumerated().flatMap { index, member -> [LocatedText] in
      var lines: [LocatedText] = []
      if let note = note(member.notes, of: name(of: member), defaults(member)) {
        lines.append("__schema.note(\(index), \(note))")
      }
      if member.hasRules { lines.append("__schema.check(\(index), \(schema.ownType).__Rules.\(member.name.local))") }
      return lines
    }
    guard case .cases = schema.shape else { return type + members }
    let alternatives = schema.orderedCases.enumerated().compactMap { index, element -> LocatedText? in
      note(element.notes, of: "Self", []).map { "__schema.note(\(index), \($0))" }
    }
    return type + alternatives
  }

  /// Returns the arguments of a note; nil if there are none.
  private func note(_ notes: SchemaNotes, of type: String, _ more: [String]) -> LocatedText? {
    var arguments = ((notes.text.map { [$0.literal] } ?? []) + more).map { LocatedText($0) }
    if !notes.examples.isEmpty {
      arguments.append("examples: [\(notes.examples.map { sample($0, type) }.listed)]")
    }
    if notes.isDeprecated { arguments.append("isDeprecated: true") }
    return arguments.isEmpty ? nil : arguments.listed
  }

  private func defaults(_ member: SchemaMemberModel) -> [String] {
    guard let value = member.initialValue, let type = member.type else { return [] }
    guard let text = LiteralJSON.text(of: value), text != "null" else { return [] }
    let label = member.isConstant ? "constant" : "default"
    if schema.excludesDefault(value, of: type.syntax) {
      return Self.isEmptyCollection(text, of: type.unwrappedSyntax) ? ["\(label): \(text.literal)"] : []
    }
    // The literal is used as JSON only for plain types. A user's type may also be expressible by the literal, and may encode it
    // differently.
    return ["\(label): \(LiteralJSON.isPlain(type.unwrapped) ? text.literal : made(value, name(of: member)))"]
  }

  /// Returns true for the JSON of an empty array, set or dictionary that does not depend on the type of its elements.
  private static func isEmptyCollection(_ text: String, of type: TypeSyntax) -> Bool {
    if text == "[]" {
      let name = type.as(IdentifierTypeSyntax.self)?.name.text
      return type.is(ArrayTypeSyntax.self) || name == "Array" || name == "Set"
    }
    return text == "{}" && type.as(DictionaryTypeSyntax.self)?.key.trimmedDescription == "String"
  }

  /// Returns the name of a member's type: its alias if the type may not exist.
  private func name(of member: SchemaMemberModel) -> String {
    SchemaTypesRenderer.name(of: member) ?? member.type?.text ?? ""
  }

  /// Returns the code of an example: the JSON of a literal, or a `JSONSample` that evaluates another expression on demand.
  private func sample(_ value: ExprSyntax, _ type: String) -> LocatedText {
    if let text = LiteralJSON.text(of: value) { return LocatedText(text.literal) }
    // A macro does not see the type of the expression, so the compiler reports an unsuitable one.
    return "Contract::JSONSample { \(LocatedText(value)) as \(type) }"
  }

  private func made(_ value: ExprSyntax, _ type: String) -> String {
    "Contract::JSONSample { \(value.trimmedDescription) as \(type) }"
  }
}
