/// The decoder of a value while failures are collected.
struct CollectingDecoder: Decoder, SingleValueDecodingContainer {
  let collector: FailureCollector
  let level: CollectingLevel
  let index: Int

  private var context: any CollectableContext { collector.context }

  var codingPath: [any CodingKey] { context.path(to: index) }
  var userInfo: [CodingUserInfoKey: Any] { context.userInfo.mapValues { $0 as Any } }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    do {
      return KeyedDecodingContainer(
        CollectingKeyedContainer(
          base: try context.collectKeyed(Key.self, at: index), collector: collector, level: level))
    } catch {
      try replaceContainer(.object, error)
      return KeyedDecodingContainer(PlaceholderKeyedContainer<Key>(source: collector.placeholders))
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    do {
      let base = try context.collectUnkeyed(at: index)
      return CollectingUnkeyedContainer(base: base, collector: collector, level: level)
    } catch {
      try replaceContainer(.array, error)
      return PlaceholderUnkeyedContainer(source: collector.placeholders)
    }
  }

  /// Allows a placeholder for a container that the value is not.
  private func replaceContainer(_ kind: FailureCollector.Kind, _ error: any Error) throws {
    let failure = collector.failure(lacking: kind, at: index, in: level)
    let part = FailureCollector.Part(index: index, type: kind.partType)
    try collector.replace(part, error: error, in: level, failure: failure)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    self
  }

  func decodeNil() -> Bool {
    context.isNull(index)
  }

  // The default implementations of the standard library throw for these types.
  func decode(_ type: Int128.Type) throws -> Int128 { try collector.value(Int128.self, at: index, in: level) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try collector.value(UInt128.self, at: index, in: level) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try collector.value(T.self, at: index, in: level)
  }
}
