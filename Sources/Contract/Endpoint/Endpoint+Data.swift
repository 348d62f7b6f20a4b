public import FoundationEssentials

extension Endpoint {
  /// Creates an endpoint whose result is bytes.
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Data {
    self.init(method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: .data)
  }

  /// Creates an endpoint whose result is bytes, or nil with 204.
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Data? {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary, result: .optionalData)
  }
}
