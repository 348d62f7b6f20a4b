extension JSONWriter {
  /// The text of one value, written by the type's compiled writer.
  ///
  /// - Throws: `EncodingError` for what JSON cannot say, and whatever a member's own `encode(to:)` throws.
  public static func bytes<T: Schema>(
    of value: T, options: JSONOptions = JSONOptions(), userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try SchemaWriter.write(value, options, userInfo) { bytes = Array($0) }
    return bytes
  }

  /// Writes any value with the type's compiled writer. When it throws, the writer is as it was before.
  ///
  /// - Throws: `EncodingError` for what JSON cannot say, and whatever a member's own `encode(to:)` throws.
  public mutating func encode<T: Schema>(_ value: T) throws {
    let (options, userInfo) = (options, userInfo)
    try SchemaWriter.write(value, options, userInfo) { write(json: $0) }
  }
}
