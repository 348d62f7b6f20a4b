public import FoundationEssentials

extension Date: Schema {
  /// Reads a date in the format of the options.
  public static func read(_ reader: inout SchemaReader) -> Date? { reader.date() }

  /// Writes a date in the format of the options.
  public func write(_ writer: inout SchemaWriter) { writer.date(self) }

  /// `date-time` (RFC 3339).
  public static var schema: JSONSchema { .date }
}

extension UUID: Schema {
  /// Reads a UUID.
  public static func read(_ reader: inout SchemaReader) -> UUID? { reader.uuid() }

  /// Writes a UUID.
  public func write(_ writer: inout SchemaWriter) { UUIDText.append(self, to: &writer.output) }

  /// `uuid`.
  public static var schema: JSONSchema { JSONSchema(.string, format: "uuid") }
}

extension Data: Schema {
  /// Reads a base64 string.
  public static func read(_ reader: inout SchemaReader) -> Data? {
    reader.spelled(Data.self) { Data(base64Encoded: String(decoding: $0, as: UTF8.self)) }
  }

  /// Writes a base64 string.
  public func write(_ writer: inout SchemaWriter) { writer.string(base64EncodedString()) }

  /// `string` in base64.
  public static var schema: JSONSchema { JSONSchema(.string, contentEncoding: "base64") }
}

extension URL: Schema {
  /// Reads a URL.
  public static func read(_ reader: inout SchemaReader) -> URL? {
    reader.spelled(URL.self) { URL(string: String(decoding: $0, as: UTF8.self)) }
  }

  /// Writes a URL.
  public func write(_ writer: inout SchemaWriter) { writer.string(absoluteString) }

  /// `uri-reference` (RFC 3986 §4.1), which is not empty.
  public static var schema: JSONSchema {
    var schema = JSONSchema(.string, format: "uri-reference")
    schema.lengths.minimum = 1
    return schema
  }
}

extension Decimal: Schema {
  /// Reads a number.
  public static func read(_ reader: inout SchemaReader) -> Decimal? { reader.decimal() }

  /// Writes a number.
  public func write(_ writer: inout SchemaWriter) { writer.decimal(self) }

  /// `number` up to the largest magnitude, 2¹²⁸ − 1 with the exponent 127.
  public static var schema: JSONSchema {
    let largest = "3.40282366920938463463374607431768211455e+165"
    var schema = JSONSchema(.number)
    schema.bounds = JSONSchema.NumberBounds(minimum: "-" + largest, maximum: largest)
    return schema
  }
}

extension SchemaReader {
  /// Reads a date in the format of the options.
  mutating func date() -> Date? {
    switch options.dates {
    case .rfc3339:
      return spelled(Date.self) { bytes in RFC3339.date(from: bytes) }
    case .custom(_, let decode):
      return spelled(Date.self) { bytes in decode(String(decoding: bytes, as: UTF8.self)) }
    case .secondsSince1970, .millisecondsSince1970, .deferredToDate:
      skipSpace()
      let value = next
      guard let number = number(Date.self) else { return nil }
      if let date = JSONNumber.double(number.text).flatMap({ options.dates.date(of: $0) }) { return date }
      refuse(value, .invalid, .type(Date.self))
      return nil
    }
  }

  /// Reads a UUID of 36 characters, ignoring case.
  mutating func uuid() -> UUID? {
    skipSpace()
    if end - next >= 38, next[0] == UInt8(ascii: "\""), next[37] == UInt8(ascii: "\""),
      // SAFETY: the text contains 38 more bytes.
      let uuid = UUIDText.uuid(UnsafeBufferPointer(start: next + 1, count: 36))
    {
      next += 38
      return uuid
    }
    // The string may contain escapes.
    return spelled(UUID.self) { bytes in bytes.withUnsafeBufferPointer { UUIDText.uuid($0) } }
  }

  /// Reads a string that represents a value.
  @inline(__always)
  mutating func spelled<T>(_ type: T.Type, _ make: (ArraySlice<UInt8>) -> T?) -> T? {
    skipSpace()
    guard next < end, next.pointee == UInt8(ascii: "\"") else {
      mismatch(.type(type))
      return nil
    }
    let start = next
    let text = scanString()
    guard !isBroken else { return nil }
    if let value = make(text.bytes[...]) { return value }
    refuse(start, .invalid, .type(type))
    return nil
  }
}

extension SchemaWriter {
  /// Writes a date in the format of the options.
  mutating func date(_ value: Date) {
    do {
      if try JSONText.append(value, options.dates, to: &output) { return }
      let (interval, message) = JSONText.unrepresentable(value, options.dates)
      refuse(interval, message)
    } catch {
      fail(error)
      null()
    }
  }

  /// Writes a decimal number.
  mutating func decimal(_ value: Decimal) {
    if !JSONText.append(value, to: &output) { refuse(value, "JSON cannot represent this number.") }
  }
}
