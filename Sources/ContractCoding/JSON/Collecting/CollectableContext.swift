/// The source of collected failures: parsed data with an index for each value, and a strict decoder.
protocol CollectableContext: AnyObject {
  var userInfo: [CodingUserInfoKey: any Sendable] { get }

  /// Decodes a value strictly and throws the first error.
  func decode<T: Decodable>(_ type: T.Type, at index: Int) throws -> T

  /// Decodes a value of a type that the decoder knows; nil for other types.
  func collectScalar<T>(_ type: T.Type, at index: Int) throws(CollectedFault) -> T?

  func collectKeyed<Key: CodingKey>(_ type: Key.Type, at index: Int) throws -> any CollectableKeyedContainer<Key>
  func collectUnkeyed(at index: Int) throws -> any CollectableUnkeyedContainer

  /// Returns true when the value is decoded as nil.
  func isNull(_ index: Int) -> Bool

  /// Returns true when the value is decoded as nil for an optional of the type.
  func isNil<T: Decodable>(_ type: T.Type, at index: Int) -> Bool

  /// Returns true for a value that a form left blank, and that is not a value of the type.
  func isBlank<T: Decodable>(_ type: T.Type, at index: Int) -> Bool

  /// Returns the number of values in a value, including itself.
  func weight(of index: Int) -> Int

  /// Returns the path from the root to a value.
  func path(to index: Int) -> [JSONPath]

  /// Returns the value at a path; nil if absent.
  func index(at path: [any CodingKey]) -> Int?

  /// Returns the path of encoded names for a path of coding keys.
  func wirePath(_ path: [any CodingKey]) -> [any CodingKey]

  /// Returns an excerpt of a value for messages; nil when it is absent.
  func rendered(_ index: Int) -> String?
}

extension CollectableContext {
  func isNil<T: Decodable>(_ type: T.Type, at index: Int) -> Bool { isNull(index) }

  func isBlank<T: Decodable>(_ type: T.Type, at index: Int) -> Bool { false }
}

/// The reason why a scalar could not be decoded.
struct CollectedFault: Error {
  let code: CodingFailure.Code
}

/// The members of an object by index.
protocol CollectableKeyedContainer<Key>: KeyedDecodingContainerProtocol {
  associatedtype Key

  /// The index of the object.
  var object: Int { get }

  /// Returns the index of a member's value.
  func find(_ key: Key) -> Int?
  /// Returns the index of the value for `superDecoder()`.
  func findSuper() -> Int?
  /// Returns the encoded name of a member.
  func name(of key: Key) -> String
  /// Returns the error for a missing member.
  func missing(_ key: Key) -> DecodingError
}

/// The elements of an array by index.
protocol CollectableUnkeyedContainer: UnkeyedDecodingContainer {
  /// The index of the array.
  var array: Int { get }

  /// Returns the index of the next element.
  func current(_ type: any Any.Type) throws -> Int
  /// Advances past the next element.
  mutating func advance()
}
