/// What failures are collected from: a parsed text with an index for each of its values, and a strict decoder of them.
protocol CollectableContext: AnyObject {
  var userInfo: [CodingUserInfoKey: any Sendable] { get }

  /// Decodes a value strictly: the first error comes out.
  func decode<T: Decodable>(_ type: T.Type, at index: Int) throws -> T

  /// Decodes a value of a type that the decoder reads itself; nil for every other type.
  func collectScalar<T>(_ type: T.Type, at index: Int) throws(CollectedFault) -> T?

  func collectKeyed<Key: CodingKey>(_ type: Key.Type, at index: Int) throws -> any CollectableKeyedContainer<Key>
  func collectUnkeyed(at index: Int) throws -> any CollectableUnkeyedContainer

  /// True for what reads as nil.
  func isNull(_ index: Int) -> Bool

  /// True for what reads as nil where an optional of a type is wanted.
  func isNil<T: Decodable>(_ type: T.Type, at index: Int) -> Bool

  /// How many values there are in a value, itself included.
  func weight(of index: Int) -> Int

  /// The steps from the root to a value.
  func path(to index: Int) -> [JSONPath]

  /// The value at the end of a path; nil when there is none.
  func index(at path: [any CodingKey]) -> Int?

  /// A coding path of a type's own keys with their names in the text.
  func wirePath(_ path: [any CodingKey]) -> [any CodingKey]

  /// A short text for messages; nil when there is nothing.
  func rendered(_ index: Int) -> String?
}

extension CollectableContext {
  func isNil<T: Decodable>(_ type: T.Type, at index: Int) -> Bool { isNull(index) }
}

/// Why a scalar could not be read.
struct CollectedFault: Error {
  let code: CodingFailure.Code
}

/// The members of one object, by index.
protocol CollectableKeyedContainer<Key>: KeyedDecodingContainerProtocol {
  associatedtype Key

  /// The index of the object.
  var object: Int { get }

  /// The index of a member's value.
  func find(_ key: Key) -> Int?
  /// The index of the value that `superDecoder()` decodes.
  func findSuper() -> Int?
  /// The name of a member in the text.
  func name(of key: Key) -> String
  /// The error of a member that is missing.
  func missing(_ key: Key) -> DecodingError
}

/// The elements of one array, by index.
protocol CollectableUnkeyedContainer: UnkeyedDecodingContainer {
  /// The index of the array.
  var array: Int { get }

  /// The index of the element that comes next.
  func current(_ type: any Any.Type) throws -> Int
  /// Steps over it.
  mutating func advance()
}
