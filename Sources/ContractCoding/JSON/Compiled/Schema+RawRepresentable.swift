extension Schema where Self: RawRepresentable, RawValue: Schema {
  /// Reads a raw value.
  @inlinable
  public static func read(_ reader: inout SchemaReader) -> Self? {
    let position = reader.beginRawValue(Self.self)
    guard let raw = RawValue.read(&reader) else {
      reader.endRawValue(position)
      return nil
    }
    if let value = Self(rawValue: raw) { return value }
    reader.refuseRawValue(position)
    return nil
  }

  /// Writes the raw value.
  @inlinable
  public func write(_ writer: inout SchemaWriter) {
    rawValue.write(&writer)
  }
}

extension Schema where Self: RawRepresentable, RawValue: Schema {
  /// The schema of the raw value.
  public static var schema: JSONSchema { JSONSchema(named: Self.self, of: RawValue.self) }
}

extension Schema where Self: RawRepresentable & CaseIterable, RawValue: Schema {
  /// The schema of the allowed raw values.
  public static var schema: JSONSchema { .choices(Self.self, Array(allCases)) }
}

/// The position of a raw value while it is read.
public struct SchemaRawValue {
  // SAFETY: `start` points into the reader's text, which outlives its use in generated code, and is used only to
  // compute an offset.
  let start: UnsafePointer<UInt8>
  let firstFailure: Int
  let type: any Any.Type
}

extension SchemaReader {
  /// Returns the position of the raw value to read next.
  public mutating func beginRawValue(_ type: any Any.Type) -> SchemaRawValue {
    skipSpace()
    return SchemaRawValue(start: next, firstFailure: failureCount, type: type)
  }

  /// Ends reading an invalid raw value. If the type lists its values, the failures name them.
  public mutating func endRawValue(_ value: SchemaRawValue) {
    guard ExpectedName.choices(of: value.type) != nil else { return }
    let extras = createdExtras()
    let new = min(value.firstFailure, extras.failures.count)..<extras.failures.count
    for index in new where extras.failures[index].offset == value.start - start {
      extras.failures[index].expected = .type(value.type)
    }
  }

  /// Records a raw value that the type does not have.
  public mutating func refuseRawValue(_ value: SchemaRawValue) {
    refuse(value.start, .invalid, .type(value.type))
  }
}
