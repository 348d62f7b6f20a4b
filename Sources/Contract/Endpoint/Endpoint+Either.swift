// Each result is encoded as if it were the only one: `String` as text, `[UInt8]` and `Data` as bytes, `Void` and
// `Empty` without a body, and any other type as JSON. Optionals of these types are encoded in the same way.

extension Endpoint {
  /// Creates an endpoint with one of two results.
  public init<First: Codable & SendableMetatype, Second: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<First, Second> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(.inferred, .inferred))
  }

  /// Creates an endpoint with one of two results, the first of which may be nil.
  public init<First: Codable & SendableMetatype, Second: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<First?, Second> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(ResponseCodec<First>.inferred.optional(), .inferred))
  }

  /// Creates an endpoint with one of two results, the second of which may be nil.
  public init<First: Codable & SendableMetatype, Second: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<First, Second?> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(.inferred, ResponseCodec<Second>.inferred.optional()))
  }

  /// Creates an endpoint with one of two results, each of which may be nil.
  public init<First: Codable & SendableMetatype, Second: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<First?, Second?> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(ResponseCodec<First>.inferred.optional(), ResponseCodec<Second>.inferred.optional()))
  }

  /// Creates an endpoint with a result only for failures.
  public init<Second: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<Void, Second> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(.none, .inferred))
  }

  /// Creates an endpoint with an optional result only for failures.
  public init<Second: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<Void, Second?> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(.none, ResponseCodec<Second>.inferred.optional()))
  }

  /// Creates an endpoint with a result only for successes; a failure has only a status.
  public init<First: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<First, Void> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(.inferred, .none))
  }

  /// Creates an endpoint with an optional result only for successes; a failure has only a status.
  public init<First: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<First?, Void> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(ResponseCodec<First>.inferred.optional(), .none))
  }

  /// Creates an endpoint whose successes and failures have only a status.
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<Void, Void> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(.none, .none))
  }
}
