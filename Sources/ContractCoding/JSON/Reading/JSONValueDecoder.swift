/// The `Decoder` of a value; small enough to be passed without an allocation.
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

  func decode(_ type: Bool.Type) throws -> Bool { try context.read(Bool.self, at: Int(node)) }
  func decode(_ type: String.Type) throws -> String { try context.read(String.self, at: Int(node)) }
  func decode(_ type: Double.Type) throws -> Double { try context.read(Double.self, at: Int(node)) }
  func decode(_ type: Float.Type) throws -> Float { try context.read(Float.self, at: Int(node)) }
  func decode(_ type: Int.Type) throws -> Int { try context.read(Int.self, at: Int(node)) }
  func decode(_ type: Int8.Type) throws -> Int8 { try context.read(Int8.self, at: Int(node)) }
  func decode(_ type: Int16.Type) throws -> Int16 { try context.read(Int16.self, at: Int(node)) }
  func decode(_ type: Int32.Type) throws -> Int32 { try context.read(Int32.self, at: Int(node)) }
  func decode(_ type: Int64.Type) throws -> Int64 { try context.read(Int64.self, at: Int(node)) }
  func decode(_ type: Int128.Type) throws -> Int128 { try context.read(Int128.self, at: Int(node)) }
  func decode(_ type: UInt.Type) throws -> UInt { try context.read(UInt.self, at: Int(node)) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try context.read(UInt8.self, at: Int(node)) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try context.read(UInt16.self, at: Int(node)) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try context.read(UInt32.self, at: Int(node)) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try context.read(UInt64.self, at: Int(node)) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try context.read(UInt128.self, at: Int(node)) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try context.decode(T.self, at: Int(node))
  }
}
