/// The members of an object by name.
struct URLFormKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let context: URLFormDecodeContext
  let object: Int
  /// The node with the members.
  let members: Int
  /// The mapping of coding keys; nil when keys are not mapped.
  private let names: KeyNames?

  init(context: URLFormDecodeContext, object: Int) throws {
    do throws(URLFormFault) {
      members = try context.object(at: object)
    } catch {
      throw context.decodingError(error, [String: Any].self, at: object)
    }
    self.context = context
    self.object = object
    names = KeyNames.maps(Key.self) ? context.names : nil
  }

  var codingPath: [any CodingKey] { context.path(to: object) }

  var allKeys: [Key] {
    context.node(members).names.compactMap { Key(stringValue: names?.key(of: $0) ?? $0) }
  }

  func contains(_ key: Key) -> Bool { !context.isAbsent(index(key)) }

  func decodeNil(forKey key: Key) -> Bool { context.isNull(index(key)) }

  // The default implementations of the standard library throw for these types.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try context.decode(Int128.self, at: index(key))
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try context.decode(UInt128.self, at: index(key))
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try context.decode(T.self, at: index(key))
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try optional(type, forKey: key)
  }

  /// Returns the value of a member; nil for an absent one, and for an empty string that is not a value of the type.
  func optional<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    let index = index(key)
    return context.isNil(T.self, at: index) ? nil : try context.decode(T.self, at: index)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try superDecoder(forKey: key).container(keyedBy: NestedKey.self)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    URLFormValueDecoder(context: context, index: context.member("super", of: members))
  }

  func superDecoder(forKey key: Key) -> any Decoder { URLFormValueDecoder(context: context, index: index(key)) }

  /// Returns the node of a member, or an absent node. If the mapped name is absent, the unmapped key is tried, so that
  /// every key in ``allKeys`` finds its member.
  func index(_ key: Key) -> Int {
    let member = context.member(name(of: key), of: members)
    guard names != nil, context.isAbsent(member) else { return member }
    return context.node(members).members[key.stringValue] ?? member
  }

  /// Returns the encoded name of a member.
  func name(of key: Key) -> String { names?.encoded(key.stringValue) ?? key.stringValue }
}
