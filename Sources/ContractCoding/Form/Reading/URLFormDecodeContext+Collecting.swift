extension URLFormDecodeContext: CollectableContext {
  func collectScalar<T>(_ type: T.Type, at index: Int) throws(CollectedFault) -> T? {
    do throws(URLFormFault) {
      return try scalar(T.self, at: index)
    } catch {
      throw CollectedFault(code: error.code)
    }
  }

  func collectKeyed<Key: CodingKey>(_ type: Key.Type, at index: Int) throws -> any CollectableKeyedContainer<Key> {
    try URLFormKeyedContainer<Key>(context: self, object: index)
  }

  func collectUnkeyed(at index: Int) throws -> any CollectableUnkeyedContainer {
    try URLFormUnkeyedContainer(context: self, array: index)
  }

  func weight(of index: Int) -> Int { node(index).weight }

  func index(at path: [any CodingKey]) -> Int? {
    var index = 0
    for key in path {
      if let position = key.intValue, let elements = try? elements(at: index),
        let element = elements.first(where: { node($0).step.intValue == position })
      {
        index = element
      } else if let object = try? object(at: index), let member = node(object).members[key.stringValue] {
        index = member
      } else {
        return nil
      }
    }
    return index
  }

  func wirePath(_ path: [any CodingKey]) -> [any CodingKey] { names?.wirePath(path) ?? path }
}

extension URLFormKeyedContainer: CollectableKeyedContainer {
  /// Returns the index of a member. A name that was not sent has an absent node.
  func find(_ key: Key) -> Int? { index(key) }
  func findSuper() -> Int? { context.member("super", of: members) }
  func missing(_ key: Key) -> DecodingError { context.decodingError(.missing, Any.self, at: index(key)) }
}

extension URLFormUnkeyedContainer: CollectableUnkeyedContainer {}

extension URLFormFault {
  /// The failure code sent to clients.
  var code: CodingFailure.Code {
    switch self {
    case .missing: .missing
    case .type: .type
    case .repeated: .repeated
    case .syntax: .syntax
    case .invalid: .invalid
    }
  }
}
