/// The decisions of an event stream that reconnects when it ends or fails (WHATWG HTML §9.2.3).
package struct EventReconnection: Sendable {
  /// The delay that the server or the program requests.
  private var requestedDelay: Duration
  /// The number of consecutive failed connection attempts.
  private var failures = 0
  /// The delay in the `Retry-After` of the last failed connection attempt.
  private var retryAfter = Duration.zero

  /// - Parameter delay: the delay until the server sets another.
  package init(delay: Duration) { requestedDelay = delay }

  /// Records that a stream has arrived.
  package mutating func opened() {
    failures = 0
    retryAfter = .zero
  }

  /// Records that no stream has arrived.
  package mutating func failed(_ error: ClientError? = nil) {
    failures += 1
    retryAfter = error?.response.flatMap(Self.delay) ?? .zero
  }

  /// Records the delay that the server has set; nil keeps the current one.
  package mutating func delayRequested(_ delay: Duration?) { requestedDelay = delay ?? requestedDelay }

  /// The delay before the next connection: the server's, from 100 ms to 1 h, doubled for each failed attempt up to one minute.
  /// It is not shorter than the `Retry-After` of a refused attempt.
  package var pause: Duration {
    let shortest = min(max(requestedDelay, .milliseconds(100)), .seconds(3600))
    return max(shortest, min(shortest * (1 << min(failures, 10)), .seconds(60)), min(retryAfter, .seconds(3600)))
  }

  /// Returns true if another connection may succeed after an error.
  ///
  /// - Parameter isConnecting: true for an error before the stream has begun. Later, a status is that of a failure that
  ///   ends the stream, and invalid bytes result from a broken connection.
  package static func mayFollow(_ error: ClientError, isConnecting: Bool) -> Bool {
    switch error.code {
    case .unresolvedHost, .noConnection, .lostConnection, .transport, .timeout, .circuitOpen: true
    case .malformedResponse: !isConnecting
    case .unexpected: isConnecting && isTransient(error.response?.status)
    default: false
    }
  }

  /// Returns true for the statuses of a service that is overloaded or being restarted, and of the proxies in front of
  /// it.
  private static func isTransient(_ status: HTTPStatus?) -> Bool {
    switch status?.code {
    case 429, 502, 503, 504: true
    default: false
    }
  }

  /// Returns the delay that a response requests in seconds; nil if it requests none, or names a date.
  private static func delay(of response: HTTPResponse) -> Duration? {
    guard let text = response.fields["Retry-After"]?.rawValue, text.utf8.count <= 9, text.hasOnlyDigits else {
      return nil
    }
    return Int(text).map { .seconds($0) }
  }
}
