// Overloads for members of objects whose types cannot be coded, for the generated functions of Codable. Only one overload
// reports the type, and the others compile, so that the type causes a single error.

extension KeyedDecodingContainer {
  /// Throws an error: the type cannot be coded.
  @_disfavoredOverload
  public func _contractValue<T>(_ key: Key) throws -> T {
    throw DecodingError.typeMismatch(
      T.self, DecodingError.Context(codingPath: codingPath + [key], debugDescription: "\(T.self) cannot be decoded"))
  }

  /// Throws an error: the type cannot be coded.
  @_disfavoredOverload
  public func _contractValueIfPresent<T>(_ key: Key, else initial: T) throws -> T { try _contractValue(key) }

  /// Throws an error: the type cannot be coded.
  @_disfavoredOverload
  public func _contractOptional<T>(_ key: Key) throws -> T? {
    throw DecodingError.typeMismatch(
      T.self, DecodingError.Context(codingPath: codingPath + [key], debugDescription: "\(T.self) cannot be decoded"))
  }
}

extension KeyedEncodingContainer {
  /// Throws an error: the type cannot be coded.
  @_disfavoredOverload
  public mutating func _contractWrite<T>(_ value: T, _ key: Key) throws {
    throw EncodingError.invalidValue(
      value, EncodingError.Context(codingPath: codingPath + [key], debugDescription: "\(T.self) cannot be encoded"))
  }

  /// Throws an error: the type cannot be coded.
  @_disfavoredOverload
  public mutating func _contractWriteOptional<T>(_ value: T, _ key: Key) throws { try _contractWrite(value, key) }

  /// Unavailable: the type cannot be encoded.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a member must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public mutating func _contractMember<T>(_ value: T, _ key: Key) throws { try _contractWrite(value, key) }
}
