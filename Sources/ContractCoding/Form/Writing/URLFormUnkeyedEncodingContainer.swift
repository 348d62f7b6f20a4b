/// The elements of an array being encoded.
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
