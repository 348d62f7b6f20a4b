import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the conformance of a type with `@Schema`.
struct SchemaRenderer {
  let schema: SchemaModel
  /// False where a type around this one may be generic, so that nothing can be stored once for all.
  let storesStatics: Bool
  /// False when the type declares the conformance itself.
  let addsConformance: Bool

  private var modifiers: String { schema.access.forMembers + "nonisolated " }

  /// The extension of `type`.
  func render(extending type: String) -> String {
    extend(type) { writer in
      switch schema.shape {
      case .object:
        SchemaObjectRenderer(schema: schema, modifiers: modifiers, storesStatics: storesStatics).render(into: &writer)
        if schema.members.contains(where: { $0.key != nil && $0.defaultValue != nil }) {
          writer.gap()
          SchemaDecodingRenderer(schema: schema, modifiers: modifiers).render(into: &writer)
        }
      case .choices, .raw: break
      case .cases(let cases):
        SchemaCasesRenderer(schema: schema, cases: cases, modifiers: modifiers, storesStatics: storesStatics)
          .render(into: &writer)
        writer.gap()
      }
      if case .object = schema.shape { writer.gap() }
      SchemaDescriptionRenderer(schema: schema, modifiers: modifiers, storesStatics: storesStatics).render(into: &writer)
    }
  }

  /// The extension of a type with mistakes, which keeps its uses sound, so that a mistake is one error.
  func renderStub(extending type: String) -> String {
    extend(type) { writer in
      writer.line("\(modifiers)static func read(_ __reader: inout Contract::SchemaReader) -> Self? { nil }")
      writer.line("\(modifiers)func write(_ __writer: inout Contract::SchemaWriter) {}")
      writer.line("\(modifiers)static var schema: Contract::JSONSchema { Contract::JSONSchema() }")
      guard schema.ownCoding.isEmpty else { return }
      writer.line("\(modifiers)init(from __decoder: any Swift::Decoder) throws { Swift::fatalError() }")
      writer.line("\(modifiers)func encode(to __encoder: any Swift::Encoder) throws {}")
    }
  }

  private func extend(_ type: String, _ content: (inout SourceWriter) -> Void) -> String {
    var writer = SourceWriter()
    let conformance = addsConformance ? ": nonisolated Contract::_ContractSchema" : ""
    let requirements = schema.uncodedParameters.map { "\($0): Contract::_ContractSchema" }
    let clause = requirements.isEmpty ? "" : " where " + requirements.joined(separator: ", ")
    writer.block("extension \(type)\(conformance)\(clause)", content)
    return writer.text
  }
}

/// Writes the names that an object has on the wire, once for each type where Swift allows it.
enum SchemaKeysRenderer {
  /// One name.
  struct Entry {
    let key: String
    let type: TypeModel
    let isRequired: Bool
  }

  static func entries(_ members: [SchemaMemberModel]) -> [Entry] {
    members.compactMap { member in
      guard let key = member.key, let type = member.type else { return nil }
      return Entry(key: key, type: type, isRequired: member.isRequired)
    }
  }

  static func entries(_ values: [SchemaValueModel]) -> [Entry] {
    values.compactMap { value in
      value.key.map { Entry(key: $0, type: value.type, isRequired: !value.type.isOptional) }
    }
  }

  /// The argument for one name.
  static func argument(_ entry: Entry) -> String {
    ".\(entry.isRequired ? "required" : "optional")(\(entry.key.literal), \(entry.type.unwrappedMetatype))"
  }

  /// A static property `name` with keys.
  ///
  /// - Parameter number: Tells the keys of one generic type apart.
  static func render(
    _ name: String, number: Int, _ arguments: [String], modifiers: String = "private nonisolated ",
    storesStatics: Bool, into writer: inout SourceWriter
  ) {
    if storesStatics {
      return writer.list("\(modifiers)static let \(name) = Contract::SchemaKeys(", arguments, ")")
    }
    writer.block("\(modifiers)static var \(name): Contract::SchemaKeys") { writer in
      writer.block(".cached(for: Self.self, \(number))") { $0.list("Contract::SchemaKeys(", arguments, ")") }
    }
  }
}

extension TypeModel {
  /// The type inside an optional, or the type itself, as an expression.
  var unwrappedMetatype: String {
    isOptional ? TypeModel(TypeSyntax(stringLiteral: unwrapped)).metatype : metatype
  }
}
