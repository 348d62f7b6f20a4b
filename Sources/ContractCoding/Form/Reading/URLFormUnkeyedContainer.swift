/// The elements of an array, in order. A failed read does not advance.
struct URLFormUnkeyedContainer: UnkeyedDecodingContainer {
  let context: URLFormDecodeContext
  let array: Int
  private let elements: [Int]
  private(set) var currentIndex = 0

  init(context: URLFormDecodeContext, array: Int) throws {
    do throws(URLFormFault) {
      elements = try context.elements(at: array)
    } catch {
      throw context.decodingError(error, [Any].self, at: array)
    }
    self.context = context
    self.array = array
  }

  var codingPath: [any CodingKey] { context.path(to: array) }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard context.isNull(try current(Never?.self)) else { return false }
    advance()
    return true
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 { try read(Int128.self) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try read(UInt128.self) }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try read(T.self) }

  private mutating func read<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try context.decode(T.self, at: try current(T.self))
    advance()
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try decoder().container(keyedBy: NestedKey.self)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try decoder().unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try decoder()
    advance()
    return decoder
  }

  mutating func advance() {
    currentIndex += 1
  }

  /// Returns the node of the next element.
  func current(_ type: any Any.Type) throws -> Int {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        .init(
          codingPath: context.path(to: array) + [.element(currentIndex)],
          debugDescription: "The array has no more elements."))
    }
    return elements[currentIndex]
  }

  private func decoder() throws -> URLFormValueDecoder {
    URLFormValueDecoder(context: context, index: try current((any Decoder).self))
  }
}
