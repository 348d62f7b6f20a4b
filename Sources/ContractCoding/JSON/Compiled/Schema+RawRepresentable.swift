extension Schema where Self: RawRepresentable, RawValue: Schema {
  /// Reads a raw value.
  @inlinable
  public static func read(_ reader: inout SchemaReader) -> Self? {
    let place = reader.beginRawValue(Self.self)
    guard let raw = RawValue.read(&reader) else {
      reader.endRawValue(place)
      return nil
    }
    if let value = Self(rawValue: raw) { return value }
    reader.refuseRawValue(place)
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
  /// The raw values that there are.
  public static var schema: JSONSchema { .choices(Self.self, Array(allCases)) }
}

/// A place where a raw value is read.
public struct SchemaRawValue {
  // SAFETY: into the reader's text, which outlives what generated code does with this; only its distance is used.
  let start: UnsafePointer<UInt8>
  let notes: Int
  let type: any Any.Type
}

extension SchemaReader {
  /// Marks the place of a raw value that is read next.
  public mutating func beginRawValue(_ type: any Any.Type) -> SchemaRawValue {
    skipSpace()
    return SchemaRawValue(start: next, notes: noteCount, type: type)
  }

  /// After a raw value that could not be read: failures list the values that there are, where the type does.
  public mutating func endRawValue(_ value: SchemaRawValue) {
    guard ExpectedName.choices(of: value.type) != nil else { return }
    let extras = keeping()
    let notes = min(value.notes, extras.notes.count)..<extras.notes.count
    for index in notes where extras.notes[index].offset == value.start - start {
      extras.notes[index].expected = .type(value.type)
    }
  }

  /// Records that there is no value of this raw value.
  public mutating func refuseRawValue(_ value: SchemaRawValue) {
    refuse(value.start, .invalid, .type(value.type))
  }
}
