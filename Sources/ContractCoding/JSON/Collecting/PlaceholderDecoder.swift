/// A decoder with nothing behind it: every value is a placeholder, every optional nil, every array empty.
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

/// The members of an object that nobody has sent.
struct PlaceholderKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let source: PlaceholderSource

  var codingPath: [any CodingKey] { [] }

  /// One key where keys are an enumeration's cases, so that an enumeration with payloads finds its first case.
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

/// The elements of an empty array; asked for one all the same, it gives a placeholder.
struct PlaceholderUnkeyedContainer: UnkeyedDecodingContainer {
  let source: PlaceholderSource

  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }

  func decodeNil() -> Bool { true }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try source.value(T.self) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(PlaceholderKeyedContainer<NestedKey>(source: source))
  }

  func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { self }

  func superDecoder() -> any Decoder { PlaceholderDecoder(source: source) }
}
