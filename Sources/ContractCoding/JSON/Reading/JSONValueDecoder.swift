/// The `Decoder` for one value of a document; small enough to travel without an allocation.
struct JSONValueDecoder: Decoder {
  let context: JSONDecodeContext
  let node: Int32

  init(context: JSONDecodeContext, node: Int32) {
    self.context = context
    self.node = node
  }

  var codingPath: [any CodingKey] {
    context.path(to: Int(node))
  }

  var userInfo: [CodingUserInfoKey: Any] {
    context.userInfo.mapValues { $0 as Any }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try JSONKeyedContainer<Key>(context: context, object: Int(node)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try JSONUnkeyedContainer(context: context, array: Int(node))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    self
  }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    context.isNull(Int(node))
  }

  func decode(_ type: Bool.Type) throws -> Bool { try read(context.bool(at:)) }
  func decode(_ type: String.Type) throws -> String { try read(context.string(at:)) }
  func decode(_ type: Double.Type) throws -> Double { try read(context.double(at:)) }
  func decode(_ type: Float.Type) throws -> Float { try read(context.float(at:)) }
  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try context.decode(T.self, at: Int(node))
  }

  private func integer<I: FixedWidthInteger>() throws -> I {
    try read { index throws(JSONScalarFault) in try context.integer(I.self, at: index) }
  }

  @inline(__always)
  private func read<T>(_ scalar: (Int) throws(JSONScalarFault) -> T) throws -> T {
    do throws(JSONScalarFault) {
      return try scalar(Int(node))
    } catch {
      throw context.decodingError(error, T.self, at: Int(node))
    }
  }
}
