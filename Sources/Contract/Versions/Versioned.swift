/// A value with the entity tag of its version, which is the header `ETag` of the response (RFC 9110 §8.8.3).
///
/// ```swift
/// @GET("/todos/:id")
/// func todo(id: Int, known: IfNoneMatch?) async throws -> Versioned<Todo>?      // nil: 304
/// @PUT("/todos/:id")
/// func replace(id: Int, title: String, version: IfMatch) async throws -> Versioned<Todo>
/// ```
///
/// A service may return the value for every request: the server responds with 304 to a GET or HEAD whose ``IfNoneMatch``
/// includes the tag.
public struct Versioned<Value> {
  /// The value.
  public var value: Value
  /// The tag of its version.
  public var tag: EntityTag

  /// Creates a value with its tag.
  public init(_ value: Value, tag: EntityTag) {
    self.value = value
    self.tag = tag
  }

  /// Creates a value with the strong tag of a version number.
  public init(_ value: Value, version: some BinaryInteger) {
    self.init(value, tag: EntityTag(version))
  }
}

extension Versioned: Sendable where Value: Sendable {}
extension Versioned: Equatable where Value: Equatable {}
extension Versioned: Hashable where Value: Hashable {}

extension Versioned: Mockable where Value: Mockable {
  /// The example of the value, with the tag `"1"`.
  public static var mock: Versioned { Versioned(Value.mock, version: 1) }
}

extension ResponseCodec {
  /// Creates a codec of a value with its entity tag.
  public static func versioned<Value>(_ codec: ResponseCodec<Value>) -> ResponseCodec
  where Response == Versioned<Value> {
    .withHeaders(codec, [.entityTag], usesEntityTags: true) { result, headers in
      headers.fields["ETag"] = result.tag.fieldValue
      return result.value
    } decode: { value, headers in
      headers.entityTag().map { Versioned(value, tag: $0) }
    }
  }

  /// Creates a codec of a value with its entity tag, or 304 for nil. A service may return nil only to a request with
  /// `If-None-Match`.
  public static func versioned<Value>(_ codec: ResponseCodec<Value>) -> ResponseCodec
  where Response == Versioned<Value>? {
    let versioned = ResponseCodec<Versioned<Value>>.versioned(codec)
    return ResponseCodec(
      mediaType: codec.mediaType, defaultStatus: codec.defaultStatus, value: codec, headers: versioned.headers,
      usesEntityTags: true, takesNotModified: true, recordHeaders: versioned.recordHeaders
    ) { result, operation, spare in
      guard let result else { return HTTPResponse(.notModified) }
      return try versioned.encode(result, operation, &spare)
    } decode: { response, operation in
      response.status == .notModified ? nil : try versioned.decode(response, operation)
    }
  }
}

extension InputDescription {
  fileprivate static var entityTag: InputDescription {
    InputDescription(.header, "ETag", type: "EntityTag", isRequired: true)
  }
}

extension RequestDecoder {
  fileprivate mutating func entityTag() -> EntityTag? { value(.header, "ETag", as: EntityTag.self) }
}
