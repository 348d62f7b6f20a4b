extension Endpoint {
  /// Creates an endpoint whose result is bytes that are sent and read while they are produced.
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == ByteStream {
    self.init(method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: .stream)
  }

  /// Creates an endpoint whose result is server-sent events.
  public init<Value>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == ServerEvents<Value> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: .events())
  }

  /// Creates an endpoint whose result is JSON values, one per line.
  public init<Value>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == JSONLines<Value> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: .jsonLines())
  }
}
