public import Contract

/// Why Prometheus refused: `errorType` tells the case, `error` is the server's sentence.
@APIError(code: "errorType")
public enum PrometheusRefusal: Hashable {
  /// A parameter is missing or wrong, or the expression cannot be parsed.
  @Status(400, code: "bad_data") case badData(error: String)
  /// The expression cannot be evaluated, or would need too many samples.
  @Status(422, code: "execution") case execution(error: String)
  /// The evaluation took longer than its timeout.
  @Status(503, code: "timeout") case timeout(error: String)
  /// The evaluation was given up, because the caller has gone or the server ends.
  @Status(499, code: "canceled") case canceled(error: String)
  /// The server is not ready.
  @Status(503, code: "unavailable") case unavailable(error: String)
  /// There is no such thing.
  @Status(404, code: "not_found") case notFound(error: String)
  /// Nothing that the caller accepts can be made.
  @Status(406, code: "not_acceptable") case notAcceptable(error: String)
  /// The server itself failed.
  @Status(500, code: "internal") case `internal`(error: String)

  /// The server's sentence.
  public var message: String {
    switch self {
    case .badData(let error), .execution(let error), .timeout(let error), .canceled(let error), .unavailable(let error),
      .notFound(let error), .notAcceptable(let error), .internal(let error):
      error
    }
  }
}

/// Why a call failed: `.declared` is a refusal of Prometheus, `.other` anything else, such as no connection.
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
