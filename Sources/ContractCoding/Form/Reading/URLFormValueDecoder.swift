/// The `Decoder` of a value.
struct URLFormValueDecoder: Decoder, SingleValueDecodingContainer {
  let context: URLFormDecodeContext
  let index: Int

  var codingPath: [any CodingKey] { context.path(to: index) }
  var userInfo: [CodingUserInfoKey: Any] { context.userInfo.mapValues { $0 as Any } }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(try URLFormKeyedContainer<Key>(context: context, object: index))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try URLFormUnkeyedContainer(context: context, array: index)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { context.isNull(index) }

  // The default implementations of the standard library throw for these types.
  func decode(_ type: Int128.Type) throws -> Int128 { try context.decode(Int128.self, at: index) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try context.decode(UInt128.self, at: index) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try context.decode(T.self, at: index) }
}
