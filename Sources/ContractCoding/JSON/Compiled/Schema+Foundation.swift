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
  public func write(_ writer: inout SchemaWriter) { writer.uuid(self) }

  /// `uuid`.
  public static var schema: JSONSchema { JSONSchema(.string, format: "uuid") }
}

extension Data: Schema {
  /// Reads a base64 string.
  public static func read(_ reader: inout SchemaReader) -> Data? { reader.data() }

  /// Writes a base64 string.
  public func write(_ writer: inout SchemaWriter) { writer.string(base64EncodedString()) }

  /// `string` in base64.
  public static var schema: JSONSchema { JSONSchema(.string, contentEncoding: "base64") }
}

extension URL: Schema {
  /// Reads a URL.
  public static func read(_ reader: inout SchemaReader) -> URL? { reader.url() }

  /// Writes a URL.
  public func write(_ writer: inout SchemaWriter) { writer.string(absoluteString) }

  /// `uri`.
  public static var schema: JSONSchema { JSONSchema(.string, format: "uri") }
}

extension Decimal: Schema {
  /// Reads a number.
  public static func read(_ reader: inout SchemaReader) -> Decimal? { reader.decimal() }

  /// Writes a number.
  public func write(_ writer: inout SchemaWriter) { writer.decimal(self) }

  /// `number`.
  public static var schema: JSONSchema { JSONSchema(.number) }
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

  mutating func data() -> Data? { spelled(Data.self) { Data(base64Encoded: String(decoding: $0, as: UTF8.self)) } }

  mutating func url() -> URL? { spelled(URL.self) { URL(string: String(decoding: $0, as: UTF8.self)) } }

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
    // SAFETY: `scanString` returns a range inside the reader's text.
    var bytes = Array(UnsafeBufferPointer(start: text.start, count: text.count))
    if text.isEscaped { bytes = JSONEscapes.bytes(of: bytes[...]) }
    if let value = make(bytes[...]) { return value }
    refuse(start, .invalid, .type(type))
    return nil
  }
}

extension SchemaWriter {
  /// Writes a date in the format of the options.
  mutating func date(_ value: Date) {
    var buffer: [UInt8] = []
    do {
      if try JSONText.append(value, options.dates, to: &buffer) {
        // SAFETY: the bytes are copied during the call.
        buffer.withUnsafeBufferPointer { bytes($0) }
        return
      }
    } catch {
      fail(error)
      null()
      return
    }
    // The error holds the interval, because the description of a date that is not finite traps.
    let interval = value.timeIntervalSinceReferenceDate
    if case .rfc3339 = options.dates {
      refuse(interval, "RFC 3339 supports only the years 0001 to 9999.")
    } else {
      refuse(interval, "JSON cannot represent this date as a number.")
    }
  }

  /// Writes a decimal number.
  mutating func decimal(_ value: Decimal) {
    value.isFinite ? ascii(value.description) : refuse(value, "JSON cannot represent this number.")
  }
}
