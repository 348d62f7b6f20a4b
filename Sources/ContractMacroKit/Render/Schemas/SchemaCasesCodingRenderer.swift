/// A renderer of `init(from:)` and `encode(to:)` of an enum with `@Tagged(.key)`, or with values of types that may not be
/// Codable. For the latter, the error of synthesized coding would not name the value.
struct SchemaCasesCodingRenderer {
  let schema: SchemaModel
  let modifiers: String

  private var cases: [SchemaCaseModel] { schema.isKeyed ? schema.knownCases : schema.cases }

  private var unknown: SchemaCaseModel? { schema.isKeyed ? schema.unknownCase : nil }

  /// Returns true if the case has a single value, which is the value of the key itself.
  private func isWhole(_ element: SchemaCaseModel) -> Bool { schema.isKeyed && element.hasSingleValue }

  /// Adds the coding keys of the cases and of their values to the enum with the keys.
  func renderKeys(into writer: inout SourceWriter) {
    renderKeys("__Cases", cases.map { ($0.name, $0.key ?? $0.name.name) }, into: &writer)
    for (index, element) in cases.enumerated() where !element.values.isEmpty && !isWhole(element) {
      let keys = element.values.map { (Identifier($0.name), $0.key ?? $0.name) }
      renderKeys("__Coding\(index)", keys, into: &writer)
    }
  }

  private func renderKeys(_ name: String, _ keys: [(Identifier, String)], into writer: inout SourceWriter) {
    let listed = name == "__Cases" && schema.isKeyed ? ", Swift::CaseIterable" : ""
    writer.block("enum \(name): Swift::String, Contract::_ContractCodingKey\(listed)") { writer in
      for (name, text) in keys { writer.line("case \(name.source) = \(text.literal)") }
    }
  }

  func render(into writer: inout SourceWriter) {
    if schema.hasDeprecatedCases { writer.introduce("@available(*, deprecated)") }
    writer.block("\(modifiers)init(from _decoder: any Swift::Decoder) throws") { writer in
      writer.line("let _container = try _decoder.container(keyedBy: Self.__Keys.__Cases.self)")
      if let unknown {
        writer.block("guard let _case = try _container._contractKeyIfKnown() else") { writer in
          writer.line("self = \(unknown.name.enumCase)(try .init(from: _decoder))")
          writer.line("return")
        }
        writer.line("switch _case {")
      } else {
        let key = schema.isKeyed ? "_contractKey(in: _decoder)" : "_contractCase(of: Self.self)"
        writer.line("switch try _container.\(key) {")
      }
      for (index, element) in cases.enumerated() {
        writer.line("case .\(element.name.source):")
        writer.indented { renderDecode(index, element, into: &$0) }
      }
      writer.line("}")
    }
    writer.gap()
    writer.block("\(modifiers)func encode(to _encoder: any Swift::Encoder) throws") { writer in
      if let unknown {
        writer.line("if case .\(unknown.name.source)(let _value) = self { return try _value.encode(to: _encoder) }")
      }
      writer.line("var _container = _encoder.container(keyedBy: Self.__Keys.__Cases.self)")
      writer.line("switch self {")
      for (index, element) in cases.enumerated() {
        let bindings = element.values.map { "let \($0.local)" }.joined(separator: ", ")
        writer.line("case .\(element.name.source)\(bindings.isEmpty ? "" : "(\(bindings))"):")
        writer.indented { renderEncode(index, element, into: &$0) }
      }
      if let unknown { writer.line("case .\(unknown.name.source): break") }
      writer.line("}")
    }
  }

  private func renderDecode(_ index: Int, _ element: SchemaCaseModel, into writer: inout SourceWriter) {
    let name = element.name.enumCase
    guard !element.values.isEmpty else {
      let key = ".\(element.name.source)"
      writer.line("_ = try _container.nestedContainer(keyedBy: Self.__Keys.__Cases.self, forKey: \(key))")
      return writer.line("self = \(name)")
    }
    if isWhole(element), let value = element.values.first {
      let function = value.type.isOptional ? "_contractOptional" : "_contractValue"
      return writer.line("self = \(name)(try _container.\(function)(.\(element.name.source)))")
    }
    writer.line("let _values = try _container.\(nested(index, element))")
    let arguments = element.values.map { value -> String in
      let label = value.label.map { $0.label + ": " } ?? ""
      let function = value.type.isOptional ? "_contractOptional" : "_contractValue"
      return "\(label)try _values.\(function)(.\(Identifier(value.name).source))"
    }
    writer.list("self = \(name)(", arguments, ")")
  }

  private func renderEncode(_ index: Int, _ element: SchemaCaseModel, into writer: inout SourceWriter) {
    guard !element.values.isEmpty else {
      let key = ".\(element.name.source)"
      return writer.line("_ = _container.nestedContainer(keyedBy: Self.__Keys.__Cases.self, forKey: \(key))")
    }
    if isWhole(element), let value = element.values.first {
      return writer.line("try _container._contractWrite(\(value.local), .\(element.name.source))")
    }
    writer.line("var _values = _container.\(nested(index, element))")
    for value in element.values {
      writer.line("try _values._contractWriteOptional(\(value.local), .\(Identifier(value.name).source))")
    }
  }

  private func nested(_ index: Int, _ element: SchemaCaseModel) -> String {
    "nestedContainer(keyedBy: Self.__Keys.__Coding\(index).self, forKey: .\(element.name.source))"
  }
}
