public import Contract
internal import ContractCurl

/// The outcome of one attempt of a call.
public struct AttemptOutcome: Sendable {
  /// The response or error.
  public let result: Result<HTTPResponse, any Error>
  /// The number of the attempt, from 1.
  public let attempt: Int

  /// Creates an outcome.
  public init(_ result: Result<HTTPResponse, any Error>, attempt: Int) {
    self.result = result
    self.attempt = attempt
  }

  /// The status of the response; nil if there is no response.
  public var status: HTTPStatus? {
    if case .success(let response) = result { response.status } else { nil }
  }

  /// True if no connection was made, so that nothing was sent.
  var isUnsent: Bool {
    guard case .failure(let error as ClientError) = result, error.stage == .connect else { return false }
    return [.unresolvedHost, .noConnection, .timeout].contains(error.code)
  }

  /// True if the program caused the failure, not the host: its request body could not be produced, or it stopped the
  /// transport.
  var isLocal: Bool {
    guard case .failure(let error as ClientError) = result else { return false }
    return error.stage == .encode || (error.cause as? TransferFailure)?.code == .engineStopped
  }

  /// True if the attempt was cancelled. Middleware and transports may throw `CancellationError` or a `ClientError`.
  var isCancelled: Bool {
    guard case .failure(let error) = result else { return false }
    return errorCode == .cancelled || error is CancellationError
  }

  /// The code of the error; nil for a response, or for an error other than `ClientError`.
  public var errorCode: ClientError.Code? {
    if case .failure(let error) = result { (error as? ClientError)?.code } else { nil }
  }
}

/// A condition on the outcome of an attempt under which the call is retried.
public struct RetryCondition: Sendable {
  let holds: @Sendable (AttemptOutcome) -> Bool

  /// Creates a condition from a predicate.
  public init(_ holds: @escaping @Sendable (AttemptOutcome) -> Bool) {
    self.holds = holds
  }

  /// Returns a condition that holds for a response with one of the given statuses.
  public static func statuses(_ statuses: HTTPStatus...) -> RetryCondition {
    // Comparing a few codes is faster than hashing one.
    let codes = statuses.map(\.code)
    return RetryCondition { outcome in
      guard let code = outcome.status?.code else { return false }
      for one in codes where one == code { return true }
      return false
    }
  }

  /// A failure without a response: name resolution or connection failed, or the connection was lost. TLS errors,
  /// malformed HTTP and request bodies that could not be produced are excluded, because another attempt would fail in
  /// the same way.
  public static let transportFailure = RetryCondition { outcome in
    switch outcome.errorCode {
    case .unresolvedHost?, .noConnection?, .lostConnection?: true
    case .transport?: !outcome.isLocal
    default: false
    }
  }

  /// A failed connection: name resolution failed, or the connection was refused or timed out. Nothing was sent.
  public static let noConnection = RetryCondition { $0.isUnsent }

  /// A timeout of an attempt.
  public static let timeout = RetryCondition { $0.errorCode == .timeout }

  /// Transient failures: transport failures, timeouts, the statuses 408, 429, 502, 503 and 504, and 409 with
  /// `Retry-After`, which signals that a request with the same idempotency key is still in progress.
  public static let transient =
    .transportFailure || .timeout || .statuses(408, 429, 502, 503, 504)
    || RetryCondition { outcome in
      guard case .success(let response) = outcome.result else { return false }
      return response.status == .conflict && response.fields.contains("Retry-After")
    }

  /// Returns a condition that holds if either of two holds.
  public static func || (left: RetryCondition, right: RetryCondition) -> RetryCondition {
    RetryCondition { left.holds($0) || right.holds($0) }
  }

  /// Returns a condition that holds if both of two hold.
  public static func && (left: RetryCondition, right: RetryCondition) -> RetryCondition {
    RetryCondition { left.holds($0) && right.holds($0) }
  }

  /// Returns a condition that holds if the given condition does not.
  public static prefix func ! (condition: RetryCondition) -> RetryCondition {
    RetryCondition { !condition.holds($0) }
  }
}
