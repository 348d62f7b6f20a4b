/// The members of an object by name.
///
/// Small, with one reference, because the standard library copies a container for each call.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let context: JSONDecodeContext
  private let node: Int32
  /// True when keys are mapped.
  private let isMapped: Bool
  /// True when members are looked up in a table.
  private let isLarge: Bool

  init(context: JSONDecodeContext, object: Int) throws {
    let entry = context.tape.entries[object]
    guard entry.kind == .object else {
      throw context.mismatch("an object", [String: Any].self, at: object)
    }
    self.context = context
    node = Int32(truncatingIfNeeded: object)
    isMapped = context.names != nil && KeyNames.maps(Key.self)
    isLarge = entry.length > JSONMemberIndex.threshold
  }

  /// The index of the object.
  var object: Int { Int(node) }

  var codingPath: [any CodingKey] {
    context.path(to: object)
  }

  var allKeys: [Key] {
    let tape = context.tape
    var keys: [Key] = []
    keys.reserveCapacity(Int(tape.entries[object].length))
    if isMapped, let names = context.names {
      var seen: Set<String> = []
      for (name, _) in JSONDocument.Node(tape: tape, index: object).members {
        let name = names.key(of: name)
        if seen.insert(name).inserted, let key = Key(stringValue: name) { keys.append(key) }
      }
      return keys
    }
    var index = object + 1
    // Names with different bytes may be equal strings; the first one is used then, too.
    var seen: Set<String> = []
    for _ in 0..<tape.entries[object].length {
      let isFirst = tape.withName(at: index) { context.member($0, of: object, isLarge: isLarge) } == index + 1
      if isFirst {
        let name = tape.text(index)
        let isPlain = tape.entries[index].kind == .string && tape.entries[index].isASCII
        if isPlain || seen.insert(name).inserted, let key = Key(stringValue: name) {
          keys.append(key)
        }
      }
      index = Int(tape.entries[index + 1].next)
    }
    return keys
  }

  func contains(_ key: Key) -> Bool {
    find(key) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    context.isNull(try value(key))
  }

  /// Returns the index of a member's value. If the mapped name is absent, the unmapped key is tried, so that every key
  /// in ``allKeys`` finds its member.
  func find(_ key: Key) -> Int? {
    guard isMapped else { return find(key.stringValue) }
    return find(name(of: key)) ?? find(key.stringValue)
  }

  @inline(__always)
  private func find(_ name: String) -> Int? {
    JSONName.with(name) { context.member($0, of: object, isLarge: isLarge) }
  }

  /// Returns the encoded name of a member.
  func name(of key: Key) -> String {
    guard isMapped, let names = context.names else { return key.stringValue }
    return names.encoded(key.stringValue)
  }

  /// Returns the error for a missing member.
  func missing(_ key: Key) -> DecodingError {
    context.missing(key, named: name(of: key), in: object)
  }

  private func value(_ key: Key) throws -> Int {
    guard let found = find(key) else { throw missing(key) }
    return found
  }

  /// Returns the index of a member's value; nil if it is absent or null.
  private func present(_ key: Key) -> Int? {
    guard let found = find(key), !context.isNull(found) else { return nil }
    return found
  }

  // MARK: - Values

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scalar(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scalar(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try scalar(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try scalar(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scalar(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try context.decode(T.self, at: try value(key))
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try presentScalar(key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try presentScalar(key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try presentScalar(key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try presentScalar(key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try presentScalar(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try presentScalar(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try presentScalar(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try presentScalar(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try presentScalar(key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try presentScalar(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try presentScalar(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try presentScalar(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try presentScalar(key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try presentScalar(key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try presentScalar(key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try presentScalar(key) }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try present(key).map { try context.decode(T.self, at: $0) }
  }

  @inline(__always)
  private func scalar<T: JSONScalar>(_ key: Key) throws -> T {
    try context.read(T.self, at: try value(key))
  }

  @inline(__always)
  private func presentScalar<T: JSONScalar>(_ key: Key) throws -> T? {
    try present(key).map { try context.read(T.self, at: $0) }
  }

  // MARK: - Containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    KeyedDecodingContainer(try JSONKeyedContainer<NestedKey>(context: context, object: try value(key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try JSONUnkeyedContainer(context: context, array: try value(key))
  }

  func superDecoder() throws -> any Decoder {
    decoder(of: "super", found: context.tape.member("super", of: object))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoder(of: name(of: key), found: find(key))
  }

  /// Returns a decoder for a member. As in Foundation, an absent member is decoded as null.
  private func decoder(of name: String, found: Int?) -> JSONValueDecoder {
    if let found { return JSONValueDecoder(context: context, node: Int32(truncatingIfNeeded: found)) }
    return JSONValueDecoder(context: context.null(at: context.path(to: object) + [.name(name)]), node: 0)
  }
}
