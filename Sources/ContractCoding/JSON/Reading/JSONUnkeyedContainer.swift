/// The elements of an array, in order. As in Foundation, a failed read does not advance.
struct JSONUnkeyedContainer: UnkeyedDecodingContainer {
  let context: JSONDecodeContext
  private let node: Int32
  private var next: Int32
  private var position: Int32 = 0
  private let total: Int32

  init(context: JSONDecodeContext, array: Int) throws {
    let entry = context.tape.entries[array]
    guard entry.kind == .array else { throw context.mismatch("an array", [Any].self, at: array) }
    self.context = context
    node = Int32(truncatingIfNeeded: array)
    next = Int32(truncatingIfNeeded: array + 1)
    total = Int32(truncatingIfNeeded: entry.length)
  }

  /// The index of the array.
  var array: Int { Int(node) }

  var codingPath: [any CodingKey] { context.path(to: array) }
  var count: Int? { Int(total) }
  var isAtEnd: Bool { position >= total }
  var currentIndex: Int { Int(position) }

  mutating func decodeNil() throws -> Bool {
    guard context.isNull(try current(Never?.self)) else { return false }
    advance()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try scalar() }
  mutating func decode(_ type: String.Type) throws -> String { try scalar() }
  mutating func decode(_ type: Double.Type) throws -> Double { try scalar() }
  mutating func decode(_ type: Float.Type) throws -> Float { try scalar() }
  mutating func decode(_ type: Int.Type) throws -> Int { try scalar() }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try scalar() }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try scalar() }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try scalar() }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try scalar() }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try scalar() }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try scalar() }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar() }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar() }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar() }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar() }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar() }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try context.decode(T.self, at: try current(T.self))
    advance()
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let object = try current(KeyedDecodingContainer<NestedKey>.self)
    let container = try JSONKeyedContainer<NestedKey>(context: context, object: object)
    advance()
    return KeyedDecodingContainer(container)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try JSONUnkeyedContainer(
      context: context, array: try current((any UnkeyedDecodingContainer).self))
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = JSONValueDecoder(
      context: context, node: Int32(truncatingIfNeeded: try current((any Decoder).self)))
    advance()
    return decoder
  }

  mutating func advance() {
    next = Int32(truncatingIfNeeded: context.tape.entries[Int(next)].next)
    position += 1
  }

  /// Returns the index of the next element.
  func current(_ type: any Any.Type) throws -> Int {
    guard !isAtEnd else {
      let path = context.path(to: array) + [.element(currentIndex)]
      throw DecodingError.valueNotFound(
        type, .init(codingPath: path, debugDescription: "The array has no more elements."))
    }
    return Int(next)
  }

  @inline(__always)
  private mutating func scalar<T: JSONScalar>() throws -> T {
    let value = try context.read(T.self, at: try current(T.self))
    advance()
    return value
  }
}
