/// The members of an object being encoded.
struct URLFormKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: URLFormValueEncoder

  var codingPath: [any CodingKey] { encoder.path }

  func encodeNil(forKey key: Key) throws {
    let null = URLFormValue()
    null.kind = .null
    encoder.value.append(null, named: name(key))
  }

  func encode(_ value: Int128, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { try append(value, key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try append(value, key) }

  /// Encodes a member that may be absent. An empty array or dictionary, and an array with nil as its only element, are
  /// refused, because they would be read as absent.
  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    guard let value else { return }
    let box = try append(value, key)
    if box.isLost { try encoder.state.refuseEmpty(T.self, box, at: path(key)) }
    if box.hasOnlyNil { try encoder.state.refuseOnlyNil(box, at: path(key)) }
  }

  @discardableResult
  private func append<T: Encodable>(_ value: T, _ key: Key) throws -> URLFormValue {
    let box = try encoder.state.box(value, at: path(key))
    encoder.value.append(box, named: name(key))
    return box
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = nestedEncoder(name(key))
    nested.value.isExplicit = true
    return nested.container(keyedBy: NestedKey.self)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nestedEncoder(name(key)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nestedEncoder("super") }

  func superEncoder(forKey key: Key) -> any Encoder { nestedEncoder(name(key)) }

  private func nestedEncoder(_ name: String) -> URLFormValueEncoder {
    let value = URLFormValue()
    encoder.value.append(value, named: name)
    return URLFormValueEncoder(state: encoder.state, value: value, path: encoder.path + [.name(name)])
  }

  private func path(_ key: Key) -> [JSONPath] { encoder.path + [.name(name(key))] }

  private func name(_ key: Key) -> String {
    guard KeyNames.maps(Key.self), let names = encoder.state.names else { return key.stringValue }
    return names.encoded(key.stringValue)
  }
}
