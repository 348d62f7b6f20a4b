public import Contract

/// Hears what happens in the calls of a client: logs, metrics and whatever else only looks.
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
/// Every call begins with ``started(_:in:)`` and ends with ``finished(_:in:)``, once each. Between them come, for each
/// attempt, ``sending(_:in:)``, perhaps redirects, and ``head(_:in:)`` unless it fails; and ``repeating(_:in:)`` between
/// attempts, or ``hedging(after:in:)`` before one beside them. An attempt whose response the client's cache has is told
/// like others; see ``ClientOutcome/cacheUse``. The functions run inside the call: they must not block, and what they
/// take the call takes. They never see credentials that the client adds. The default of each does nothing.
///
/// What is made of a response, such as decoding it, happens after the call. A call whose request cannot be made is none.
public protocol ClientListener: Sendable {
  /// A call begins, with this request, which no middleware has seen yet.
  func started(_ request: HTTPRequest, in call: ClientCall)
  /// An attempt begins. The request is what middleware has made of it; credentials come later.
  func sending(_ request: HTTPRequest, in call: ClientCall)
  /// The transport follows a redirect.
  func redirected(_ redirect: ClientRedirect, in call: ClientCall)
  /// An attempt has brought a response: its head and its content, which for a streamed call is a stream not to be read
  /// here.
  func head(_ response: HTTPResponse, in call: ClientCall)
  /// An attempt has failed, and another one follows after a wait.
  func repeating(_ repetition: ClientRepetition, in call: ClientCall)
  /// An attempt has brought no response for so long, and another one begins beside it.
  func hedging(after delay: Duration, in call: ClientCall)
  /// The call is over; a streamed one with the end of its stream.
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
  /// Tells one more listener what happens in calls.
  public func listener(_ listener: any ClientListener) -> APIClient {
    configured { $0.listeners.append(listener) }
  }
}
