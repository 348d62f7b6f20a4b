/// The serialization of keywords that depend only on one schema.
enum JSONSchemaText {
  /// Writes the allowed types and values.
  static func writeType(of schema: JSONSchema, isNullable: Bool, to writer: inout JSONWriter) {
    var types = schema.types
    var format = schema.format
    if schema.isDate {
      switch writer.options.dates {
      case .rfc3339: (types, format) = ([.string], "date-time")
      case .custom: types = [.string]
      case .secondsSince1970, .millisecondsSince1970, .deferredToDate: types = [.number]
      }
    }
    if schema.isText64(writer.options) { types = [.string] }
    if isNullable, !types.isEmpty, !types.contains(.null) { types.append(.null) }
    if types.count == 1 {
      writer.member("type", types[0].rawValue)
    } else if !types.isEmpty {
      writer.key("type")
      writer.write(types.map(\.rawValue))
    }
    write("format", format, to: &writer)
    write("contentEncoding", schema.contentEncoding, to: &writer)
    var choices = schema.choices.compactMap { $0.text(writer.options) }
    if isNullable, !choices.isEmpty { choices.append("null") }
    write("enum", choices, to: &writer)
    if let constant = schema.constant?.text(writer.options) {
      writer.key("const")
      writer.write(json: constant.utf8)
    }
  }

  /// Writes the bounds of numbers, strings and arrays.
  static func writeBounds(of schema: JSONSchema, to writer: inout JSONWriter) {
    write("uniqueItems", schema.hasUniqueItems, to: &writer)
    write("minItems", schema.counts.minimum, to: &writer)
    write("maxItems", schema.counts.maximum, to: &writer)
    write("minLength", schema.lengths.minimum, to: &writer)
    write("maxLength", schema.lengths.maximum, to: &writer)
    write("pattern", schema.pattern, to: &writer)
    // Bounds apply to numbers, not to 64-bit integers that are written as strings.
    let bounds = schema.isText64(writer.options) ? JSONSchema.NumberBounds() : schema.bounds
    for (keyword, bound) in [
      ("minimum", bounds.minimum), ("exclusiveMinimum", bounds.exclusiveMinimum), ("maximum", bounds.maximum),
      ("exclusiveMaximum", bounds.exclusiveMaximum),
    ] {
      guard let bound else { continue }
      writer.key(keyword)
      writer.write(json: bound.utf8)
    }
  }

  /// Writes the keywords for readers, such as `description`.
  static func writeNotes(of schema: JSONSchema, to writer: inout JSONWriter) {
    write("title", schema.title, to: &writer)
    let sentences = schema.requirements.map { "The value \($0)." }.joined(separator: " ")
    let texts = [schema.description, sentences.isEmpty ? nil : sentences].compactMap { $0 }
    if !texts.isEmpty { write("description", texts.joined(separator: "\n\n"), to: &writer) }
    if let value = schema.defaultValue?.text(writer.options) {
      writer.key("default")
      writer.write(json: value.utf8)
    }
    write("examples", schema.examples.compactMap { $0.text(writer.options) }, to: &writer)
    write("deprecated", schema.isDeprecated, to: &writer)
  }

  private static func write(_ keyword: String, _ text: String?, to writer: inout JSONWriter) {
    guard let text else { return }
    writer.key(keyword)
    writer.write(text)
  }

  private static func write(_ keyword: String, _ number: Int?, to writer: inout JSONWriter) {
    guard let number else { return }
    writer.key(keyword)
    writer.write(number)
  }

  private static func write(_ keyword: String, _ isSet: Bool, to writer: inout JSONWriter) {
    guard isSet else { return }
    writer.key(keyword)
    writer.write(true)
  }

  /// Writes JSON values as an array.
  private static func write(_ keyword: String, _ texts: [String], to writer: inout JSONWriter) {
    guard !texts.isEmpty else { return }
    writer.key(keyword)
    writer.beginArray()
    for text in texts { writer.write(json: text.utf8) }
    writer.endArray()
  }
}

extension JSONSchema {
  /// Returns true for a 64-bit integer that is written as a string.
  func isText64(_ options: JSONOptions) -> Bool { isInteger64 && options.integers64 == .strings }
}

extension JSONSchema {
  /// Returns the JSON Schema of a type as a complete document, with referenced types under `$defs`.
  ///
  /// The output is deterministic.
  public static func text(of type: any Schema.Type, options: JSONOptions = JSONOptions()) -> String {
    var definitions = JSONSchemaDefinitions(at: "#/$defs/")
    var root = JSONWriter(options: options)
    definitions.writeRoot(type, to: &root)
    var writer = JSONWriter(options: options)
    writer.beginObject()
    writer.member("$schema", "https://json-schema.org/draft/2020-12/schema")
    // The root is an object, whose members are inserted here.
    let members = root.bytes.dropFirst().dropLast()
    if !members.isEmpty { writer.write(json: members) }
    if definitions.isWaiting {
      writer.key("$defs")
      definitions.writeAll(to: &writer)
    }
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
