/// The members of an object being encoded.
struct JSONKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: JSONValueEncoder
  /// True when keys are mapped.
  private let isMapped: Bool

  init(encoder: JSONValueEncoder) {
    self.encoder = encoder
    isMapped = encoder.state.names != nil && KeyNames.maps(Key.self)
  }

  var codingPath: [any CodingKey] { encoder.state.path(ofFrame: encoder.serial) }

  func encodeNil(forKey key: Key) throws {
    try begin(key)
    JSONText.appendNull(to: &encoder.state.buffer)
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    try begin(key)
    JSONText.append(value, to: &encoder.state.buffer)
  }

  func encode(_ value: String, forKey key: Key) throws {
    try begin(key)
    JSONText.append(value, to: &encoder.state.buffer)
  }

  func encode(_ value: Double, forKey key: Key) throws { try write(key) { try encoder.state.write(value) } }
  func encode(_ value: Float, forKey key: Key) throws { try write(key) { try encoder.state.write(value) } }
  func encode(_ value: Int, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { try integer64(value, key) }
  func encode(_ value: Int128, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try integer64(value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { try integer(value, key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try write(key) { try encoder.state.write(value) } }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nestedEncoder(name(of: key)).container(keyedBy: NestedKey.self)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nestedEncoder(name(of: key)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nestedEncoder("super") }

  func superEncoder(forKey key: Key) -> any Encoder { nestedEncoder(name(of: key)) }

  /// Returns the encoder of a member that may be written later. After a misuse, its output is discarded.
  private func nestedEncoder(_ name: String) -> JSONValueEncoder {
    _ = try? encoder.state.beginMember(name, encoder.serial)
    return encoder.state.nest().push()
  }

  private func integer<I: FixedWidthInteger>(_ value: I, _ key: Key) throws {
    try begin(key)
    JSONText.append(value, to: &encoder.state.buffer)
  }

  private func integer64<I: FixedWidthInteger>(_ value: I, _ key: Key) throws {
    try begin(key)
    encoder.state.write64(value)
  }

  @inline(__always)
  private func name(of key: Key) -> String {
    guard isMapped, let names = encoder.state.names else { return key.stringValue }
    return names.encoded(key.stringValue)
  }

  private func begin(_ key: Key) throws {
    try encoder.state.beginMember(name(of: key), encoder.serial)
  }

  /// Writes a member. If its value throws, the member is removed.
  @inline(__always)
  private func write(_ key: Key, _ body: () throws -> Void) throws {
    let mark = encoder.state.mark()
    try begin(key)
    do {
      try body()
    } catch {
      encoder.state.rollBack(to: mark)
      throw error
    }
  }
}
