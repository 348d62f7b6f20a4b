public import ContractCoding

extension RequestEncoder {
  /// Writes a field of the body, or omits it to leave the value unchanged.
  ///
  /// - Throws: `EncodingError` for a value that the body format cannot represent, such as null in a form, and
  ///   ``InvalidInput`` for a value that writes nothing in a form or in parts, such as an empty array.
  public mutating func field<Value: Encodable>(_ key: String, _ patch: Patch<Value>) throws {
    switch patch {
    case .leave: try withMembers(of: key) { _, _ in }
    case .clear: try field(key, PatchNull())
    case .set(let value):
      let size = members?.size ?? 0
      try field(key, value)
      try refuseUnset(key, value, isWritten: members?.size != size)
    }
  }

  /// Writes a field of the body, or omits it to leave the value unchanged.
  ///
  /// - Throws: `EncodingError` for a value that the body format cannot represent, such as null in a form, and
  ///   ``InvalidInput`` for a value that writes nothing in a form or in parts, such as an empty array.
  public mutating func field<Value: Schema>(_ key: String, _ patch: Patch<Value>) throws {
    switch patch {
    case .leave: try withMembers(of: key) { _, _ in }
    case .clear: try field(key, PatchNull())
    case .set(let value):
      let size = members?.size ?? 0
      try field(key, value)
      try refuseUnset(key, value, isWritten: members?.size != size)
    }
  }

  /// Refuses to set a value that would be read as ``Patch/leave``, because nothing was written for it, or as ``Patch/clear``.
  private func refuseUnset<Value: Encodable>(_ key: String, _ value: Value, isWritten: Bool) throws {
    guard omitsEmptyFields else { return }
    try refuseOnlyNil(key, value)
    guard !isWritten else { return }
    let value = noun(ofEmpty: value).map { "an empty \($0)" } ?? "a value without members"
    throw InvalidInput(
      .body, key, reason: "is set to \(value), which would be read as `.leave`; send JSON, or use another operation")
  }
}

extension KeyedDecodingContainer {
  /// Decodes a member that may be absent. Called by the generated `init(from:)` of a type with `@Schema`.
  public func _contractValue<Value: Decodable>(_ key: Key) throws -> Patch<Value> {
    try decode(Patch<Value>.self, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a member, or omits it to leave the value unchanged. Called by the generated `encode(to:)` of a type with
  /// `@Schema`.
  public mutating func _contractWrite<Value: Encodable>(_ patch: Patch<Value>, _ key: Key) throws {
    try encode(patch, forKey: key)
  }
}
