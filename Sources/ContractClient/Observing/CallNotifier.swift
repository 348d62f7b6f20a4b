internal import Contract
internal import ContractLoop

/// The notifier of the listeners of one call.
final class CallNotifier: Sendable {
  private struct State {
    var request: HTTPRequest?
    /// The request of the last attempt, with its credentials.
    var authorized: AuthorizedRequest?
    var cacheUse: HTTPCache.Use?
  }

  private let listeners: [any ClientListener]
  private let clock: TimeSource
  private let start: Int64
  private let state = Lock(State())

  /// - Parameter start: The current time of the clock.
  init(_ listeners: [any ClientListener], _ clock: TimeSource, start: Int64) {
    self.listeners = listeners
    self.clock = clock
    self.start = start
  }

  func started(_ request: HTTPRequest, _ call: ClientCall) {
    state.withLock { $0.request = request }
    for listener in listeners { listener.started(request, in: call) }
  }

  func sending(_ request: HTTPRequest, _ call: ClientCall) {
    state.withLock { state in
      state.request = request
      state.cacheUse = nil
    }
    for listener in listeners { listener.sending(request, in: call) }
  }

  func head(_ response: HTTPResponse, _ call: ClientCall) {
    for listener in listeners { listener.head(response, in: call) }
  }

  func repeats(after outcome: AttemptOutcome, in delay: Duration, _ call: ClientCall) {
    let repetition = ClientRepetition(outcome: outcome, delay: delay)
    for listener in listeners { listener.repeating(repetition, in: call) }
  }

  func hedges(after delay: Duration, _ call: ClientCall) {
    for listener in listeners { listener.hedging(after: delay, in: call) }
  }

  /// The locations of the credentials added by the client. Logs mask them.
  var credentialLocations: [SecurityScheme.Kind] { authorized?.locations ?? [] }

  /// The secrets sent by the last attempt, for listeners that show response bodies: a server may echo secrets. Computed
  /// on demand, because most listeners only count.
  var sentSecrets: [String] {
    guard let authorized else { return [] }
    return SentSecrets.of(authorized.request, authorized.locations)
  }

  /// The request of the last attempt, with its credentials.
  var authorized: AuthorizedRequest? { state.withLock { $0.authorized } }

  /// Records the request of an attempt with its credentials, or the request of the call whose response is shared.
  func authorized(_ request: AuthorizedRequest) {
    state.withLock { $0.authorized = request }
  }

  /// Adds a redirect handler to `options` that notifies listeners of the redirects that are followed.
  func observeRedirects(of options: inout TransportOptions, _ call: ClientCall) {
    options.redirects = options.redirects.deciding { redirect, next in
      guard redirect.isWithinLimit else { return next }
      let followed = ClientRedirect(
        status: redirect.status, method: next.method, scheme: next.scheme, authority: next.authority,
        target: next.target)
      for listener in self.listeners { listener.redirected(followed, in: call) }
      return next
    }
  }

  /// Records that the response of the attempt came from the cache.
  func uses(_ use: HTTPCache.Use) { state.withLock { $0.cacheUse = use } }

  /// Notifies listeners of the end of the call.
  func finished(
    _ response: HTTPResponse?, _ error: (any Error)?, bytes: Int, isComplete: Bool, _ call: ClientCall
  ) {
    let (lastRequest, cacheUse) = state.withLock { ($0.request, $0.cacheUse) }
    guard let request = lastRequest else { return }
    let outcome = ClientOutcome(
      request: request, response: response, error: error, duration: .nanoseconds(clock.now() - start),
      attempts: call.attempt, responseBytes: bytes, isComplete: isComplete, cacheUse: response == nil ? nil : cacheUse)
    for listener in listeners { listener.finished(outcome, in: call) }
  }
}
