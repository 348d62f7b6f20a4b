public import ContractCoding

// What generated code comes to for a type that cannot travel: one sentence with the remedy, where the compiler would list
// every overload that does not fit.

extension Endpoint {
  /// There is no endpoint with a result that cannot travel.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a result must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) {
    fatalError("unavailable")
  }
}

extension RequestEncoder {
  /// There is no field of a type that cannot travel.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a field of the body must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public mutating func field<T>(_ key: String, _ value: T) throws { fatalError("unavailable") }

  /// There is no body of a type that cannot travel.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a body must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public mutating func body<T>(_ value: T) throws { fatalError("unavailable") }

  /// There is no value of a type that is no text.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a value in the path, query or header must be one text: a number, a String, a Date, an enumeration with raw values, or a type that is LosslessStringConvertible or ParameterValue"
  )
  public mutating func value<T>(_ place: ValuePlace, _ name: String, _ value: T) throws { fatalError("unavailable") }
}

// What reads such a type is refused where it is written, above and below, and says nothing a second time.

extension RequestDecoder {
  /// Reads nothing: there is no field of a type that cannot travel.
  @_disfavoredOverload
  public mutating func field<T>(_ key: String, as type: T.Type) -> T? { unreadable(.body, key, type) }

  /// Reads nothing: there is no field of a type that cannot travel.
  @_disfavoredOverload
  public mutating func field<T>(_ key: String, as type: T.Type, default: @autoclosure () -> T) -> T? {
    unreadable(.body, key, type)
  }

  /// Reads nothing: there is no body of a type that cannot travel.
  @_disfavoredOverload
  public mutating func body<T>(as type: T.Type) -> T? { unreadable(.body, "", type) }

  fileprivate mutating func unreadable<T>(_ place: InputPlace, _ name: String, _ type: T.Type) -> T? {
    refuse(place, name, expected: "a type that can be decoded")
    return nil
  }

  /// Reads nothing: there is no value of a type that is no text.
  public mutating func nested<T>(unreadable place: ValuePlace, _ name: String, _ type: T.Type) -> T? {
    unreadable(place.inputPlace, name, type)
  }
}

// These stand beside those that read objects, which would otherwise be passed over for them.
extension NestedValueDecoding where Self: ~Copyable {
  /// Reads nothing: there is no value of a type that is no text.
  @_disfavoredOverload
  public mutating func value<T>(_ place: ValuePlace, _ name: String, as type: T.Type) -> T? {
    nested(unreadable: place, name, type)
  }

  /// Reads nothing: there is no value of a type that is no text.
  @_disfavoredOverload
  public mutating func value<T>(
    _ place: ValuePlace, _ name: String, as type: T.Type, default: @autoclosure () -> T
  ) -> T? { nested(unreadable: place, name, type) }
}

extension FailureEncoder {
  /// There is no member of a type that cannot travel.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a value of a failure must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public mutating func member<T>(_ name: String, _ value: T) throws { fatalError("unavailable") }
}

extension FailureDecoder {
  /// Throws: there is no member of a type that cannot travel.
  @_disfavoredOverload
  public func member<T>(_ name: String, as type: T.Type = T.self) throws -> T {
    throw DecodingError.typeMismatch(
      type, DecodingError.Context(codingPath: [], debugDescription: "`\(name)` is of a type that cannot be decoded"))
  }
}

extension SchemaWriter {
  /// There is no member of a type that cannot travel.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a member must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public mutating func member<T>(_ keys: SchemaKeys, _ member: Int, _ value: T) { fatalError("unavailable") }

  /// There is no member of a type that cannot travel.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a member must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public mutating func optionalMember<T>(_ keys: SchemaKeys, _ member: Int, _ value: T?) { fatalError("unavailable") }
}

extension SchemaReader {
  /// Reads nothing: there is no member of a type that cannot travel.
  @_disfavoredOverload
  public mutating func value<T>(_ type: T.Type) -> T? {
    skip()
    return nil
  }

  /// Reads nothing: there is no member of a type that cannot travel.
  @_disfavoredOverload
  public mutating func optional<T>(_ type: T.Type) -> T? {
    skip()
    return nil
  }
}

extension KeyedDecodingContainer {
  /// Throws: there is no member of a type that cannot travel.
  @_disfavoredOverload
  public func _contractValue<T>(_ key: Key) throws -> T {
    throw DecodingError.typeMismatch(
      T.self, DecodingError.Context(codingPath: codingPath + [key], debugDescription: "\(T.self) cannot be decoded"))
  }

  /// Throws: there is no member of a type that cannot travel.
  @_disfavoredOverload
  public func _contractOptional<T>(_ key: Key) throws -> T? {
    throw DecodingError.typeMismatch(
      T.self, DecodingError.Context(codingPath: codingPath + [key], debugDescription: "\(T.self) cannot be decoded"))
  }
}

extension KeyedEncodingContainer {
  /// Throws: there is no member of a type that cannot travel.
  @_disfavoredOverload
  public mutating func _contractWrite<T>(_ value: T, _ key: Key) throws {
    throw EncodingError.invalidValue(
      value, EncodingError.Context(codingPath: codingPath + [key], debugDescription: "\(T.self) cannot be encoded"))
  }

  /// Throws: there is no member of a type that cannot travel.
  @_disfavoredOverload
  public mutating func _contractWriteOptional<T>(_ value: T, _ key: Key) throws { try _contractWrite(value, key) }
}
