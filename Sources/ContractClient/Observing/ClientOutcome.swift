public import Contract

/// A redirect that the transport follows.
public struct ClientRedirect: Sendable {
  /// The status of the redirect response.
  public let status: HTTPStatus
  /// The method of the next request.
  public let method: HTTPMethod
  /// The scheme of the next request.
  public let scheme: String?
  /// The host and port of the next request.
  public let authority: String?
  /// The path and query of the next request. The server chose them, and they may hold secrets.
  public let target: String
}

/// A retry that is about to be made.
public struct ClientRepetition: Sendable {
  /// The outcome of the failed attempt.
  public let outcome: AttemptOutcome
  /// The delay before the retry.
  public let delay: Duration
}

/// The outcome of a call.
public struct ClientOutcome: Sendable {
  /// The request of the last attempt, without credentials; the original request if no attempt was made.
  public let request: HTTPRequest
  /// The response; nil if there is none. The body of a streamed response is empty here.
  public let response: HTTPResponse?
  /// The error of the call or of its response stream.
  public let error: (any Error)?
  /// The time from the start of the call to its end; for a streamed call, to the end of its stream.
  public let duration: Duration
  /// The number of attempts; 0 if the call shared another call's response or sent nothing.
  public let attempts: Int
  /// The decoded size of the response body in bytes; for a stream, the number of bytes read.
  public let responseBytes: Int
  /// False when a stream was dropped or failed before its end.
  public let isComplete: Bool
  /// The way the last attempt used the client's cache; nil if the response came directly from a server.
  public let cacheUse: HTTPCache.Use?

  /// The size of the request body in bytes; nil for a stream of unknown length.
  public var requestBytes: Int? { request.body.length }

  /// True for a response with a status below 400, even if its stream was dropped early.
  public var isSuccess: Bool {
    guard error == nil, let response else { return false }
    return response.status.code < 400
  }

  /// A short error name: a code of `ClientError`, `cancelled` or `other`; nil without an error. The set is small, so
  /// metrics can use it as a label.
  public var errorName: String? {
    switch error {
    case nil: nil
    case let error as ClientError: error.code.description
    case is CancellationError: ClientError.Code.cancelled.description
    default: "other"
    }
  }
}
