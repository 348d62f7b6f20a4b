public import Contract

/// What came of one attempt of a call.
public struct AttemptOutcome: Sendable {
  /// The response, or the error in its place.
  public let result: Result<HTTPResponse, any Error>
  /// 1 for the first attempt.
  public let attempt: Int

  /// An outcome.
  public init(_ result: Result<HTTPResponse, any Error>, attempt: Int) {
    self.result = result
    self.attempt = attempt
  }

  /// The status of the response; nil without one.
  public var status: HTTPStatus? {
    if case .success(let response) = result { response.status } else { nil }
  }

  /// True when no connection was made, so that nothing can have been sent.
  var isUnsent: Bool {
    guard case .failure(let error as ClientError) = result, error.stage == .connect else { return false }
    return [.unresolvedHost, .noConnection, .timeout].contains(error.code)
  }

  /// The code of the error; nil for a response, and for an error that is no `ClientError`.
  public var errorCode: ClientError.Code? {
    if case .failure(let error) = result { (error as? ClientError)?.code } else { nil }
  }
}

/// Which outcomes of an attempt call for another one.
public struct RetryCondition: Sendable {
  let holds: @Sendable (AttemptOutcome) -> Bool

  /// A condition of one's own.
  public init(_ holds: @escaping @Sendable (AttemptOutcome) -> Bool) {
    self.holds = holds
  }

  /// A response with one of these statuses.
  public static func statuses(_ statuses: HTTPStatus...) -> RetryCondition {
    // Few of them are compared sooner than one is hashed.
    let codes = statuses.map(\.code)
    return RetryCondition { outcome in
      guard let code = outcome.status?.code else { return false }
      for one in codes where one == code { return true }
      return false
    }
  }

  /// No response: the host's name was not resolved, no connection was made, or it was lost. Not what TLS refuses or what is
  /// no HTTP: another attempt would find the same.
  public static let transportFailure = RetryCondition { outcome in
    switch outcome.errorCode {
    case .unresolvedHost?, .noConnection?, .lostConnection?, .transport?: true
    default: false
    }
  }

  /// No connection: the host's name was not resolved, or nobody listened, or not in time. Nothing was sent then.
  public static let noConnection = RetryCondition { $0.isUnsent }

  /// No response within the time of the attempt.
  public static let timeout = RetryCondition { $0.errorCode == .timeout }

  /// What passes by itself: failures of the transport, timeouts, the statuses 408, 429, 502, 503 and 504, and 409 with
  /// `Retry-After`, with which a server says that it is still carrying out a request with the same key.
  public static let transient =
    .transportFailure || .timeout || .statuses(408, 429, 502, 503, 504)
    || RetryCondition { outcome in
      guard case .success(let response) = outcome.result else { return false }
      return response.status == .conflict && response.fields.contains("Retry-After")
    }

  /// Either of two.
  public static func || (left: RetryCondition, right: RetryCondition) -> RetryCondition {
    RetryCondition { left.holds($0) || right.holds($0) }
  }

  /// Both of two.
  public static func && (left: RetryCondition, right: RetryCondition) -> RetryCondition {
    RetryCondition { left.holds($0) && right.holds($0) }
  }

  /// Not this one.
  public static prefix func ! (condition: RetryCondition) -> RetryCondition {
    RetryCondition { !condition.holds($0) }
  }
}
