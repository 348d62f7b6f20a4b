/// The steps that the calls of a client have between the request and the transport, derived once from its settings.
///
/// A call runs the steps of the set and reads the option of a step nowhere else. A client without steps sends each request
/// as it is; an option without a step has no effect for any client, which the first test of it shows.
struct CallSteps: OptionSet, Sendable {
  let rawValue: UInt32

  // MARK: The request

  /// Links, queries and changes of a request that is being built.
  static let draft = CallSteps(rawValue: 1 << 0)
  /// A key that makes requests idempotent.
  static let idempotency = CallSteps(rawValue: 1 << 1)

  // MARK: The call

  static let listeners = CallSteps(rawValue: 1 << 2)
  static let middleware = CallSteps(rawValue: 1 << 3)
  /// A throttle or coalescing: the call may get the response of another one.
  static let sharing = CallSteps(rawValue: 1 << 4)
  static let retries = CallSteps(rawValue: 1 << 5)
  static let hedging = CallSteps(rawValue: 1 << 6)

  // MARK: An attempt

  static let attemptMiddleware = CallSteps(rawValue: 1 << 7)
  static let hostBackoff = CallSteps(rawValue: 1 << 8)
  static let circuitBreaker = CallSteps(rawValue: 1 << 9)
  /// The circuit breaker is asked before steps that cost more than the request: an open one saves them.
  static let earlyBreaker = CallSteps(rawValue: 1 << 10)
  static let auth = CallSteps(rawValue: 1 << 11)
  static let attemptTimeout = CallSteps(rawValue: 1 << 12)
  static let deadlineField = CallSteps(rawValue: 1 << 13)
  static let cache = CallSteps(rawValue: 1 << 14)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The steps of the calls of a client.
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
