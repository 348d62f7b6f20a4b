/// The elements of an array while failures are collected.
struct CollectingUnkeyedContainer: UnkeyedDecodingContainer {
  private var base: any CollectableUnkeyedContainer
  private let collector: FailureCollector
  private let level: CollectingLevel
  /// The number of elements requested after the last one, for which placeholders were returned.
  private var missing = 0

  init(base: any CollectableUnkeyedContainer, collector: FailureCollector, level: CollectingLevel) {
    self.base = base
    self.collector = collector
    self.level = level
  }

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int? { base.count }
  /// True at the end, or once the collector is exhausted, so that loops end.
  var isAtEnd: Bool { base.isAtEnd || collector.isExhausted }
  var currentIndex: Int { base.currentIndex }

  mutating func decodeNil() throws -> Bool {
    collector.spend()
    return try base.decodeNil()
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 { try value(Int128.self) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try value(UInt128.self) }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(T.self) }

  private mutating func value<T: Decodable>(_ type: T.Type) throws -> T {
    let index: Int
    do {
      index = try base.current(T.self)
    } catch {
      let position = currentIndex + missing
      let value = try collector.missing(T.self, .element(position), of: base.array, error: error, in: level)
      missing += 1
      return value
    }
    let value: T
    do {
      value = try collector.value(T.self, at: index, in: level)
    } catch let stop as FailureCollector.Stop where level.isTransparent && level.type is any HomogeneousElements.Type {
      // The array can no longer be decoded, but the failures of its other elements can be recorded.
      base.advance()
      while !isAtEnd {
        _ = try? collector.value(T.self, at: base.current(T.self), in: level)
        base.advance()
      }
      throw stop
    }
    base.advance()
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try nestedDecoder().container(keyedBy: NestedKey.self)
    base.advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try nestedDecoder().unkeyedContainer()
    base.advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try nestedDecoder()
    base.advance()
    return decoder
  }

  private func nestedDecoder() throws -> CollectingDecoder {
    collector.spend()
    return CollectingDecoder(
      collector: collector, level: level, index: try base.current((any Decoder).self))
  }
}

/// Types whose elements all have the same type.
private protocol HomogeneousElements {}

extension Array: HomogeneousElements {}
extension ContiguousArray: HomogeneousElements {}
extension Set: HomogeneousElements {}
