/// The `Encoder` of a value.
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

  // The default implementations of the standard library throw for these types.
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
