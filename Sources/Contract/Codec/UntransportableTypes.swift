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

extension RequestDecoder {
  /// There is no field of a type that cannot travel.
  @_disfavoredOverload
  @available(*, unavailable, message: "a field of the body must be Codable")
  public mutating func field<T>(_ key: String, as type: T.Type) -> T? { fatalError("unavailable") }

  /// There is no field of a type that cannot travel.
  @_disfavoredOverload
  @available(*, unavailable, message: "a field of the body must be Codable")
  public mutating func field<T>(_ key: String, as type: T.Type, default: @autoclosure () -> T) -> T? {
    fatalError("unavailable")
  }

  /// There is no body of a type that cannot travel.
  @_disfavoredOverload
  @available(*, unavailable, message: "a body must be Codable")
  public mutating func body<T>(as type: T.Type) -> T? { fatalError("unavailable") }

  /// There is no value of a type that is no text.
  @_disfavoredOverload
  @available(*, unavailable, message: "a value in the path, query or header must be one text")
  public mutating func value<T>(_ place: ValuePlace, _ name: String, as type: T.Type) -> T? {
    fatalError("unavailable")
  }

  /// There is no value of a type that is no text.
  @_disfavoredOverload
  @available(*, unavailable, message: "a value in the path, query or header must be one text")
  public mutating func value<T>(
    _ place: ValuePlace, _ name: String, as type: T.Type, default: @autoclosure () -> T
  ) -> T? { fatalError("unavailable") }
}
