/// One of two results: what an endpoint answers when it succeeds, and what it answers when it does not.
///
/// ```swift
/// @DELETE("/schedules/{id}") var delete: (DeleteSchedule) async throws -> Either<Deleted, Refused>
///
/// switch try await api.delete(DeleteSchedule(id: "7")) {
/// case .response(let deleted): print(deleted.at)
/// case .errorResponse(let refused): print(refused.message)
/// }
/// ```
///
/// A client reads ``response(_:)`` from a 2xx response and ``errorResponse(_:)`` from any other. Content that does not fit
/// is tried as the other one, except that a problem (RFC 9457) is never a response.
public enum Either<Response, ErrorResponse> {
  /// The result of a success.
  case response(Response)
  /// The result of a failure.
  case errorResponse(ErrorResponse)
}

extension Either: Sendable where Response: Sendable, ErrorResponse: Sendable {}
extension Either: Equatable where Response: Equatable, ErrorResponse: Equatable {}
extension Either: Hashable where Response: Hashable, ErrorResponse: Hashable {}

extension ResponseCodec {
  /// One of two results, each in its own form.
  ///
  /// - Parameter failure: the status that a server answers an ``Either/errorResponse(_:)`` with; 400 unless said
  ///   otherwise.
  public static func either<First, Second>(
    _ first: ResponseCodec<First>, _ second: ResponseCodec<Second>, failure: HTTPStatus = .badRequest
  ) -> ResponseCodec where Response == Either<First, Second> {
    ResponseCodec(
      mediaType: first.mediaType ?? second.mediaType, defaultStatus: first.defaultStatus, takesEveryStatus: true,
      alternativeStatus: failure
    ) { result, operation, spare in
      switch result {
      case .response(let value): return try first.encode(value, operation, &spare)
      case .errorResponse(let value):
        var response = try second.encode(value, operation, &spare)
        response.status = failure
        return response
      }
    } decode: { response, operation in
      if response.status.kind == .success {
        do { return .response(try first.decode(response, operation)) } catch {
          // A bodiless first result fits everything, and would have been taken.
          guard second.mediaType != nil, let value = try? second.decode(response, operation) else { throw error }
          return .errorResponse(value)
        }
      }
      if let value = try? second.decode(response, operation) { return .errorResponse(value) }
      if let media = first.mediaType, response.mediaType?.essence == media.essence,
        let value = try? first.decode(response, operation)
      {
        return .response(value)
      }
      throw UnexpectedContent(reason: "the server answered \(response.status) with content of neither result")
    }
  }
}

extension Endpoint {
  /// An endpoint that answers one of two JSON results.
  public init<First: Codable & SendableMetatype, Second: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<First, Second> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(.json, .json))
  }

  /// An endpoint that answers nothing when it succeeds, and JSON when it does not.
  public init<Second: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<Empty, Second> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(.empty, .json))
  }

  /// An endpoint that answers JSON when it succeeds, and a status alone when it does not.
  public init<First: Codable & SendableMetatype>(
    _ method: HTTPMethod, _ path: PathTemplate, _ traits: EndpointTrait..., id: String? = nil,
    status: HTTPStatus? = nil, throws failures: [any APIFailure.Type] = [], summary: String? = nil
  ) where Response == Either<First, Empty> {
    self.init(
      method, path, traits: traits, id: id, status: status, throws: failures, summary: summary,
      result: .either(.json, .empty))
  }
}
