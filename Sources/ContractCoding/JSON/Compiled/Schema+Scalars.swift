extension String: Schema {
  /// Reads a string.
  public static func read(_ reader: inout SchemaReader) -> String? { reader.string() }

  /// Writes a string.
  public func write(_ writer: inout SchemaWriter) { writer.string(self) }

  // The functions for arrays are compiled once, here, instead of in each module that uses an array of strings.

  /// Reads an array of strings.
  public static func readArray(_ reader: inout SchemaReader) -> [String]? { reader.strings() }

  /// Writes an array of strings.
  public static func writeArray(_ values: [String], _ writer: inout SchemaWriter) { writer.strings(values) }

  /// `string`.
  public static var schema: JSONSchema { JSONSchema(.string) }
}

extension Bool: Schema {
  /// Reads a Boolean.
  public static func read(_ reader: inout SchemaReader) -> Bool? { reader.bool() }

  /// Writes a Boolean.
  public func write(_ writer: inout SchemaWriter) { writer.bool(self) }

  /// `boolean`.
  public static var schema: JSONSchema { JSONSchema(.boolean) }
}

extension Int: Schema {
  /// Reads an integer.
  public static func read(_ reader: inout SchemaReader) -> Int? { reader.int() }

  /// Writes an integer.
  public func write(_ writer: inout SchemaWriter) { writer.int(self) }

  /// `integer`.
  public static var schema: JSONSchema { .integer(Int.self) }
}

extension Double: Schema {
  /// Reads a number.
  public static func read(_ reader: inout SchemaReader) -> Double? { reader.double() }

  /// Writes a number.
  public func write(_ writer: inout SchemaWriter) { writer.double(self) }

  /// `number`.
  public static var schema: JSONSchema { JSONSchema(.number, format: "double") }
}

extension Float: Schema {
  /// Reads a number.
  public static func read(_ reader: inout SchemaReader) -> Float? { reader.float() }

  /// Writes a number.
  public func write(_ writer: inout SchemaWriter) { writer.float(self) }

  /// `number` within 2¹²⁸ − 2¹⁰³, above which numbers are rounded to infinity.
  public static var schema: JSONSchema {
    let limit = "3.40282356779733661637539395458142568448e+38"
    var schema = JSONSchema(.number, format: "float")
    schema.bounds = JSONSchema.NumberBounds(exclusiveMinimum: "-" + limit, exclusiveMaximum: limit)
    return schema
  }
}
