extension JSONDecodeContext: CollectableContext {
  func collectScalar<T>(_ type: T.Type, at index: Int) throws(CollectedFault) -> T? {
    guard let scalar = JSONScalarType(T.self), !scalar.isArray else { return nil }
    do throws(JSONScalarFault) {
      return try decode(T.self, as: scalar, at: index)
    } catch {
      throw CollectedFault(code: error == .type ? .type : .invalid)
    }
  }

  func collectKeyed<Key: CodingKey>(_ type: Key.Type, at index: Int) throws -> any CollectableKeyedContainer<Key> {
    try JSONKeyedContainer<Key>(context: self, object: index)
  }

  func collectUnkeyed(at index: Int) throws -> any CollectableUnkeyedContainer {
    try JSONUnkeyedContainer(context: self, array: index)
  }

  func weight(of index: Int) -> Int { Int(tape.entries[index].next) - index }

  func index(at path: [any CodingKey]) -> Int? { tape.index(at: path) }

  func wirePath(_ path: [any CodingKey]) -> [any CodingKey] { names?.wirePath(path) ?? path }

  func rendered(_ index: Int) -> String? { JSONDocument.Node(tape: tape, index: index).rendered() }
}

extension JSONKeyedContainer: CollectableKeyedContainer {
  func findSuper() -> Int? { context.tape.member("super", of: object) }
}

extension JSONUnkeyedContainer: CollectableUnkeyedContainer {}

extension JSONTape {
  /// Returns the entry at a path; nil if absent.
  func index(at path: [any CodingKey]) -> Int? {
    var index = 0
    for key in path {
      let entry = entries[index]
      if entry.kind == .object, let child = member(key.stringValue, of: index) {
        index = child
      } else if entry.kind == .array, let position = key.intValue, position >= 0, position < Int(entry.length) {
        index += 1
        for _ in 0..<position { index = Int(entries[index].next) }
      } else {
        return nil
      }
    }
    return index
  }
}
