/// A decoder without data: every value is a placeholder, every optional nil, every array empty.
struct PlaceholderDecoder: Decoder, SingleValueDecodingContainer {
  let source: PlaceholderSource

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { source.userInfo.mapValues { $0 as Any } }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(PlaceholderKeyedContainer<Key>(source: source))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    PlaceholderUnkeyedContainer(source: source)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    self
  }

  func decodeNil() -> Bool { true }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try source.value(T.self) }
}

/// The members of an absent object.
struct PlaceholderKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let source: PlaceholderSource

  var codingPath: [any CodingKey] { [] }

  /// The first key if keys are the cases of an enumeration, so that an enumeration with payloads decodes its first
  /// case.
  var allKeys: [Key] { SimpleEnumeration.firstCase(Key.self).map { [$0] } ?? [] }

  func contains(_ key: Key) -> Bool { false }

  func decodeNil(forKey key: Key) -> Bool { true }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try source.value(T.self) }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) -> T? { nil }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(PlaceholderKeyedContainer<NestedKey>(source: source))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    PlaceholderUnkeyedContainer(source: source)
  }

  func superDecoder() -> any Decoder { PlaceholderDecoder(source: source) }

  func superDecoder(forKey key: Key) -> any Decoder { PlaceholderDecoder(source: source) }
}

/// The elements of an absent array. Its count is 0, but a limited number of elements can be decoded, for types with a
/// fixed count.
struct PlaceholderUnkeyedContainer: UnkeyedDecodingContainer {
  let source: PlaceholderSource
  private(set) var currentIndex = 0

  private static let maxElements = 16

  init(source: PlaceholderSource) {
    self.source = source
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }

  mutating func decodeNil() throws -> Bool {
    try advance()
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try advance()
    return try source.value(T.self)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try advance()
    return KeyedDecodingContainer(PlaceholderKeyedContainer<NestedKey>(source: source))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try advance()
    return PlaceholderUnkeyedContainer(source: source)
  }

  mutating func superDecoder() throws -> any Decoder {
    try advance()
    return PlaceholderDecoder(source: source)
  }

  private mutating func advance() throws {
    guard currentIndex < Self.maxElements else { throw PlaceholderSource.Unavailable() }
    currentIndex += 1
  }
}
