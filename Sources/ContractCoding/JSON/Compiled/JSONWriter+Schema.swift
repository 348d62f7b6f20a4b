// SAFETY: the reader with the options outlives the writer, which exists only within the closures.
extension JSONWriter {
  /// Encodes a value with the type's compiled writer.
  ///
  /// - Throws: `EncodingError` for values that JSON cannot represent, and any error of a member's `encode(to:)`.
  public static func bytes<T: Schema>(
    of value: T, options: JSONOptions = JSONOptions(), userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    try withUnsafePointer(to: JSONReader(options: options, userInfo: userInfo)) {
      try SchemaWriter.write(value, $0) { Array($0) }
    }
  }

  /// Replaces the contents of an array with a value encoded by the type's compiled writer.
  ///
  /// - Parameter reading: provides the options.
  /// - Throws: `EncodingError` for values that JSON cannot represent, and any error of a member's `encode(to:)`.
  package static func write<T: Schema>(
    _ value: T, with reading: borrowing JSONReading, into bytes: inout [UInt8]
  ) throws {
    try SchemaWriter.write(value, reading.reader) { bytes.replaceSubrange(0..., with: $0) }
  }

  /// Writes a value with the type's compiled writer. If it throws, the writer is unchanged.
  ///
  /// - Throws: `EncodingError` for values that JSON cannot represent, and any error of a member's `encode(to:)`.
  public mutating func encode<T: Schema>(_ value: T) throws {
    try withUnsafePointer(to: JSONReader(options: options, userInfo: userInfo)) {
      try SchemaWriter.write(value, $0) { write(json: $0) }
    }
  }
}
