import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes what makes a type with `@Schema` conform.
struct SchemaRenderer {
  let schema: SchemaModel
  /// False where a type around this one may be generic, so that nothing can be stored once for all.
  let storesStatics: Bool
  var locations = SourceLocations.none

  private var modifiers: String { schema.access.forMembers + "nonisolated " }

  /// The members of the type, which name other types as the type itself does.
  func renderMembers() -> String {
    var writer = SourceWriter(locations: locations)
    switch schema.shape {
    case .object:
      SchemaObjectRenderer(schema: schema, modifiers: modifiers, storesStatics: storesStatics)
        .render(into: &writer)
      writer.gap()
    case .choices, .raw: break
    case .cases(let cases):
      SchemaCasesRenderer(
        schema: schema, cases: cases, modifiers: modifiers, storesStatics: storesStatics
      ).render(into: &writer)
      writer.gap()
    }
    SchemaDescriptionRenderer(schema: schema, modifiers: modifiers, storesStatics: storesStatics).render(into: &writer)
    return writer.text
  }

  /// The members of a type with mistakes, which keep its uses sound, so that a mistake is one error.
  func renderStub() -> String {
    var writer = SourceWriter()
    writer.line(
      "\(modifiers)static func read(_ _reader: inout Contract::SchemaReader) -> Self?\(schema.whereClause) { nil }")
    writer.line("\(modifiers)func write(_ _writer: inout Contract::SchemaWriter)\(schema.whereClause) {}")
    writer.line("\(modifiers)static var schema: Contract::JSONSchema { Contract::JSONSchema() }")
    return writer.text
  }

  /// The extension of `type` with its conformances, and with the initializer that would take the type's own away from it
  /// if it stood inside.
  ///
  /// - Parameter protocols: What the type does not conform to yet.
  func renderExtension(of type: String, addingTo protocols: Set<String>, isStub: Bool) -> String? {
    var writer = SourceWriter(locations: locations)
    let names = ["Schema", "Codable", "Decodable", "Encodable"].filter(protocols.contains)
    let conformances = names.map { "nonisolated Contract::_Contract\($0)" }.joined(separator: ", ")
    let words = "extension \(type)\(conformances.isEmpty ? "" : ": " + conformances)\(schema.whereClause)"
    // The compiler writes how an enum is coded, and tells here when an associated value is not.
    let head = LocatedText(words, at: schema.cases.lazy.flatMap(\.values).compactMap { $0.type.anchor }.first)
    let needsInitializer =
      schema.hasForeignTypes
      || schema.members.contains { $0.key != nil && ($0.defaultValue != nil || $0.hasRules) }
    if isStub, schema.ownCoding.isEmpty {
      writer.block(head) { writer in
        writer.line("\(modifiers)init(from _decoder: any Swift::Decoder) throws { Swift::fatalError() }")
        writer.line("\(modifiers)func encode(to _encoder: any Swift::Encoder) throws {}")
      }
    } else if !isStub, needsInitializer {
      writer.block(head) { writer in
        SchemaDecodingRenderer(schema: schema, modifiers: modifiers).render(into: &writer)
        guard schema.needsEncoding else { return }
        writer.gap()
        SchemaEncodingRenderer(schema: schema, modifiers: modifiers).render(into: &writer)
      }
    } else if !isStub, schema.codesRawValue {
      writer.block(head) { SchemaRawValueRenderer(modifiers: modifiers).render(into: &$0) }
    } else {
      guard !conformances.isEmpty else { return nil }
      writer.line(head + " {}")
    }
    return writer.text
  }
}

extension SchemaModel {
  /// True for a struct that Codable would write without what `writesNull` is about, or for which it would say only that
  /// something in it cannot be written.
  var needsEncoding: Bool { hasForeignTypes || members.contains { $0.key != nil && $0.writesNull } }

  /// True for a struct with members of types that may turn out not to be coded.
  var hasForeignTypes: Bool { members.contains { $0.key != nil && $0.type?.original.isKnown == false } }

  /// True for a type with a deprecated member, whose functions that use it are deprecated themselves: a protocol calls
  /// them, of which the compiler does not warn.
  var hasDeprecatedMembers: Bool { members.contains { !$0.variable.attributes.named("available").isEmpty } }

  /// The type in its own functions: its name where a member is called `Self`.
  var ownType: String { members.contains { $0.name.name == "Self" } && !isGeneric ? name.source : "Self" }

  /// The coding keys that generated code uses.
  var codingKeys: String { needsEncoding && keys == nil ? "__CodingKeys" : "CodingKeys" }

  /// True for a raw value that the standard library's own conformances say nothing about: Codable would take the type
  /// for a struct with a member `rawValue`, or for an enum with cases.
  var codesRawValue: Bool {
    guard case .raw(let type) = shape else { return false }
    return type.map { !Self.rawTypesOfCodable.contains($0) } ?? true
  }

  private static let rawTypesOfCodable: Set<String> = [
    "String", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    "Float",
  ]

  /// What the conformance asks of generic parameters, with a space in front.
  var whereClause: String {
    guard !uncodedParameters.isEmpty else { return "" }
    return " where " + uncodedParameters.map { "\($0): Contract::_ContractSchema" }.joined(separator: ", ")
  }
}

/// Writes the names that an object has on the wire, once for each type where Swift allows it.
enum SchemaKeysRenderer {
  /// One name.
  struct Entry {
    let key: String
    let type: TypeModel
    let isRequired: Bool
    /// True for a member that may be there and be null all the same.
    var isNullable = false
  }

  static func entries(_ members: [SchemaMemberModel]) -> [Entry] {
    members.compactMap { member in
      guard let key = member.key, let type = member.type else { return nil }
      return Entry(key: key, type: type, isRequired: member.isRequired, isNullable: member.writesNull)
    }
  }

  static func entries(_ values: [SchemaValueModel], of owner: Identifier) -> [Entry] {
    values.compactMap { value in
      let type = value.type.spellingSelf(owner)
      return value.key.map { Entry(key: $0, type: type, isRequired: !value.type.isOptional) }
    }
  }

  /// The argument for one name.
  static func argument(_ entry: Entry) -> LocatedText {
    let type = entry.type.located(entry.isNullable ? entry.type.metatype : entry.type.unwrappedMetatype)
    return ".\(entry.isRequired ? "required" : "optional")(\(entry.key.literal), \(type))"
  }

  /// A static property `name` with keys.
  ///
  /// - Parameter number: Tells the keys of one generic type apart.
  static func render(
    _ name: String, number: Int, _ arguments: [LocatedText], modifiers: String = "private nonisolated ",
    storesStatics: Bool, into writer: inout SourceWriter
  ) {
    let open: LocatedText = "\(modifiers)static let \(name) = Contract::SchemaKeys("
    let isExact = LocatedLayout(open + arguments.listed, writer.locations)?.isExact ?? true
    if storesStatics, !isExact {
      return writer.block("\(modifiers)static let \(name): Contract::SchemaKeys =", close: "}()") {
        renderStatements(arguments, into: &$0)
      }
    }
    if storesStatics {
      return writer.list("\(modifiers)static let \(name) = Contract::SchemaKeys(" as LocatedText, arguments, ")")
    }
    writer.block("\(modifiers)static var \(name): Contract::SchemaKeys") { writer in
      writer.block(".cached(for: Self.self, \(number))") {
        $0.list("Contract::SchemaKeys(" as LocatedText, arguments, ")")
      }
    }
  }

  /// One statement a name, for types that stand too close together to have their locations in one statement.
  private static func renderStatements(_ arguments: [LocatedText], into writer: inout SourceWriter) {
    let names = arguments.enumerated().map { index, argument -> String in
      guard !argument.isPlain else { return argument.text }
      writer.line("let __\(index) = Contract::SchemaMember\(argument)" as LocatedText)
      return "__\(index)"
    }
    writer.list("return Contract::SchemaKeys(", names, ")")
  }
}

extension TypeModel {
  /// An expression of the type at its location. As a generic argument an unknown type is one error, and as an expression
  /// more than one.
  func located(_ metatype: String) -> LocatedText {
    guard anchor != nil, metatype.hasSuffix(".self") else { return LocatedText(metatype) }
    return "Contract::_Type<\(String(metatype.dropLast(5)), at: anchor)>.self"
  }

  /// The type inside an optional, or the type itself, as an expression.
  var unwrappedMetatype: String { wrapped.metatype }

  /// The optional of the type, with the sign that gives variables nil to start with.
  var optionalText: String { wrapped.asOptional }

  /// The type with `Self` spelled as the type it stands for.
  func spellingSelf(_ owner: Identifier) -> TypeModel {
    var spelled = TypeModel(TypeSyntax(stringLiteral: syntax.description(spellingSelf: owner)))
    spelled.anchor = anchor
    return spelled
  }

  /// True for an optional of an optional, however it is spelled.
  var isDoublyOptional: Bool { isOptional && wrapped.isOptional }

  private var wrapped: TypeModel {
    isOptional ? TypeModel(TypeSyntax(stringLiteral: unwrapped)) : self
  }
}
