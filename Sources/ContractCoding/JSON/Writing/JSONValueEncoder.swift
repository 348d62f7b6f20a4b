/// The `Encoder` of a value; small enough to be passed without an allocation.
struct JSONValueEncoder: Encoder {
  let state: JSONEncodeState
  let serial: Int32

  var codingPath: [any CodingKey] {
    state.path(ofFrame: serial)
  }

  var userInfo: [CodingUserInfoKey: Any] {
    state.userInfo.mapValues { $0 as Any }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    state.begin(.object, serial)
    return KeyedEncodingContainer(JSONKeyedEncodingContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    state.begin(.array, serial)
    return JSONUnkeyedEncodingContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    self
  }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { try write { JSONText.appendNull(to: &state.buffer) } }
  func encode(_ value: Bool) throws { try write { JSONText.append(value, to: &state.buffer) } }
  func encode(_ value: String) throws { try write { JSONText.append(value, to: &state.buffer) } }
  func encode(_ value: Double) throws { try write { try state.write(value) } }
  func encode(_ value: Float) throws { try write { try state.write(value) } }
  func encode(_ value: Int) throws { try write { JSONText.append(value, to: &state.buffer) } }
  func encode(_ value: Int8) throws { try write { JSONText.append(value, to: &state.buffer) } }
  func encode(_ value: Int16) throws { try write { JSONText.append(value, to: &state.buffer) } }
  func encode(_ value: Int32) throws { try write { JSONText.append(value, to: &state.buffer) } }
  func encode(_ value: Int64) throws { try write { state.write64(value) } }
  func encode(_ value: Int128) throws { try write { JSONText.append(value, to: &state.buffer) } }
  func encode(_ value: UInt) throws { try write { JSONText.append(value, to: &state.buffer) } }
  func encode(_ value: UInt8) throws { try write { JSONText.append(value, to: &state.buffer) } }
  func encode(_ value: UInt16) throws { try write { JSONText.append(value, to: &state.buffer) } }
  func encode(_ value: UInt32) throws { try write { JSONText.append(value, to: &state.buffer) } }
  func encode(_ value: UInt64) throws { try write { state.write64(value) } }
  func encode(_ value: UInt128) throws { try write { JSONText.append(value, to: &state.buffer) } }
  func encode<T: Encodable>(_ value: T) throws { try write { try state.write(value) } }

  @inline(__always)
  fileprivate func write(_ body: () throws -> Void) throws {
    try state.beginSingle(serial)
    let mark = state.mark()
    do {
      try body()
    } catch {
      state.rollBackSingle(to: mark)
      throw error
    }
  }
}

extension JSONValueEncoder {
  /// Writes a value that is already encoded as JSON.
  func encode(json text: [UInt8]) throws {
    // SAFETY: the pointer is only read, and only during the call.
    try write { text.withUnsafeBufferPointer { state.buffer.append($0) } }
  }
}
