/// JSON coding of generic types, with their compiled writer or reader if they have one.
package enum JSONContent {
  package static func bytes<T: Encodable>(of value: T, _ options: JSONOptions) throws -> [UInt8] {
    if let schema = value as? any Schema { return try compiled(schema, options) }
    return try JSONWriter.bytes(of: value, options: options)
  }

  private static func compiled<T: Schema>(_ value: T, _ options: JSONOptions) throws -> [UInt8] {
    try JSONWriter.bytes(of: value, options: options)
  }

  /// Decodes a value, or throws all decoding failures.
  package static func value<T: Decodable>(_ type: T.Type, in bytes: [UInt8], _ options: JSONOptions) throws(Unreadable)
    -> T
  {
    let reader = JSONReader(options: options)
    do {
      if let schema = T.self as? any Schema.Type {
        var failures: [CodingFailure] = []
        if let value = try compiled(schema, bytes, reader, &failures) as? T { return value }
        throw Unreadable(failures: failures, cause: nil)
      }
      let document = try JSONDocument(bytes)
      do {
        return try reader.decode(T.self, at: document.root)
      } catch {
        throw Unreadable(failures: reader.failures(decoding: T.self, at: document.root), cause: error)
      }
    } catch let error as Unreadable {
      throw error
    } catch {
      throw Unreadable(failures: [], cause: error)
    }
  }

  private static func compiled<T: Schema>(
    _ type: T.Type, _ bytes: [UInt8], _ reader: JSONReader, _ failures: inout [CodingFailure]
  ) throws -> (any Schema)? {
    try reader.decode(T.self, from: bytes, failures: &failures)
  }

  /// The failures of decoding a value.
  package struct Unreadable: Error {
    package let failures: [CodingFailure]
    package let cause: (any Error)?
  }
}
