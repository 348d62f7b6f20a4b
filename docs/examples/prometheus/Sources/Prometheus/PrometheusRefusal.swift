public import Contract

/// A refusal by Prometheus. `errorType` is the code, `error` the server's message.
@APIError(code: "errorType")
public enum PrometheusRefusal: Hashable {
  /// A parameter is missing or wrong, or the expression cannot be parsed.
  @Status(400, code: "bad_data") case badData(error: String)
  /// The expression cannot be evaluated, or would need too many samples.
  @Status(422, code: "execution") case execution(error: String)
  /// The evaluation took longer than its timeout.
  @Status(503, code: "timeout") case timeout(error: String)
  /// The evaluation was cancelled, because the caller disconnected or the server stops.
  @Status(499, code: "canceled") case canceled(error: String)
  /// The server is not ready.
  @Status(503, code: "unavailable") case unavailable(error: String)
  /// The requested entity does not exist.
  @Status(404, code: "not_found") case notFound(error: String)
  /// The server supports no acceptable media type.
  @Status(406, code: "not_acceptable") case notAcceptable(error: String)
  /// The server failed.
  @Status(500, code: "internal") case `internal`(error: String)

  /// The server's message.
  public var message: String {
    switch self {
    case .badData(let error), .execution(let error), .timeout(let error), .canceled(let error), .unavailable(let error),
      .notFound(let error), .notAcceptable(let error), .internal(let error):
      error
    }
  }
}

/// An error of a call: `.declared` is a refusal by Prometheus, `.other` any other failure, such as a failed connection.
///
/// ```swift
/// do {
///   print(try await prometheus.query("up"))
/// } catch .declared(.badData(let error)) {
///   print("wrong expression: \(error)")
/// } catch {
///   print(error)
/// }
/// ```
public typealias PrometheusError = CallFailure<PrometheusRefusal>
