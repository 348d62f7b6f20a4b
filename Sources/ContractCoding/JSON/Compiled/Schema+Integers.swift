// `Int` has its own functions, because most integers are of this type.

extension Schema where Self: FixedWidthInteger {
  /// Reads an integer.
  @inlinable
  public static func read(_ reader: inout SchemaReader) -> Self? { reader.integer(Self.self) }

  /// Writes an integer.
  @inlinable
  public func write(_ writer: inout SchemaWriter) { writer.integer(self) }

  /// `integer`.
  public static var schema: JSONSchema { .integer(Self.self) }
}

extension Int8: Schema {}
extension Int16: Schema {}
extension Int32: Schema {}
extension Int128: Schema {}
extension UInt: Schema {}
extension UInt8: Schema {}
extension UInt16: Schema {}
extension UInt32: Schema {}
extension UInt128: Schema {}
