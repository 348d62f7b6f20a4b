/// The named schemas of a document, and the serialization of schemas that refer to them.
///
/// Write schemas where the document needs them, then the definitions to which they refer:
///
/// ```swift
/// var definitions = JSONSchemaDefinitions(at: "#/components/schemas/")
/// definitions.write(.of(Todo.self), to: &writer)  // {"$ref":"#/components/schemas/Todo"}
/// definitions.writeAll(to: &writer)               // {"Todo":{"type":"object",…}}
/// ```
///
/// If several types have the same name, or one type is spelled with different options, a number is appended to the name.
/// Definitions are sorted by name, so that equal types result in equal documents.
public struct JSONSchemaDefinitions: Sendable {
  /// The source of a definition.
  private enum Definition {
    case type(any Schema.Type)
    case recorded(JSONSchema)

    var schema: JSONSchema {
      switch self {
      case .type(let type): type.schema
      case .recorded(let schema): schema
      }
    }
  }

  /// A type with the options that spell its names and dates.
  private struct Use: Hashable {
    let type: ObjectIdentifier
    /// The index of an alternative of the type; nil for the whole type.
    var alternative: Int?
    let spelling: String
    let admitsNull: Bool
  }

  /// A referenced definition that is not written yet.
  private struct Waiting {
    let name: String
    let type: ObjectIdentifier
    let definition: Definition
    let options: JSONOptions
    let admitsNull: Bool
  }

  private let prefix: String
  private var names: [Use: String] = [:]
  private var taken: Set<String> = []
  private var waiting: [Waiting] = []
  /// False while schemas of forms are written: a form cannot send null, and an empty value of an optional number is absent. A
  /// type that is used in forms and elsewhere has two definitions if they differ.
  public var admitsNull = true
  /// True if the alternatives of an enumeration become definitions, to which a `discriminator` of OpenAPI refers.
  package var hasDiscriminators = false
  /// Sentences about tagged enumerations that have no `discriminator`, because they allow other tags.
  package private(set) var missingDiscriminators: [String] = []
  /// The reasons why some types have no schema, with remedies, in the order of writing.
  public private(set) var problems: [String] = []
  /// The type described by the document itself.
  private var root: ObjectIdentifier?

  /// Creates definitions for a location in a document.
  ///
  /// - Parameter prefix: the reference before the name, a JSON Pointer as a fragment: `#/$defs/`.
  public init(at prefix: String) {
    self.prefix = prefix
  }

  /// The sorted names of all types that were referred to.
  public var allNames: [String] { taken.sorted() }

  /// Reserves a name that a document defines itself. Types with this name get a number.
  ///
  /// - Returns: false if the name is already used.
  @discardableResult
  public mutating func reserve(_ name: String) -> Bool {
    taken.insert(name).inserted
  }

  /// Writes a schema as a JSON value, with references to named types.
  public mutating func write(_ schema: JSONSchema, to writer: inout JSONWriter) {
    write(schema, orEmptyText: false, to: &writer)
  }

  private mutating func write(_ schema: JSONSchema, orEmptyText: Bool, to writer: inout JSONWriter) {
    var schema = schema.resolved
    schema.isNullable = schema.isNullable && admitsNull
    if let problem = schema.problem, !problems.contains(problem) { problems.append(problem) }
    var reference: String?
    if let type = schema.type {
      reference = self.reference(to: type, writer.options)
    } else if let type = schema.recorded {
      reference = self.reference(to: type, writer.options)
    }
    // `null` cannot be added to a schema without a list of types, so the schema becomes one of two alternatives.
    let hasNull = schema.isNullable && (reference != nil || schema.needsAlternativeForNull(writer.options))
    let isWrapped = hasNull || orEmptyText
    writer.beginObject()
    if isWrapped {
      writer.key("anyOf")
      writer.beginArray()
      writer.beginObject()
    }
    if let reference { writer.member("$ref", reference) }
    writeRules(of: schema, isNullable: schema.isNullable && !isWrapped, to: &writer)
    if isWrapped {
      writer.endObject()
      if hasNull { write(JSONSchema(.null), to: &writer) }
      if orEmptyText { write(.emptyText, to: &writer) }
      writer.endArray()
    }
    JSONSchemaText.writeNotes(of: schema, to: &writer)
    writer.endObject()
  }

  /// Writes the definitions of all types that were referred to, directly or indirectly, as one object.
  public mutating func writeAll(to writer: inout JSONWriter) {
    var texts: [(name: String, bytes: [UInt8])] = []
    while let next = waiting.popLast() {
      admitsNull = next.admitsNull
      var text = JSONWriter(options: next.options)
      var schema = next.definition.schema.unnamed
      if hasDiscriminators { nameAlternatives(of: &schema, next) }
      write(schema, to: &text)
      texts.append((next.name, text.bytes))
    }
    writer.beginObject()
    for (name, bytes) in texts.sorted(by: { $0.name < $1.name }) {
      writer.key(name)
      writer.write(json: bytes)
    }
    writer.endObject()
  }

  /// Turns the alternatives of an enumeration into definitions.
  private mutating func nameAlternatives(of schema: inout JSONSchema, _ definition: Waiting) {
    if let discriminator = schema.discriminator, discriminator.isOpen {
      missingDiscriminators.append(
        "`\(definition.name)` has no discriminator, because it allows other values of `\(discriminator.name)`.")
    } else {
      schema.nameAlternatives(of: definition.type, named: definition.name)
    }
  }

  /// True when ``writeAll(to:)`` has definitions to write.
  public var isWaiting: Bool { !waiting.isEmpty }

  /// Writes the members of a document for one type. References to that type lead to the document's root.
  mutating func writeRoot(_ type: any Schema.Type, to writer: inout JSONWriter) {
    root = ObjectIdentifier(type)
    var schema = type.schema
    schema.title = schema.title ?? schema.name
    write(schema.unnamed, to: &writer)
  }

  private mutating func reference(to type: any Schema.Type, _ options: JSONOptions) -> String {
    let id = ObjectIdentifier(type)
    if id == root { return "#" }
    let use = use(of: id, options) { type.schema }
    if let name = names[use] { return prefix + name }
    return define(use, as: type.schema.name ?? JSONSchema.name(of: type), .type(type), options)
  }

  private mutating func reference(to type: JSONSchema.RecordedType, _ options: JSONOptions) -> String {
    var use = use(of: type.id, options) { type.contents ?? JSONSchema() }
    use.alternative = type.alternative
    if let name = names[use] { return prefix + name }
    return define(use, as: type.name, .recorded(type.contents ?? JSONSchema()), options)
  }

  /// Returns the key of a definition. Forms share the definition of a schema without members and elements.
  private func use(of id: ObjectIdentifier, _ options: JSONOptions, _ schema: () -> JSONSchema) -> Use {
    let isEqual = admitsNull || (schema().properties.isEmpty && schema().items == nil)
    return Use(type: id, spelling: options.spelling, admitsNull: isEqual)
  }

  private mutating func define(
    _ use: Use, as wanted: String, _ definition: Definition, _ options: JSONOptions
  ) -> String {
    var name = wanted
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(wanted)\(number)"
      number += 1
    }
    names[use] = name
    waiting.append(
      Waiting(name: name, type: use.type, definition: definition, options: options, admitsNull: use.admitsNull))
    return prefix + name
  }

  // MARK: Rules about values

  private mutating func writeRules(of schema: JSONSchema, isNullable: Bool, to writer: inout JSONWriter) {
    JSONSchemaText.writeType(of: schema, isNullable: isNullable, to: &writer)
    if schema.isPositional {
      writePositions(of: schema, to: &writer)
    } else if !schema.properties.isEmpty {
      writeProperties(of: schema, to: &writer)
    }
    if let additional = schema.additionalProperties {
      writer.key("additionalProperties")
      write(additional, to: &writer)
    }
    if let pattern = schema.namePattern {
      var names = JSONSchema()
      names.pattern = pattern
      writer.key("propertyNames")
      write(names, to: &writer)
    }
    if let items = schema.items {
      writer.key("items")
      write(items, to: &writer)
    }
    JSONSchemaText.writeBounds(of: schema, to: &writer)
    guard !schema.oneOf.isEmpty else { return }
    writer.key(schema.discriminator?.isOpen == true || schema.hasOpenAlternative ? "anyOf" : "oneOf")
    writer.beginArray()
    for schema in schema.oneOf { write(schema, to: &writer) }
    writer.endArray()
    if hasDiscriminators { writeDiscriminator(of: schema, to: &writer) }
  }

  /// Writes the tags with references to the alternatives, if all alternatives are definitions.
  private mutating func writeDiscriminator(of schema: JSONSchema, to writer: inout JSONWriter) {
    guard let discriminator = schema.discriminator, schema.oneOf.allSatisfy({ $0.recorded != nil }) else { return }
    writer.key("discriminator")
    writer.beginObject()
    writer.member("propertyName", discriminator.name)
    writer.key("mapping")
    writer.beginObject()
    for (value, alternative) in zip(discriminator.values, schema.oneOf) {
      guard let value, let type = alternative.recorded else { continue }
      writer.key(value)
      writer.write(reference(to: type, writer.options))
    }
    writer.endObject()
    writer.endObject()
  }

  private mutating func writePositions(of schema: JSONSchema, to writer: inout JSONWriter) {
    writer.key("prefixItems")
    writer.beginArray()
    for property in schema.properties { write(property.schema, to: &writer) }
    writer.endArray()
  }

  private mutating func writeProperties(of schema: JSONSchema, to writer: inout JSONWriter) {
    writer.key("properties")
    writer.beginObject()
    for property in schema.properties {
      writer.key(property.key(writer.options))
      write(property.schema, orEmptyText: !admitsNull && property.isAbsentIfEmpty, to: &writer)
    }
    writer.endObject()
    let required = schema.properties.filter { admitsNull ? $0.isRequired : $0.isRequiredInForm }
    guard !required.isEmpty else { return }
    writer.key("required")
    writer.write(required.map { $0.key(writer.options) })
  }
}

extension JSONSchema {
  /// Returns true for a schema to whose types null cannot be added. Readers of OpenAPI ignore the format of a list of
  /// types, so a string with a format has only one type.
  fileprivate func needsAlternativeForNull(_ options: JSONOptions) -> Bool {
    let isText = types == [.string] || isText64(options)
    return !oneOf.isEmpty || constant != nil || isDate || (isText && format != nil)
  }

  /// The schema without its name.
  fileprivate var unnamed: JSONSchema {
    var schema = self
    schema.name = nil
    return schema
  }
}

extension JSONSchema.Property {
  /// Returns the name on the wire.
  fileprivate func key(_ options: JSONOptions) -> String { isExact ? name : options.keys.encoded(name) }
}

extension JSONOptions {
  /// A string that is equal for options that result in equal schemas.
  fileprivate var spelling: String {
    let dates =
      switch dates {
      case .rfc3339: "date-time"
      case .custom: "string"
      case .secondsSince1970, .millisecondsSince1970, .deferredToDate: "number"
      }
    let values = integers64 == .strings ? dates + " strings" : dates
    return keys.isIdentity ? values : keys.encoded("someKeyOfURL2") + " " + values
  }
}
