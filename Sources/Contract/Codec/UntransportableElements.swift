public import ContractCoding

// Overloads for elements of `@Positional` structs whose types cannot be coded. Only one overload reports the type, and the
// others compile, so that the type causes a single error.

extension SchemaWriter {
  /// Reports at compile time that an element cannot be coded.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "an element must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public mutating func position<T>(_ value: T) { fatalError("unavailable") }
}

extension UnkeyedDecodingContainer {
  /// Throws an error: the type cannot be coded.
  @_disfavoredOverload
  public mutating func _contractValue<T>() throws -> T {
    throw DecodingError.typeMismatch(
      T.self, DecodingError.Context(codingPath: codingPath, debugDescription: "\(T.self) cannot be decoded"))
  }

  /// Throws an error: the type cannot be coded.
  @_disfavoredOverload
  public mutating func _contractOptional<T>() throws -> T? { try _contractValue() as T }
}

extension UnkeyedEncodingContainer {
  /// Throws an error: the type cannot be coded.
  @_disfavoredOverload
  public mutating func _contractWrite<T>(_ value: T) throws {
    throw EncodingError.invalidValue(
      value, EncodingError.Context(codingPath: codingPath, debugDescription: "\(T.self) cannot be encoded"))
  }
}
