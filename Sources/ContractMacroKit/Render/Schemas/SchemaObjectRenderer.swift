import SwiftSyntax

/// A renderer of the reader and writer of a struct: an object, or with `@Positional` an array.
struct SchemaObjectRenderer {
  let schema: SchemaModel
  let modifiers: String
  let storesStatics: Bool

  /// The coded members; their index identifies them in generated code.
  private var members: [SchemaMemberModel] { schema.members.filter { $0.key != nil } }

  func render(into writer: inout SourceWriter) {
    let arguments: [LocatedText] =
      ["of: \(schema.ownType).self"] + SchemaKeysRenderer.entries(members).map(SchemaKeysRenderer.argument)
    SchemaKeysRenderer.render("__keys", number: 0, arguments, storesStatics: storesStatics, into: &writer)
    writer.gap()
    renderRead(into: &writer)
    writer.gap()
    renderWrite(into: &writer)
    if schema.needsEncoding, schema.keys == nil, !schema.isPositional {
      writer.gap()
      renderCodingKeys(into: &writer)
    }
    if schema.hasForeignTypes {
      writer.gap()
      SchemaTypesRenderer(schema: schema).render(into: &writer)
    }
    if schema.hasInitializer {
      writer.gap()
      renderInitializer(into: &writer)
    }
    guard members.contains(where: { $0.hasRules }) else { return }
    writer.gap()
    renderRules(into: &writer)
  }

  // MARK: Reading

  private func renderRead(into writer: inout SourceWriter) {
    writer.block(
      "\(modifiers)static func read(_ _reader: inout Contract::SchemaReader) -> \(schema.ownType)?\(schema.whereClause)"
    ) { writer in
      guard !members.isEmpty else {
        // The value is skipped, because Codable also reads nothing for a type without members.
        writer.line("_reader.skip()")
        writer.line("return \(schema.ownType)(\(schema.hasInitializer ? "__: ()" : ""))")
        return
      }
      let name = schema.isPositional ? "Positions" : "Object"
      writer.line("guard var _object = _reader.begin\(name)(\(schema.ownType).__keys) else { return nil }")
      for (index, member) in members.enumerated() where !member.isConstant {
        for line in variable(member, index) { writer.line(line) }
      }
      if schema.isPositional { renderPositions(into: &writer) } else { renderLoop(into: &writer) }
      for (index, member) in members.enumerated() where member.hasRules {
        let call = ".check(_object, \(index), \(member.name.local), \(schema.ownType).__Rules.\(member.name.local))"
        writer.line("_reader\(call, at: member.type?.anchor, offset: 1)")
      }
      let bindings = members.filter(needsBinding).map { "let \($0.name.local)" }
      let conditions = ["_reader.end\(name)(_object)"] + bindings
      if conditions.joined(separator: ", ").utf8.count < 90 {
        writer.line("guard \(conditions.joined(separator: ", ")) else { return nil }")
      } else {
        writer.line("guard")
        writer.indented { $0.line(conditions.joined(separator: ", ")) }
        writer.line("else { return nil }")
      }
      renderConstruction(into: &writer)
    }
  }

  /// Adds the statement that returns the value of the local variables.
  ///
  /// A struct with a member of an unknown type has no memberwise initializer, so a call of the initializer would be a second
  /// error. Converting the initializer to a function type that contains the unknown type causes no further error. The conversion
  /// captures the generic parameters, whose metatypes may not be sendable.
  private func renderConstruction(into writer: inout SourceWriter) {
    let read = members.filter { !$0.isConstant }
    let labels = read.map { schema.hasInitializer ? $0.name.local : $0.name.label }
    let values = read.map(\.name.local)
    guard schema.hasForeignTypes, !schema.isGeneric, !read.isEmpty else {
      let arguments = zip(labels, values).map { "\($0): \($1)" }
      // `__: ()` distinguishes the generated initializer from an initializer without parameters that the type may declare.
      let list = arguments.isEmpty && schema.hasInitializer ? ["__: ()"] : arguments
      return writer.list("return \(schema.ownType)(", list, ")")
    }
    let types = read.map { SchemaTypesRenderer.name(of: $0) ?? $0.type?.text ?? "" }
    writer.list("let _make: (", types, ") -> \(schema.ownType) =")
    writer.indented { $0.line("\(schema.ownType).init(\(labels.map { $0 + ":" }.joined()))") }
    writer.list("return _make(", values, ")")
  }

  /// Adds the statements that read one element after another.
  private func renderPositions(into writer: inout SourceWriter) {
    for member in members {
      writer.block("if _reader.nextPosition(&_object)") { $0.line(read(member)) }
    }
  }

  private func renderLoop(into writer: inout SourceWriter) {
    if members.count == 1, let only = members.first {
      return writer.block("while _reader.nextMember(&_object) != nil") { $0.line(read(only)) }
    }
    writer.block("while let _member = _reader.nextMember(&_object)") { writer in
      writer.line("switch _member {")
      for (index, member) in members.enumerated() {
        writer.branch("\(index == members.count - 1 ? "default" : "case \(index)"):", read(member))
      }
      writer.line("}")
    }
  }

  /// Returns the statements that declare the local variable of a member. The variable starts with the initial value; a
  /// failure resets it.
  private func variable(_ member: SchemaMemberModel, _ index: Int) -> [LocatedText] {
    guard let type = member.type else { return [] }
    let declared: LocatedText = "var \(member.name.local): \(LocatedText(type, spelled: type.optionalText))"
    guard let value = member.defaultValue else { return [declared] }
    guard !type.isOptional, type.anchor != nil || !value.isPlainLiteral else {
      return ["\(declared) = \(LocatedText(value))"]
    }
    // The constant checks the initial value. The variable alone would accept nil and `.none` for a member that is not optional,
    // because the variable is optional. For the constant, the compiler reports the same error as for the member.
    return [
      "let _default\(index): \(LocatedText(type)) = \(LocatedText(value))", "\(declared) = _default\(index)",
    ]
  }

  private func read(_ member: SchemaMemberModel) -> LocatedText {
    guard let type = member.type, !member.isConstant else { return "_reader.skip()" }
    let function = type.isOptional ? "optional" : "value"
    return "\(member.name.local) = _reader.\(function)(\(type.located(type.unwrappedMetatype)))"
  }

  private func needsBinding(_ member: SchemaMemberModel) -> Bool {
    !member.isConstant && member.type?.isOptional != true
  }

  /// Adds a memberwise initializer to a type with declared initializers.
  private func renderInitializer(into writer: inout SourceWriter) {
    let read = members.filter { !$0.isConstant }
    let parameters = read.compactMap { member -> LocatedText? in
      // An alias is written without a location, because parameters on one line cannot have locations.
      if let alias = SchemaTypesRenderer.name(of: member) { return LocatedText("\(member.name.local): \(alias)") }
      return member.type.map { "\(member.name.local): \(LocatedText($0))" }
    }
    writer.block("private nonisolated init(" as LocatedText, parameters.isEmpty ? ["__: ()"] : parameters, ")") {
      writer in
      for member in read { writer.line("self.\(member.name.source) = \(member.name.local)") }
    }
  }

  // MARK: Writing

  private func renderWrite(into writer: inout SourceWriter) {
    if schema.hasDeprecatedMembers { writer.introduce("@available(*, deprecated)") }
    writer.block("\(modifiers)func write(_ _writer: inout Contract::SchemaWriter)\(schema.whereClause)") { writer in
      guard !schema.isPositional else { return renderElements(into: &writer) }
      writer.line("\(members.isEmpty ? "_" : "let _keys") = _writer.beginObject(\(schema.ownType).__keys)")
      for (index, member) in members.enumerated() {
        let function = member.type?.isOptional == true && !member.writesNull ? "optionalMember" : "member"
        let value = "self.\(member.name.source)\(SchemaTypesRenderer.coercion(of: member))"
        let call = ".\(function)(_keys, \(index), \(value))"
        writer.line("_writer\(call, at: member.isAnnotated ? member.type?.original.anchor : nil, offset: 1)")
      }
      writer.line("_writer.endObject()")
    }
  }

  /// Adds the statements that write one element after another.
  private func renderElements(into writer: inout SourceWriter) {
    writer.line("_writer.beginArray()")
    for member in members {
      let call = ".position(self.\(member.name.source)\(SchemaTypesRenderer.coercion(of: member)))"
      writer.line(
        "_writer\(call, at: member.isAnnotated ? member.type?.original.anchor : nil, offset: 1)" as LocatedText)
    }
    writer.line("_writer.endArray()")
  }

  /// Adds coding keys. The compiler synthesizes them only together with a coding function.
  private func renderCodingKeys(into writer: inout SourceWriter) {
    writer.block("private nonisolated enum __CodingKeys: Contract::_ContractCodingKey") { writer in
      for member in members { writer.line("case \(member.name.source)") }
    }
  }

  // MARK: Rules

  /// Adds the rules of all members. The rules are created once.
  private func renderRules(into writer: inout SourceWriter) {
    writer.block("private nonisolated enum __Rules") { writer in
      for member in members where member.hasRules {
        guard let type = member.type else { continue }
        let spelled = type.spellingSelf(schema.name).checked
        writer.rules(
          member.name.local, LocatedText(type, spelled: spelled), member.rules(in: schema.name), isStored: storesStatics
        )
      }
    }
  }
}

extension ExprSyntax {
  /// True for literals that cannot be a value of the optional itself.
  fileprivate var isPlainLiteral: Bool {
    switch kind {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .stringLiteralExpr, .arrayExpr, .dictionaryExpr:
      true
    default: false
    }
  }
}
