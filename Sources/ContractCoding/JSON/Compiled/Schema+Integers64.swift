// `Int64` and `UInt64` are numbers or strings, depending on the options.

extension Int64: Schema {
  /// Reads an integer.
  public static func read(_ reader: inout SchemaReader) -> Int64? { reader.integer64(Int64.self) }

  /// Writes an integer.
  public func write(_ writer: inout SchemaWriter) { writer.integer64(self) }

  /// `integer` or `string`, depending on the options of a document.
  public static var schema: JSONSchema { .integer64(Int64.self) }
}

extension UInt64: Schema {
  /// Reads an integer.
  public static func read(_ reader: inout SchemaReader) -> UInt64? { reader.integer64(UInt64.self) }

  /// Writes an integer.
  public func write(_ writer: inout SchemaWriter) { writer.integer64(self) }

  /// `integer` or `string`, depending on the options of a document.
  public static var schema: JSONSchema { .integer64(UInt64.self) }
}

/// Integers as strings of digits.
enum IntegerText {
  /// Returns the integer in a string, which must be spelled as a JSON number without fraction and exponent.
  static func value<I: FixedWidthInteger>(of text: String, as type: I.Type) throws(JSONNumber.Mismatch) -> I {
    let digits = text.utf8.starts(with: "-".utf8) ? text.utf8.dropFirst() : text.utf8[...]
    guard let first = digits.first, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      first != UInt8(ascii: "0") || digits.count == 1
    else { throw .fraction }
    guard let value = I(text) else { throw .range }
    return value
  }
}

extension SchemaReader {
  /// Reads an integer: a number or, depending on the options, a string.
  mutating func integer64<I: FixedWidthInteger>(_ type: I.Type) -> I? {
    guard readsIntegers64 else { return integer(I.self) }
    skipSpace()
    guard next < end, next.pointee == UInt8(ascii: "\"") else { return integer(I.self) }
    let start = next
    guard let text = string() else { return nil }
    do throws(JSONNumber.Mismatch) {
      return try IntegerText.value(of: text, as: I.self)
    } catch {
      refuse(start, error == .fraction ? .type : .invalid, .type(I.self))
      return nil
    }
  }
}

extension SchemaWriter {
  /// Writes an integer as a number or, depending on the options, as a string.
  mutating func integer64<I: FixedWidthInteger>(_ value: I) {
    if writesIntegers64 { ascii("\"\(value)\"") } else { integer(value) }
  }
}

extension JSONDecodeContext {
  /// Decodes an integer from a number or, depending on the options, from a string.
  func integer64<I: FixedWidthInteger>(_ type: I.Type, at index: Int) throws(JSONScalarFault) -> I {
    guard options.integers64 == .strings, let text = try? string(at: index) else {
      return try integer(I.self, at: index)
    }
    do throws(JSONNumber.Mismatch) {
      return try IntegerText.value(of: text, as: I.self)
    } catch {
      throw error == .fraction ? .type : .range
    }
  }
}

extension JSONEncodeState {
  /// Writes an integer as a number or, depending on the options, as a string.
  func write64<I: FixedWidthInteger>(_ value: I) {
    guard options.integers64 == .strings else { return JSONText.append(value, to: &buffer) }
    buffer.append(UInt8(ascii: "\""))
    JSONText.append(value, to: &buffer)
    buffer.append(UInt8(ascii: "\""))
  }
}

extension JSONSchema {
  /// Returns the schema of an integer that is a number or a string, depending on the options of a document.
  static func integer64<I: FixedWidthInteger>(_ type: I.Type) -> JSONSchema {
    var schema = JSONSchema.integer(type)
    schema.isInteger64 = true
    return schema
  }
}
