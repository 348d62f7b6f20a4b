/// A decoder that records the values that a type requests, and returns placeholders.
struct RecordingDecoder: Decoder {
  let shape: RecordedShape
  let recorder: SchemaRecorder

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    shape.begin(.object)
    return KeyedDecodingContainer(RecordingKeyedContainer<Key>(shape: shape, recorder: recorder))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    shape.begin(.array)
    return RecordingUnkeyedContainer(shape: shape, recorder: recorder)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    RecordingSingleContainer(shape: shape, recorder: recorder)
  }
}

/// A recorder of the members of an object.
struct RecordingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let shape: RecordedShape
  let recorder: SchemaRecorder

  var codingPath: [any CodingKey] { [] }

  /// The keys that a client sends are unknown, so the form of a type that reads all keys depends on the data.
  var allKeys: [Key] {
    shape.fail("its members depend on the data")
    return SimpleEnumeration.firstCase(Key.self).map { [$0] } ?? []
  }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool {
    shape.allowNull(key.stringValue)
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    shape.add(key.stringValue, recorder.schema(of: T.self), isRequired: true)
    return try recorder.placeholders.value(T.self)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) -> T? {
    shape.add(key.stringValue, recorder.schema(of: T?.self), isRequired: false)
    return nil
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedDecodingContainer<NestedKey> {
    nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    nested(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    shape.fail("it decodes a superclass from an unnamed member")
    return PlaceholderDecoder(source: recorder.placeholders)
  }

  func superDecoder(forKey key: Key) -> any Decoder { nested(key) }

  /// Returns a decoder of a member whose shape is known when the type has been decoded.
  private func nested(_ key: Key) -> RecordingDecoder {
    RecordingDecoder(shape: shape.nest(key.stringValue), recorder: recorder)
  }
}

/// A recorder of the elements of an array, which it presents as an array of one element.
struct RecordingUnkeyedContainer: UnkeyedDecodingContainer {
  let shape: RecordedShape
  let recorder: SchemaRecorder
  private(set) var currentIndex = 0

  init(shape: RecordedShape, recorder: SchemaRecorder) {
    self.shape = shape
    self.recorder = recorder
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { nil }
  var isAtEnd: Bool { currentIndex > 0 }

  mutating func decodeNil() throws -> Bool { false }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    currentIndex += 1
    shape.add(item: recorder.schema(of: T.self))
    return try recorder.placeholders.value(T.self)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    nested().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { nested().unkeyedContainer() }

  mutating func superDecoder() throws -> any Decoder { nested() }

  private mutating func nested() -> RecordingDecoder {
    currentIndex += 1
    return RecordingDecoder(shape: shape.nestItem(), recorder: recorder)
  }
}

/// A recorder of a value without members.
struct RecordingSingleContainer: SingleValueDecodingContainer {
  let shape: RecordedShape
  let recorder: SchemaRecorder

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    shape.allowNull()
    return false
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    shape.add(single: recorder.schema(of: T.self))
    return try recorder.placeholders.value(T.self)
  }
}
