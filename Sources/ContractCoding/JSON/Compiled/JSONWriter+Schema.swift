extension JSONWriter {
  /// The text of one value, written by the type's compiled writer.
  ///
  /// - Throws: `EncodingError` for what JSON cannot say, and whatever a member's own `encode(to:)` throws.
  public static func bytes<T: Schema>(
    of value: T, options: JSONOptions = JSONOptions(), userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> [UInt8] {
    var writer = SchemaWriter(options: options, userInfo: userInfo)
    value.write(&writer)
    if let failure = writer.failure { throw failure }
    return Array(writer.text)
  }

  /// Writes any value with the type's compiled writer. When it throws, the writer is as it was before.
  ///
  /// - Throws: `EncodingError` for what JSON cannot say, and whatever a member's own `encode(to:)` throws.
  public mutating func encode<T: Schema>(_ value: T) throws {
    var writer = SchemaWriter(options: options, userInfo: userInfo)
    value.write(&writer)
    if let failure = writer.failure { throw failure }
    write(json: writer.text)
  }
}
