/// The steps of a client's calls between the request and the transport, derived once from its settings.
///
/// A call runs only these steps, and options are read only by their steps. A client without steps adds only headers and
/// credentials to a request. An option whose step is missing here never has an effect, so the first test of the option
/// fails.
struct CallSteps: OptionSet, Sendable {
  let rawValue: UInt32

  // MARK: The request

  /// The links, queries and changes of a fluent request.
  static let draft = CallSteps(rawValue: 1 << 0)
  /// The idempotency key.
  static let idempotency = CallSteps(rawValue: 1 << 1)

  // MARK: The call

  static let listeners = CallSteps(rawValue: 1 << 2)
  static let middleware = CallSteps(rawValue: 1 << 3)
  /// A throttle or coalescing, which may return the response of another call.
  static let sharing = CallSteps(rawValue: 1 << 4)
  static let retries = CallSteps(rawValue: 1 << 5)
  static let hedging = CallSteps(rawValue: 1 << 6)

  // MARK: An attempt

  static let attemptMiddleware = CallSteps(rawValue: 1 << 7)
  static let hostBackoff = CallSteps(rawValue: 1 << 8)
  static let circuitBreaker = CallSteps(rawValue: 1 << 9)
  /// A check of the circuit breaker before steps that cost more than the request.
  static let earlyBreaker = CallSteps(rawValue: 1 << 10)
  static let auth = CallSteps(rawValue: 1 << 11)
  static let attemptTimeout = CallSteps(rawValue: 1 << 12)
  static let deadlineField = CallSteps(rawValue: 1 << 13)
  static let cache = CallSteps(rawValue: 1 << 14)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Derives the steps from a client's settings.
  init(_ configuration: ClientConfiguration, _ draft: RequestDraft) {
    self = []
    func add(_ step: CallSteps, if isWanted: Bool) {
      if isWanted { formUnion(step) }
    }
    add(.draft, if: !draft.changes.isEmpty || !draft.queries.isEmpty || !draft.links.isEmpty)
    add(.idempotency, if: configuration.idempotency != nil)
    add(.listeners, if: !configuration.listeners.isEmpty)
    add(.middleware, if: !configuration.middleware.isEmpty)
    add(.sharing, if: configuration.throttle != nil || configuration.coalescing != nil)
    add(.retries, if: !configuration.retry.isEmpty)
    add(.hedging, if: configuration.hedging != nil)
    add(.attemptMiddleware, if: !configuration.attemptMiddleware.isEmpty)
    add(.hostBackoff, if: configuration.hostBackoff != nil)
    add(.circuitBreaker, if: configuration.circuitBreaker != nil)
    let isCostly = configuration.cache != nil || configuration.auth?.runsCode == true
    add(.earlyBreaker, if: configuration.circuitBreaker != nil && isCostly)
    add(.auth, if: configuration.auth != nil)
    add(.attemptTimeout, if: configuration.attemptTimeout != nil)
    add(.deadlineField, if: configuration.deadlineField != nil)
    add(.cache, if: configuration.cache != nil)
  }
}
