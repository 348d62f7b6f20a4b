/// One of two results: the result of a success, or the result of a failure.
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
/// A client reads ``response(_:)`` from a success and ``errorResponse(_:)`` from a failure (400 to 599), depending only
/// on the status. A success that does not decode to the first result is a ``ClientError/Code/decoding`` error, and a
/// failure that does not decode to the second is ``ClientError/Code/unexpected``; both have ``ClientError/failures``.
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
  /// Creates a codec of two results, each with its own codec.
  ///
  /// - Parameter failure: the status of an ``Either/errorResponse(_:)``. Default: 400.
  public static func either<First, Second>(
    _ first: ResponseCodec<First>, _ second: ResponseCodec<Second>, failure: HTTPStatus = .badRequest
  ) -> ResponseCodec where Response == Either<First, Second> {
    ResponseCodec(
      mediaType: first.mediaType ?? second.mediaType, defaultStatus: first.defaultStatus, takesEveryStatus: true,
      alternativeStatus: failure, alternatives: [first, second]
    ) { result, operation, spare in
      switch result {
      case .response(let value): return try first.encode(value, operation, &spare)
      case .errorResponse(let value):
        var response = try second.encode(value, operation, &spare)
        response.status = failure
        return response
      }
    } decode: { response, operation in
      if operation.isSuccess(response.status) { return .response(try first.decode(response, operation)) }
      guard response.status.code >= 400 else {
        throw UnexpectedContent(
          reason: "the server responded with \(response.status), which is the status of neither result")
      }
      return .errorResponse(try second.decode(response, operation))
    }
  }
}
