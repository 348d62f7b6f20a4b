extension Endpoint {
  /// Creates an endpoint whose result is JSON.
  @_disfavoredOverload
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response: Codable & SendableMetatype {
    self.init(method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: .json)
  }

  /// Creates an endpoint whose result is text.
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == String {
    self.init(method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: .text)
  }

  /// Creates an endpoint without a result.
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Void {
    self.init(method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: .none)
  }

  /// Creates an endpoint without a result.
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Empty {
    self.init(method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: .empty)
  }

  /// Creates an endpoint whose result is bytes.
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == [UInt8] {
    self.init(method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: .bytes)
  }

  /// Creates an endpoint whose result is the whole response.
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == HTTPResponse {
    self.init(method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: .raw)
  }

  /// Creates an endpoint whose result is text, or nil with 204.
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == String? {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: .optionalText)
  }

  /// Creates an endpoint whose result is bytes, or nil with 204.
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == [UInt8]? {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: .optionalBytes)
  }

  /// Creates an endpoint whose result is JSON, or nil with 204.
  public init<Wrapped: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Wrapped? {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: .optionalJSON())
  }
}
