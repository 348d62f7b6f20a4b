extension Int8: Schema {
  /// Reads an integer.
  public static func read(_ reader: inout SchemaReader) -> Int8? { reader.integer(Int8.self) }

  /// Writes an integer.
  public func write(_ writer: inout SchemaWriter) { writer.integer(self) }

  /// `integer`.
  public static var schema: JSONSchema { .integer(Int8.self) }
}

extension Int16: Schema {
  /// Reads an integer.
  public static func read(_ reader: inout SchemaReader) -> Int16? { reader.integer(Int16.self) }

  /// Writes an integer.
  public func write(_ writer: inout SchemaWriter) { writer.integer(self) }

  /// `integer`.
  public static var schema: JSONSchema { .integer(Int16.self) }
}

extension Int32: Schema {
  /// Reads an integer.
  public static func read(_ reader: inout SchemaReader) -> Int32? { reader.integer(Int32.self) }

  /// Writes an integer.
  public func write(_ writer: inout SchemaWriter) { writer.integer(self) }

  /// `integer`.
  public static var schema: JSONSchema { .integer(Int32.self) }
}

extension Int64: Schema {
  /// Reads an integer.
  public static func read(_ reader: inout SchemaReader) -> Int64? { reader.integer(Int64.self) }

  /// Writes an integer.
  public func write(_ writer: inout SchemaWriter) { writer.integer(self) }

  /// `integer`.
  public static var schema: JSONSchema { .integer(Int64.self) }
}

extension Int128: Schema {
  /// Reads an integer.
  public static func read(_ reader: inout SchemaReader) -> Int128? { reader.integer(Int128.self) }

  /// Writes an integer.
  public func write(_ writer: inout SchemaWriter) { writer.integer(self) }

  /// `integer`.
  public static var schema: JSONSchema { .integer(Int128.self) }
}

extension UInt: Schema {
  /// Reads an integer.
  public static func read(_ reader: inout SchemaReader) -> UInt? { reader.integer(UInt.self) }

  /// Writes an integer.
  public func write(_ writer: inout SchemaWriter) { writer.integer(self) }

  /// `integer`.
  public static var schema: JSONSchema { .integer(UInt.self) }
}

extension UInt8: Schema {
  /// Reads an integer.
  public static func read(_ reader: inout SchemaReader) -> UInt8? { reader.integer(UInt8.self) }

  /// Writes an integer.
  public func write(_ writer: inout SchemaWriter) { writer.integer(self) }

  /// `integer`.
  public static var schema: JSONSchema { .integer(UInt8.self) }
}

extension UInt16: Schema {
  /// Reads an integer.
  public static func read(_ reader: inout SchemaReader) -> UInt16? { reader.integer(UInt16.self) }

  /// Writes an integer.
  public func write(_ writer: inout SchemaWriter) { writer.integer(self) }

  /// `integer`.
  public static var schema: JSONSchema { .integer(UInt16.self) }
}

extension UInt32: Schema {
  /// Reads an integer.
  public static func read(_ reader: inout SchemaReader) -> UInt32? { reader.integer(UInt32.self) }

  /// Writes an integer.
  public func write(_ writer: inout SchemaWriter) { writer.integer(self) }

  /// `integer`.
  public static var schema: JSONSchema { .integer(UInt32.self) }
}

extension UInt64: Schema {
  /// Reads an integer.
  public static func read(_ reader: inout SchemaReader) -> UInt64? { reader.integer(UInt64.self) }

  /// Writes an integer.
  public func write(_ writer: inout SchemaWriter) { writer.integer(self) }

  /// `integer`.
  public static var schema: JSONSchema { .integer(UInt64.self) }
}

extension UInt128: Schema {
  /// Reads an integer.
  public static func read(_ reader: inout SchemaReader) -> UInt128? { reader.integer(UInt128.self) }

  /// Writes an integer.
  public func write(_ writer: inout SchemaWriter) { writer.integer(self) }

  /// `integer`.
  public static var schema: JSONSchema { .integer(UInt128.self) }
}
