public import Contract

/// A redirect that the transport follows.
public struct ClientRedirect: Sendable {
  /// The status of the response that redirects.
  public let status: HTTPStatus
  /// The method of the next request.
  public let method: HTTPMethod
  /// The scheme of the next request.
  public let scheme: String?
  /// Host and port of the next request.
  public let authority: String?
  /// Path and query of the next request; the server has chosen them, and secrets may be among them.
  public let target: String
}

/// Another attempt that is about to be made.
public struct ClientRepetition: Sendable {
  /// What came of the attempt before it.
  public let outcome: AttemptOutcome
  /// The wait before it.
  public let delay: Duration
}

/// How a call has ended.
public struct ClientOutcome: Sendable {
  /// The request of the last attempt, without credentials; that of the call when no attempt was made.
  public let request: HTTPRequest
  /// The response; nil when there is none. The content of a streamed one has been read elsewhere.
  public let response: HTTPResponse?
  /// Why there is no response, or why its stream broke off.
  public let error: (any Error)?
  /// The time from the start of the call to its end, a streamed one's to the end of its stream.
  public let duration: Duration
  /// How many attempts were made; 0 when the response is another call's, or when nothing was sent.
  public let attempts: Int
  /// Bytes of the response's content, decoded; of a stream those that were read.
  public let responseBytes: Int
  /// False when a stream was let go of, or broke off, before its end.
  public let isComplete: Bool
  /// What the last attempt has had of the client's cache; nil when the response came from a server as it is.
  public let cacheUse: HTTPCache.Use?

  /// Bytes of the request's content; nil when it is a stream whose length nobody has said.
  public var requestBytes: Int? { request.body.length }

  /// True for a response with a status below 400, complete or let go of.
  public var isSuccess: Bool {
    guard error == nil, let response else { return false }
    return response.status.code < 400
  }

  /// A short name for what went wrong: a code of `ClientError`, `cancelled`, or `other`; nil without an error. There are
  /// few of them, so that metrics can have it as a label.
  public var errorName: String? {
    switch error {
    case nil: nil
    case let error as ClientError: error.code.description
    case is CancellationError: ClientError.Code.cancelled.description
    default: "other"
    }
  }
}
