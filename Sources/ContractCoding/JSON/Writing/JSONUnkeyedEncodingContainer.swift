/// Writes the elements of one array.
struct JSONUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let encoder: JSONValueEncoder

  private var state: JSONEncodeState { encoder.state }

  var codingPath: [any CodingKey] { state.path() }

  var count: Int {
    let depth = Int(encoder.depth)
    guard depth < state.frames.count, state.frames[depth].serial == encoder.serial else { return 0 }
    return Int(state.frames[depth].count)
  }

  func encodeNil() throws { try write { JSONText.appendNull(to: &state.buffer) } }
  func encode(_ value: Bool) throws { try write { JSONText.append(value, to: &state.buffer) } }
  func encode(_ value: String) throws { try write { JSONText.append(value, to: &state.buffer) } }
  func encode(_ value: Double) throws { try write { try state.write(value) } }
  func encode(_ value: Float) throws { try write { try state.write(value) } }
  func encode(_ value: Int) throws { try integer(value) }
  func encode(_ value: Int8) throws { try integer(value) }
  func encode(_ value: Int16) throws { try integer(value) }
  func encode(_ value: Int32) throws { try integer(value) }
  func encode(_ value: Int64) throws { try integer(value) }
  func encode(_ value: Int128) throws { try integer(value) }
  func encode(_ value: UInt) throws { try integer(value) }
  func encode(_ value: UInt8) throws { try integer(value) }
  func encode(_ value: UInt16) throws { try integer(value) }
  func encode(_ value: UInt32) throws { try integer(value) }
  func encode(_ value: UInt64) throws { try integer(value) }
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

  /// The encoder of an element that may be written later. After a misuse it writes into the void.
  private func nestedEncoder() -> JSONValueEncoder {
    _ = try? state.beginElement(encoder.depth, encoder.serial)
    return state.nest().push()
  }

  private func integer<I: FixedWidthInteger>(_ value: I) throws {
    try write { JSONText.append(value, to: &state.buffer) }
  }

  @inline(__always)
  private func write(_ body: () throws -> Void) throws {
    let mark = try state.beginElement(encoder.depth, encoder.serial)
    do {
      try body()
    } catch {
      state.rollBack(to: mark)
      throw error
    }
  }
}
