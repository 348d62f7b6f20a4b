/// The `Encoder` for one value.
struct URLFormValueEncoder: Encoder, SingleValueEncodingContainer {
  let state: URLFormEncodeState
  let value: URLFormValue
  let path: [JSONPath]

  var codingPath: [any CodingKey] { path }
  var userInfo: [CodingUserInfoKey: Any] { state.userInfo.mapValues { $0 as Any } }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    switch value.kind {
    case .object: break
    case .pending: value.kind = .object([])
    default: recordMisuse()
    }
    return KeyedEncodingContainer(URLFormKeyedEncodingContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    switch value.kind {
    case .array: break
    case .pending: value.kind = .array([])
    default: recordMisuse()
    }
    return URLFormUnkeyedEncodingContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { try set(.null) }

  // Without these two the standard library refuses the types.
  func encode(_ value: Int128) throws { try set(.number(value.description)) }
  func encode(_ value: UInt128) throws { try set(.number(value.description)) }

  func encode<T: Encodable>(_ value: T) throws {
    let box = try state.box(value, at: path)
    if case .pending = box.kind { box.kind = .object([]) }
    try set(box.kind)
  }

  private func set(_ kind: URLFormValue.Kind) throws {
    guard case .pending = value.kind else { throw misuseError() }
    value.kind = kind
  }

  private func recordMisuse() {
    if state.misuse == nil { state.misuse = misuseError() }
  }

  private func misuseError() -> EncodingError {
    .invalidValue(
      (), .init(codingPath: path, debugDescription: "A value was encoded twice, or as two kinds of containers."))
  }
}

/// Writes the members of one object.
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

  private func append<T: Encodable>(_ value: T, _ key: Key) throws {
    let box = try encoder.state.box(value, at: path(key))
    encoder.value.append(box, named: name(key))
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

/// Writes the elements of one array.
struct URLFormUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let encoder: URLFormValueEncoder

  var codingPath: [any CodingKey] { encoder.path }

  var count: Int {
    if case .array(let elements) = encoder.value.kind { return elements.count }
    return 0
  }

  func encodeNil() throws {
    let null = URLFormValue()
    null.kind = .null
    encoder.value.append(null)
  }

  func encode(_ value: Int128) throws { try append(value) }
  func encode(_ value: UInt128) throws { try append(value) }
  func encode<T: Encodable>(_ value: T) throws { try append(value) }

  private func append<T: Encodable>(_ value: T) throws {
    encoder.value.append(try encoder.state.box(value, at: path))
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    nestedEncoder().container(keyedBy: NestedKey.self)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nestedEncoder().unkeyedContainer() }

  func superEncoder() -> any Encoder { nestedEncoder() }

  private var path: [JSONPath] { encoder.path + [.element(count)] }

  private func nestedEncoder() -> URLFormValueEncoder {
    let value = URLFormValue()
    let nested = URLFormValueEncoder(state: encoder.state, value: value, path: path)
    encoder.value.append(value)
    return nested
  }
}
