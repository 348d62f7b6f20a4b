public import Contract

/// An observer of a client's calls, for logs and metrics.
///
/// ```swift
/// struct SlowCalls: ClientListener {
///   func finished(_ outcome: ClientOutcome, in call: ClientCall) {
///     if outcome.duration > .seconds(1) { print("slow:", call.operation.id) }
///   }
/// }
/// let client = client.listener(SlowCalls())
/// ```
///
/// Every call begins with ``started(_:in:)`` and ends with ``finished(_:in:)``, exactly once each. Each attempt reports
/// ``sending(_:in:)``, any redirects, and ``head(_:in:)`` if it gets a response. ``repeating(_:in:)`` precedes a retry,
/// and ``hedging(after:in:)`` precedes a hedged attempt. Responses from the client's cache are reported like other
/// responses; see ``ClientOutcome/cacheUse``.
///
/// The functions run inside the call: they must not block, and their running time adds to the duration of the call.
/// They never see the credentials added by the client. The default implementations do nothing.
///
/// Processing of the response, such as decoding, happens after ``finished(_:in:)``. A call whose request cannot be
/// encoded is not reported.
public protocol ClientListener: Sendable {
  /// Called when a call begins, with the request before any middleware.
  func started(_ request: HTTPRequest, in call: ClientCall)
  /// Called when an attempt begins, with the request after middleware and before credentials are added.
  func sending(_ request: HTTPRequest, in call: ClientCall)
  /// Called when the transport follows a redirect.
  func redirected(_ redirect: ClientRedirect, in call: ClientCall)
  /// Called when an attempt receives a response. The body of a streamed call is a stream; do not read it here.
  func head(_ response: HTTPResponse, in call: ClientCall)
  /// Called after a failed attempt that will be retried, before the delay.
  func repeating(_ repetition: ClientRepetition, in call: ClientCall)
  /// Called when an attempt got no response within `delay` and a hedged attempt begins.
  func hedging(after delay: Duration, in call: ClientCall)
  /// Called when the call ends; for a streamed call, when its stream ends.
  func finished(_ outcome: ClientOutcome, in call: ClientCall)
}

extension ClientListener {
  /// Does nothing.
  public func started(_ request: HTTPRequest, in call: ClientCall) {}
  /// Does nothing.
  public func sending(_ request: HTTPRequest, in call: ClientCall) {}
  /// Does nothing.
  public func redirected(_ redirect: ClientRedirect, in call: ClientCall) {}
  /// Does nothing.
  public func head(_ response: HTTPResponse, in call: ClientCall) {}
  /// Does nothing.
  public func repeating(_ repetition: ClientRepetition, in call: ClientCall) {}
  /// Does nothing.
  public func hedging(after delay: Duration, in call: ClientCall) {}
  /// Does nothing.
  public func finished(_ outcome: ClientOutcome, in call: ClientCall) {}
}

extension APIClient {
  /// Adds a listener.
  public func listener(_ listener: any ClientListener) -> APIClient {
    configured { $0.listeners.append(listener) }
  }
}
