// SAFETY: the reader of the options lives until the writer that borrows it has ended, which is inside the closures.
extension JSONWriter {
  /// The text of one value, written by the type's compiled writer.
  ///
  /// - Throws: `EncodingError` for what JSON cannot say, and whatever a member's own `encode(to:)` throws.
  public static func bytes<T: Schema>(
    of value: T, options: JSONOptions = JSONOptions(), userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    try withUnsafePointer(to: JSONReader(options: options, userInfo: userInfo)) {
      try SchemaWriter.write(value, $0) { Array($0) }
    }
  }

  /// Replaces what is in an array with the text of one value, written by the type's compiled writer.
  ///
  /// - Parameter reading: Has the options.
  /// - Throws: `EncodingError` for what JSON cannot say, and whatever a member's own `encode(to:)` throws.
  package static func write<T: Schema>(
    _ value: T, with reading: borrowing JSONReading, into bytes: inout [UInt8]
  ) throws {
    try SchemaWriter.write(value, reading.reader) { bytes.replaceSubrange(0..., with: $0) }
  }

  /// Writes any value with the type's compiled writer. When it throws, the writer is as it was before.
  ///
  /// - Throws: `EncodingError` for what JSON cannot say, and whatever a member's own `encode(to:)` throws.
  public mutating func encode<T: Schema>(_ value: T) throws {
    try withUnsafePointer(to: JSONReader(options: options, userInfo: userInfo)) {
      try SchemaWriter.write(value, $0) { write(json: $0) }
    }
  }
}
