public import ContractCoding

// Overloads for types that cannot be encoded. Generated code that resolves to one of them causes a single error with
// the remedy, instead of a list of all overloads that do not fit.

extension Endpoint {
  /// Unavailable: the result cannot be encoded.
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

extension Endpoint {
  /// Unavailable: the status of an ``APIResult`` is that of its case.
  @available(
    *, unavailable, message: "each case of an @APIResult enum has its own status; remove @Status from the function"
  )
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response: APIResult { fatalError("unavailable") }

  /// Unavailable: the response to HEAD has no body.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a HEAD response has no body: return nothing or an @APIResult enum without bodies, or use @GET"
  )
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil, _bodiless: Void
  ) { fatalError("unavailable") }

  /// Unavailable: an ``APIResult`` is never nil.
  @available(
    *, unavailable, message: "an @APIResult enum is never nil; remove the '?', and declare a case with @Status(204)"
  )
  public init<Result: APIResult>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Result? { fatalError("unavailable") }
}

extension ResponseCodec {
  /// Unavailable: an ``APIResult`` contains the status and the headers of its response.
  @available(
    *, unavailable,
    message: "an @APIResult enum has the status and the headers of its response; return it without HTTPResponse"
  )
  public static func withResponse<Value: APIResult>(_ type: Value.Type) -> ResponseCodec
  where Response == (Value, HTTPResponse) { fatalError("unavailable") }

  /// Unavailable: the type cannot be encoded.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a result must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public static func withResponse<Value>(_ type: Value.Type) -> ResponseCodec
  where Response == (Value, HTTPResponse) { fatalError("unavailable") }
}

extension ResultBody {
  /// Unavailable: the type cannot be encoded.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a result must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public static func codec<Value>(_ type: Value.Type) -> ResponseCodec<Value> { fatalError("unavailable") }

  /// Unavailable: an ``APIResult`` contains the headers of its response.
  @available(
    *, unavailable,
    message:
      "the cases of an @APIResult enum have their own headers; write the headers in the cases, and return the enum alone"
  )
  public static func codec<Value: APIResult>(_ type: Value.Type) -> ResponseCodec<Value> { fatalError("unavailable") }
}

extension ResultCase {
  /// Unavailable: the type cannot be encoded.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a body must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public init<Body>(_ status: HTTPStatus, body: Body.Type, headers: [InputDescription] = []) {
    fatalError("unavailable")
  }
}

extension ResultEncoder {
  /// Throws an error: the type cannot be encoded.
  @_disfavoredOverload
  public mutating func body<Body>(_ value: Body) throws {
    throw EncodingError.invalidValue(
      value, EncodingError.Context(codingPath: [], debugDescription: "\(Body.self) cannot be encoded"))
  }
}

extension ResultDecoder {
  /// Throws an error: the type cannot be decoded.
  @_disfavoredOverload
  public func body<Body>(_ type: Body.Type = Body.self) throws -> Body {
    throw DecodingError.typeMismatch(
      type, DecodingError.Context(codingPath: [], debugDescription: "\(Body.self) cannot be decoded"))
  }
}

extension RequestEncoder {
  /// Unavailable: the type cannot be encoded.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a field of the body must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public mutating func field<T>(_ key: String, _ value: T) throws { fatalError("unavailable") }

  /// Unavailable: the type cannot be encoded.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a body must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public mutating func body<T>(_ value: T) throws { fatalError("unavailable") }

  /// Unavailable: the type cannot be written as a string.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a value in the path, query or header must be one text: a number, a String, a Date, an enumeration with raw values, or a type that is LosslessStringConvertible or ParameterValue"
  )
  public mutating func value<T>(_ location: ParameterLocation, _ name: String, _ value: T) throws {
    fatalError("unavailable")
  }
}

// These decoding overloads are not marked unavailable, because encoding such a type already causes the error.

extension RequestDecoder {
  /// Records a failure: the type cannot be decoded.
  @_disfavoredOverload
  public mutating func field<T>(_ key: String, as type: T.Type) -> T? { unreadable(.body, key, type) }

  /// Records a failure: the type cannot be decoded.
  @_disfavoredOverload
  public mutating func field<T>(_ key: String, as type: T.Type, default: @autoclosure () -> T) -> T? {
    unreadable(.body, key, type)
  }

  /// Records a failure: the type cannot be decoded.
  @_disfavoredOverload
  public mutating func body<T>(as type: T.Type) -> T? { unreadable(.body, "", type) }

  fileprivate mutating func unreadable<T>(_ location: ParameterLocation, _ name: String, _ type: T.Type) -> T? {
    refuse(location, name, expected: "a type that can be decoded")
    return nil
  }

  /// Records a failure: the type cannot be read from a string.
  public mutating func nested<T>(unreadable location: ParameterLocation, _ name: String, _ type: T.Type) -> T? {
    unreadable(location, name, type)
  }
}

// This fallback is in the protocol extension that also has the functions for objects. In a conforming type, overload resolution
// would prefer the fallback to those functions.
extension NestedValueDecoding where Self: ~Copyable {
  /// Records a failure: the type cannot be read from a string.
  @_disfavoredOverload
  public mutating func value<T>(
    _ location: ParameterLocation, _ name: String, as type: T.Type, default: @autoclosure () -> T? = nil
  ) -> T? { nested(unreadable: location, name, type) }
}

extension FailureEncoder {
  /// Unavailable: the type cannot be encoded.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a value of a failure must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public mutating func member<T>(_ name: String, _ value: T) throws { fatalError("unavailable") }
}

extension FailureDecoder {
  /// Throws an error: the type cannot be coded.
  @_disfavoredOverload
  public func member<T>(_ name: String, as type: T.Type = T.self) throws -> T {
    throw DecodingError.typeMismatch(
      type, DecodingError.Context(codingPath: [], debugDescription: "`\(name)` is of a type that cannot be decoded"))
  }
}

extension SchemaWriter {
  /// Unavailable: the type cannot be encoded.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a member must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public mutating func member<T>(_ keys: SchemaKeys, _ member: Int, _ value: T) { fatalError("unavailable") }

  /// Unavailable: the type cannot be encoded.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a member must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public mutating func optionalMember<T>(_ keys: SchemaKeys, _ member: Int, _ value: T?) { fatalError("unavailable") }
}

extension SchemaWriter {
  /// Unavailable: the type cannot be encoded.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a value must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public mutating func value<T>(_ value: T) { fatalError("unavailable") }

  /// Unavailable: the type cannot be encoded.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "a value must be Codable: declare its type with `: Codable, Sendable`, or mark it with @Schema"
  )
  public mutating func flattened<T>(_ tags: SchemaTags, _ index: Int, _ value: T) { fatalError("unavailable") }
}

extension SchemaTags {
  /// Throws an error: the type cannot be coded.
  @_disfavoredOverload
  public func value<T>(in decoder: any Decoder) throws -> T {
    throw DecodingError.typeMismatch(
      T.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(T.self) cannot be decoded"))
  }

  /// Throws an error: the type cannot be coded.
  @_disfavoredOverload
  public func encode<T>(_ index: Int, _ value: T, in encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      value, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "\(T.self) cannot be encoded"))
  }
}

extension SchemaReader {
  /// Skips the value: the type cannot be decoded.
  @_disfavoredOverload
  public mutating func value<T>(_ type: T.Type) -> T? {
    skip()
    return nil
  }

  /// Skips the value: the type cannot be decoded.
  @_disfavoredOverload
  public mutating func optional<T>(_ type: T.Type) -> T? {
    skip()
    return nil
  }
}
