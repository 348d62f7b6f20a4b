import SwiftSyntax
import SwiftSyntaxBuilder

/// A renderer of the conformance of a type with `@Schema`.
struct SchemaRenderer {
  let schema: SchemaModel
  /// False if an enclosing type may be generic, because generic types cannot store static properties.
  let storesStatics: Bool
  var locations = SourceLocations.none

  private var modifiers: String { schema.access.forMembers + "nonisolated " }

  /// Returns the members of the type.
  func renderMembers() -> String {
    var writer = SourceWriter(locations: locations)
    switch schema.shape {
    case .object:
      SchemaObjectRenderer(schema: schema, modifiers: modifiers, storesStatics: storesStatics)
        .render(into: &writer)
      writer.gap()
    case .choices, .raw: break
    case .cases(let cases):
      if let type = schema.possibleRawType {
        RawTypeCheckRenderer(type: type).render(into: &writer)
        writer.gap()
      }
      if let tag = schema.tag {
        SchemaTaggedRenderer(schema: schema, tag: tag, modifiers: modifiers, storesStatics: storesStatics)
          .render(into: &writer)
      } else {
        SchemaCasesRenderer(
          schema: schema, cases: schema.isKeyed ? schema.knownCases : cases, modifiers: modifiers,
          storesStatics: storesStatics
        ).render(into: &writer)
      }
      writer.gap()
    }
    SchemaDescriptionRenderer(schema: schema, modifiers: modifiers, storesStatics: storesStatics).render(into: &writer)
    return writer.text
  }

  /// Returns the members of a type with errors. They keep uses of the type valid, so that an error causes one message.
  func renderStub() -> String {
    var writer = SourceWriter()
    let taken = schema.takenMembers
    let end = schema.whereClause
    let read = taken.implementing("read(_:)", of: "Schema", into: &writer)
    writer.line("\(modifiers)static func \(read)(_ _reader: inout Contract::SchemaReader) -> Self?\(end) { nil }")
    let write = taken.implementing("write(_:)", of: "Schema", into: &writer)
    writer.line("\(modifiers)func \(write)(_ _writer: inout Contract::SchemaWriter)\(end) {}")
    let description = taken.implementing("schema", of: "Schema", into: &writer)
    writer.line("\(modifiers)static var \(description): Contract::JSONSchema { Contract::JSONSchema() }")
    return writer.text
  }

  /// Returns the extension of `type` with its conformances and with the decoding initializer. Inside the type, this
  /// initializer would remove the memberwise initializer.
  ///
  /// - Parameter protocols: the missing conformances.
  func renderExtension(of type: String, addingTo protocols: Set<String>, isStub: Bool) -> String? {
    var writer = SourceWriter(locations: locations)
    let names = ["Schema", "Codable", "Decodable", "Encodable"].filter(protocols.contains)
    let conformances = names.map { "nonisolated Contract::_Contract\($0)" }.joined(separator: ", ")
    let head = "extension \(type)\(conformances.isEmpty ? "" : ": " + conformances)\(schema.whereClause)"
    // The compiler warns of a constant in a synthesized initializer.
    let needsInitializer =
      schema.hasForeignTypes
      || schema.members.contains { $0.key != nil && ($0.defaultValue != nil || $0.hasRules || $0.isConstant) }
    if isStub, schema.ownCoding.isEmpty {
      writer.block(head) { writer in
        writer.line("\(modifiers)init(from _decoder: any Swift::Decoder) throws { Swift::fatalError() }")
        writer.line("\(modifiers)func encode(to _encoder: any Swift::Encoder) throws {}")
      }
    } else if !isStub, schema.isPositional {
      writer.block(head) { SchemaPositionalCodingRenderer(schema: schema, modifiers: modifiers).render(into: &$0) }
    } else if !isStub, needsInitializer {
      writer.block(head) { writer in
        SchemaDecodingRenderer(schema: schema, modifiers: modifiers).render(into: &writer)
        guard schema.needsEncoding else { return }
        writer.gap()
        SchemaEncodingRenderer(schema: schema, modifiers: modifiers).render(into: &writer)
      }
    } else if !isStub, schema.tag != nil {
      writer.block(head) { SchemaTaggedCodingRenderer(schema: schema, modifiers: modifiers).render(into: &$0) }
    } else if !isStub, schema.codesCases {
      writer.block(head) { SchemaCasesCodingRenderer(schema: schema, modifiers: modifiers).render(into: &$0) }
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
  /// True for a struct with members for which `writesNull` is true, or with members of unknown types. Synthesized coding
  /// would omit the null of the former, and its error for the latter would not name the member.
  var needsEncoding: Bool { hasForeignTypes || members.contains { $0.key != nil && $0.writesNull } }

  /// True for a struct with members of types that may not be Codable.
  var hasForeignTypes: Bool { members.contains { $0.key != nil && $0.type?.original.isKnown == false } }

  /// True for an enum whose cases are keys, if its form differs from Codable's or if values have types that may not be
  /// Codable.
  var codesCases: Bool {
    guard case .cases(let cases) = shape, tag == nil else { return false }
    return isKeyed || cases.flatMap(\.values).contains { !$0.type.original.isKnown }
  }

  /// True for a type with a deprecated member or case. Functions that use the member or case are deprecated; the compiler
  /// does not warn where a protocol calls these functions.
  var hasDeprecatedMembers: Bool {
    members.contains { !$0.variable.attributes.named("available").isEmpty } || hasDeprecatedCases
  }

  /// True for an enum with a deprecated case.
  var hasDeprecatedCases: Bool { cases.contains { !$0.declaration.attributes.named("available").isEmpty } }

  /// The name of the type in its own functions: `Self`, unless a member is called `Self`.
  var ownType: String { members.contains { $0.name.name == "Self" } && !isGeneric ? name.source : "Self" }

  /// The name of the coding keys in generated code.
  var codingKeys: String { needsEncoding && keys == nil ? "__CodingKeys" : "CodingKeys" }

  /// True for a raw value without a Codable conformance in the standard library. Synthesized coding would treat the
  /// type as a struct with a member `rawValue`, or as an enum with cases.
  var codesRawValue: Bool {
    guard case .raw(let type) = shape else { return false }
    return type.map { !Self.rawTypesOfCodable.contains($0) } ?? true
  }

  private static let rawTypesOfCodable: Set<String> = [
    "String", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    "Float",
  ]

  /// The requirements of the conformance for generic parameters, with a leading space.
  var whereClause: String {
    guard !uncodedParameters.isEmpty else { return "" }
    return " where " + uncodedParameters.map { "\($0): Contract::_ContractSchema" }.joined(separator: ", ")
  }
}

/// A renderer of the wire names of an object, as a static constant if possible.
enum SchemaKeysRenderer {
  /// One wire name.
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

  static func entries(_ values: [SchemaValueModel], of owner: Identifier) -> [Entry] {
    values.compactMap { value in
      let type = value.type.spellingSelf(owner)
      return value.key.map { Entry(key: $0, type: type, isRequired: !value.type.isOptional) }
    }
  }

  /// Returns the argument for one name.
  static func argument(_ entry: Entry) -> LocatedText {
    let type = entry.type.located(entry.type.metatype)
    return ".\(entry.isRequired ? "required" : "optional")(\(entry.key.literal), \(type))"
  }

  /// Adds a static property `name` with keys.
  ///
  /// - Parameter number: distinguishes the keys of one generic type.
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

  /// Adds one statement for each name. In one statement, types that are close together would miss their locations.
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
  /// Returns an expression of the type at its location. An unknown type causes one error as a generic argument, but
  /// several errors as an expression.
  func located(_ metatype: String) -> LocatedText {
    guard anchor != nil, metatype.hasSuffix(".self") else { return LocatedText(metatype) }
    return "Contract::_Type<\(String(metatype.dropLast(5)), at: anchor)>.self"
  }

  /// The type inside an optional, or the type itself, as an expression.
  var unwrappedMetatype: String { wrapped.metatype }

  /// The type as an optional with `?`, so that variables are initially nil.
  var optionalText: String { wrapped.asOptional }

  /// Returns the type with `Self` replaced by the name of the enclosing type.
  func spellingSelf(_ owner: Identifier) -> TypeModel {
    var spelled = TypeModel(TypeSyntax(stringLiteral: syntax.description(spellingSelf: owner.source)))
    spelled.anchor = anchor
    return spelled
  }

  /// True for an optional of an optional, in any spelling.
  var isDoublyOptional: Bool { isOptional && wrapped.isOptional }

  private var wrapped: TypeModel {
    isOptional ? TypeModel(unwrappedSyntax) : self
  }
}
