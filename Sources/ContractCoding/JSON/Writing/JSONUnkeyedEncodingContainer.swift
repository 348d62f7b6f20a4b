/// The elements of an array being encoded.
struct JSONUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let encoder: JSONValueEncoder

  private var state: JSONEncodeState { encoder.state }

  var codingPath: [any CodingKey] { state.path(ofFrame: encoder.serial) }

  var count: Int { state.frame.serial == encoder.serial ? Int(state.frame.count) : 0 }

  func encodeNil() throws {
    try begin()
    JSONText.appendNull(to: &state.buffer)
  }

  func encode(_ value: Bool) throws {
    try begin()
    JSONText.append(value, to: &state.buffer)
  }

  func encode(_ value: String) throws {
    try begin()
    JSONText.append(value, to: &state.buffer)
  }

  func encode(_ value: Double) throws { try write { try state.write(value) } }
  func encode(_ value: Float) throws { try write { try state.write(value) } }
  func encode(_ value: Int) throws { try integer(value) }
  func encode(_ value: Int8) throws { try integer(value) }
  func encode(_ value: Int16) throws { try integer(value) }
  func encode(_ value: Int32) throws { try integer(value) }
  func encode(_ value: Int64) throws { try integer64(value) }
  func encode(_ value: Int128) throws { try integer(value) }
  func encode(_ value: UInt) throws { try integer(value) }
  func encode(_ value: UInt8) throws { try integer(value) }
  func encode(_ value: UInt16) throws { try integer(value) }
  func encode(_ value: UInt32) throws { try integer(value) }
  func encode(_ value: UInt64) throws { try integer64(value) }
  func encode(_ value: UInt128) throws { try integer(value) }
  func encode<T: Encodable>(_ value: T) throws { try write { try state.write(value) } }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    nestedEncoder().container(keyedBy: NestedKey.self)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    nestedEncoder().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nestedEncoder() }

  /// Returns the encoder of an element that may be written later. After a misuse, its output is discarded.
  private func nestedEncoder() -> JSONValueEncoder {
    _ = try? state.beginElement(encoder.serial)
    return state.nest().push()
  }

  private func integer<I: FixedWidthInteger>(_ value: I) throws {
    try begin()
    JSONText.append(value, to: &state.buffer)
  }

  private func integer64<I: FixedWidthInteger>(_ value: I) throws {
    try begin()
    state.write64(value)
  }

  private func begin() throws {
    try state.beginElement(encoder.serial)
  }

  /// Writes an element. If its value throws, the element is removed.
  @inline(__always)
  private func write(_ body: () throws -> Void) throws {
    let mark = state.mark()
    try begin()
    do {
      try body()
    } catch {
      state.rollBack(to: mark)
      throw error
    }
  }
}
