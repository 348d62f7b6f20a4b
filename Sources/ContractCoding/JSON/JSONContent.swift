/// JSON coding of generic types, with their compiled writer or reader if they have one.
package enum JSONContent {
  /// Returns the JSON of a value.
  package static func bytes<T: Encodable>(of value: T, _ options: JSONOptions) throws -> [UInt8] {
    if let schema = value as? any Schema { return try compiled(schema, options) }
    return try JSONWriter.bytes(of: value, options: options)
  }

  private static func compiled<T: Schema>(_ value: T, _ options: JSONOptions) throws -> [UInt8] {
    try JSONWriter.bytes(of: value, options: options)
  }

  /// Decodes a value, or throws all decoding failures.
  ///
  /// - Parameter checksRules: true to check the rules of members, as a server does.
  package static func value<T: Decodable>(
    _ type: T.Type, in bytes: [UInt8], _ options: JSONOptions, checksRules: Bool = false
  ) throws(Unreadable) -> T {
    if let schema = T.self as? any Schema.Type,
      let value = try erased(schema, in: bytes, options, checksRules: checksRules) as? T
    {
      return value
    }
    let reader = JSONReader(options: options)
    let document: JSONDocument
    do {
      document = try JSONDocument(bytes)
    } catch {
      throw Unreadable(failures: [], cause: error)
    }
    if checksRules {
      var failures: [CodingFailure] = []
      let value = RuleSink.read(options.keys, failures: &failures) {
        reader.decode(T.self, at: document.root, failures: &$0)
      }
      guard let value else { throw Unreadable(failures: failures, cause: nil) }
      return value
    }
    do {
      return try reader.decode(T.self, at: document.root)
    } catch {
      throw Unreadable(failures: reader.failures(decoding: T.self, at: document.root), cause: error)
    }
  }

  private static func erased<T: Schema>(
    _ type: T.Type, in bytes: [UInt8], _ options: JSONOptions, checksRules: Bool
  ) throws(Unreadable) -> any Schema { try compiled(type, in: bytes, options, checksRules: checksRules) }

  /// Decodes a value with the type's compiled reader, or throws all decoding failures.
  package static func compiled<T: Schema>(
    _ type: T.Type, in bytes: [UInt8], _ options: JSONOptions, checksRules: Bool
  ) throws(Unreadable) -> T {
    var failures: [CodingFailure] = []
    var cause: (any Error)?
    do {
      let reader = JSONReader(options: options)
      if let value = try reader.decode(T.self, from: bytes, checksRules: checksRules, failures: &failures) {
        return value
      }
    } catch {
      cause = error
    }
    throw Unreadable(failures: failures, cause: cause)
  }

  /// The failures of decoding a value.
  package struct Unreadable: Error {
    package let failures: [CodingFailure]
    package let cause: (any Error)?

    package init(failures: [CodingFailure], cause: (any Error)?) {
      self.failures = failures
      self.cause = cause
    }
  }
}
