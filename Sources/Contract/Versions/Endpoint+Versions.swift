public import ContractHTTP

// Initializers of handwritten endpoints whose results have a tag or the whole response. They choose the encoding that a
// contract would choose.

extension Endpoint {
  /// Creates an endpoint whose result is text, bytes, nothing or JSON, depending on the type, with the entity tag of its
  /// version.
  public init<Value: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Versioned<Value> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .versioned(.inferred))
  }

  /// Creates an endpoint whose result is text, bytes, nothing or JSON, depending on the type, with the entity tag of its
  /// version, or nil with 304.
  public init<Value: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Versioned<Value>? {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .versioned(.inferred))
  }

  /// Creates an endpoint whose result is text, bytes, nothing or JSON, depending on the type, together with the response.
  @_disfavoredOverload
  public init<Value: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == (Value, HTTPResponse) {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .withResponse(.inferred))
  }

  /// Creates an endpoint whose result is text, bytes or JSON, depending on the type, or 204 for nil, together with the
  /// response.
  public init<Value: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == (Value?, HTTPResponse) {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .withResponse(ResponseCodec<Value>.inferred.optional()))
  }
}

extension RequestEncoder {
  /// Unavailable: a condition has its own function.
  @available(*, unavailable, message: "a condition is a header: write `ifMatch(.header, \"If-Match\", …)`")
  public mutating func value(_ location: ParameterLocation, _ name: String, _ value: IfMatch?) throws {
    fatalError("unavailable")
  }

  /// Unavailable: a condition has its own function.
  @available(*, unavailable, message: "a condition is a header: write `ifNoneMatch(.header, \"If-None-Match\", …)`")
  public mutating func value(_ location: ParameterLocation, _ name: String, _ value: IfNoneMatch?) throws {
    fatalError("unavailable")
  }
}
