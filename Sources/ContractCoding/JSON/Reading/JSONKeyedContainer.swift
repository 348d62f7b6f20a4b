/// The members of one object, by name.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let context: JSONDecodeContext
  let object: Int
  let index: JSONMemberIndex?

  init(context: JSONDecodeContext, object: Int) throws {
    let entry = context.tape.entries[object]
    guard entry.kind == .object else {
      throw context.containerError("an object", [String: Any].self, at: object)
    }
    self.context = context
    self.object = object
    index = entry.length > JSONMemberIndex.threshold ? JSONMemberIndex(object, in: context.tape) : nil
  }

  var codingPath: [any CodingKey] {
    context.path(to: object)
  }

  var allKeys: [Key] {
    var seen: Set<String> = []
    return JSONDocument.Node(tape: context.tape, index: object).members.compactMap { name, _ in
      seen.insert(name).inserted ? Key(stringValue: name) : nil
    }
  }

  func contains(_ key: Key) -> Bool {
    find(key) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    context.isNull(try value(key))
  }

  /// The index of a member's value.
  func find(_ key: Key) -> Int? {
    if let index { return index.value(key.stringValue, in: context.tape) }
    return context.tape.member(key.stringValue, of: object)
  }

  private func value(_ key: Key) throws -> Int {
    guard let found = find(key) else { throw context.missing(key, in: object) }
    return found
  }

  /// The index of a member's value, unless that is absent or null.
  private func present(_ key: Key) -> Int? {
    guard let found = find(key), !context.isNull(found) else { return nil }
    return found
  }

  @inline(__always)
  private func read<T>(_ index: Int, _ scalar: (Int) throws(JSONScalarFault) -> T) throws -> T {
    do throws(JSONScalarFault) {
      return try scalar(index)
    } catch {
      throw context.decodingError(error, T.self, at: index)
    }
  }

  private func integer<I: FixedWidthInteger>(_ key: Key) throws -> I {
    try read(try value(key)) { index throws(JSONScalarFault) in try context.integer(I.self, at: index) }
  }

  private func presentInteger<I: FixedWidthInteger>(_ key: Key) throws -> I? {
    guard let found = present(key) else { return nil }
    return try read(found) { index throws(JSONScalarFault) in try context.integer(I.self, at: index) }
  }

  // MARK: - Values

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try read(try value(key), context.bool(at:)) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try read(try value(key), context.string(at:)) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try read(try value(key), context.double(at:)) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try read(try value(key), context.float(at:)) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try context.decode(T.self, at: try value(key))
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(key).map { try read($0, context.bool(at:)) }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key).map { try read($0, context.string(at:)) }
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key).map { try read($0, context.double(at:)) }
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try present(key).map { try read($0, context.float(at:)) }
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try presentInteger(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try presentInteger(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try presentInteger(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try presentInteger(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try presentInteger(key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try presentInteger(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try presentInteger(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try presentInteger(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try presentInteger(key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try presentInteger(key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try presentInteger(key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try presentInteger(key) }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try present(key).map { try context.decode(T.self, at: $0) }
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
    decoder(of: key.stringValue, found: find(key))
  }

  /// A decoder of a member; an absent one reads as null, as in Foundation.
  private func decoder(of name: String, found: Int?) -> JSONValueDecoder {
    if let found { return JSONValueDecoder(context: context, node: Int32(truncatingIfNeeded: found)) }
    return JSONValueDecoder(context: context.null(at: context.path(to: object) + [.name(name)]), node: 0)
  }
}
