// Each result has the form of its type, as it would have alone: text for `String`, bytes for `[UInt8]` and `Data`, nothing for
// `Void` and `Empty`, an optional of these or of JSON, and JSON for any other type.

extension Endpoint {
  /// An endpoint that answers one of two results.
  public init<First: Codable & SendableMetatype, Second: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<First, Second> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(.inferred, .inferred))
  }

  /// An endpoint that answers one of two results, or nothing with 204.
  public init<First: Codable & SendableMetatype, Second: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<First?, Second> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(ResponseCodec<First>.inferred.optional(), .inferred))
  }

  /// An endpoint that answers one of two results, or a failure's status alone.
  public init<First: Codable & SendableMetatype, Second: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<First, Second?> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(.inferred, ResponseCodec<Second>.inferred.optional()))
  }

  /// An endpoint that answers one of two results, each of which may be nothing.
  public init<First: Codable & SendableMetatype, Second: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<First?, Second?> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(ResponseCodec<First>.inferred.optional(), ResponseCodec<Second>.inferred.optional()))
  }

  /// An endpoint that answers nothing when it succeeds, and a result when it does not.
  public init<Second: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<Void, Second> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(.none, .inferred))
  }

  /// An endpoint that answers nothing when it succeeds, and a result or nothing when it does not.
  public init<Second: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<Void, Second?> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(.none, ResponseCodec<Second>.inferred.optional()))
  }

  /// An endpoint that answers a result when it succeeds, and a status alone when it does not.
  public init<First: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<First, Void> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(.inferred, .none))
  }

  /// An endpoint that answers a result or nothing when it succeeds, and a status alone when it does not.
  public init<First: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<First?, Void> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(ResponseCodec<First>.inferred.optional(), .none))
  }

  /// An endpoint that answers a status alone.
  public init(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<Void, Void> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(.none, .none))
  }
}
