/// The members of an object while failures are collected.
struct CollectingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: any CollectableKeyedContainer<Key>
  let collector: FailureCollector
  let level: CollectingLevel

  var codingPath: [any CodingKey] { base.codingPath }
  var allKeys: [Key] { base.allKeys }

  func contains(_ key: Key) -> Bool {
    base.contains(key)
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    if let index = base.find(key) { return collector.context.isNull(index) }
    return try nestedDecoder(key, .any) == nil
  }

  // The default implementations of the standard library throw for these types.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(Int128.self, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(UInt128.self, key) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try value(T.self, key) }

  private func value<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    guard let index = base.find(key) else { return try missing(T.self, key) }
    return try collector.value(T.self, at: index, in: level)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let index = base.find(key), !collector.context.isNil(T.self, at: index) else { return nil }
    return try collector.value(T.self, at: index, in: level)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    guard let decoder = try nestedDecoder(key, .object) else {
      return KeyedDecodingContainer(PlaceholderKeyedContainer<NestedKey>(source: collector.placeholders))
    }
    return try decoder.container(keyedBy: NestedKey.self)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    guard let decoder = try nestedDecoder(key, .array) else {
      return PlaceholderUnkeyedContainer(source: collector.placeholders)
    }
    return try decoder.unkeyedContainer()
  }

  /// Returns the decoder of a member for a nested container; nil after recording that the member is missing.
  private func nestedDecoder(_ key: Key, _ kind: FailureCollector.Kind) throws -> CollectingDecoder? {
    if let index = base.find(key) { return CollectingDecoder(collector: collector, level: level, index: index) }
    let step = JSONPath.name(base.name(of: key))
    let part = FailureCollector.Part(index: base.object, missing: step, type: kind.partType)
    let pointer = JSONPath.pointer(collector.context.path(to: base.object) + [step])
    let failure = CodingFailure(pointer: pointer, code: .missing, expected: kind.rawValue)
    try collector.replace(part, error: base.missing(key), in: level, failure: failure)
    return nil
  }

  func superDecoder() throws -> any Decoder {
    decoder(of: base.findSuper(), else: try base.superDecoder())
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoder(of: base.find(key), else: try base.superDecoder(forKey: key))
  }

  private func decoder(of index: Int?, else absent: any Decoder) -> any Decoder {
    index.map { CollectingDecoder(collector: collector, level: level, index: $0) } ?? absent
  }

  private func missing<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    try collector.missing(
      T.self, .name(base.name(of: key)), of: base.object, error: base.missing(key), in: level)
  }
}
