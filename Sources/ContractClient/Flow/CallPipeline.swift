internal import Contract
internal import ContractLoop

/// What happens in one call, from the outside in:
///
/// middleware, throttle, coalescing, retries, hedging; then for each attempt its middleware, the host's back-off,
/// credentials with one repetition for a renewed token, the cache, the circuit breaker, the transport.
struct CallPipeline: Sendable {
  let settings: ClientSettings
  let call: ClientCall
  let delivery: Delivery

  /// How a response reaches who asked for it.
  enum Delivery {
    /// With its content in memory.
    case whole
    /// With its head, and the content is pulled.
    case streamed
    /// With the connection, on which another protocol is spoken.
    case upgraded
  }

  /// True when the response is nobody else's.
  var isStreaming: Bool { delivery != .whole }

  var configuration: ClientConfiguration { call.configuration }

  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    if settings.middleware.isEmpty { return try await throttled(request) }
    return try await settings.middleware.respond(to: request, in: call) { try await throttled($0) }
  }

  // MARK: Around all attempts

  func repeated(_ request: HTTPRequest) async throws -> HTTPResponse {
    let policy = configuration.retry
    if policy.isEmpty {
      let response = try await attempts(request)
      if configuration.hedging != nil { policy.budget?.earn() }
      return response
    }
    var machine = RetryMachine(policy)
    var request = request
    while true {
      let outcome = AttemptOutcome(await .catching { try await attempts(request) }, attempt: call.attempt)
      if call.isSettled { return try outcome.result.get() }
      let next = request.body.replayed
      let facts = RetryMachine.Facts(
        isIdempotent: isIdempotent(request), isReplayable: next != nil, remaining: call.remainingTime,
        random: configuration.clock.random(), wall: configuration.clock.wall())
      let decision = machine.decide(outcome, facts) { policy.budget?.spend() ?? true }
      guard case .wait(let delay) = decision, let next else {
        if decision == .stop(.settled) || decision == .stop(.noRule) { policy.budget?.earn() }
        return try outcome.result.get()
      }
      request.body = next
      call.watch?.repeats(after: outcome, in: delay, call)
      try await wait(delay)
    }
  }

  // Inlined, because an asynchronous function in between costs something, and few calls are hedged.
  @inline(__always)
  private func attempts(_ request: HTTPRequest) async throws -> HTTPResponse {
    if configuration.hedging == nil { return try await attempt(request) }
    return try await hedged(request)
  }

  func isIdempotent(_ request: HTTPRequest) -> Bool {
    request.method.isIdempotent || call.operation.idempotency != nil || configuration.idempotency != nil
  }

  // MARK: One attempt

  func attempt(_ request: HTTPRequest) async throws -> HTTPResponse {
    call.beginAttempt()
    if settings.attemptMiddleware.isEmpty, call.watch == nil { return try await guarded(request) }
    if settings.attemptMiddleware.isEmpty { return try await watched(request) }
    return try await settings.attemptMiddleware.respond(to: request, in: call) { try await watched($0) }
  }

  func guarded(_ request: HTTPRequest) async throws -> HTTPResponse {
    let host = request.authority ?? ""
    if let backoff = configuration.hostBackoff {
      try await wait(
        backoff.wait(for: host, now: configuration.clock.now(), random: configuration.clock.random()))
    }
    // A host that is left alone is not worth a new token.
    if let breaker = configuration.circuitBreaker, breaker.keepsBack(host, now: configuration.clock.now()) {
      throw circuitOpenError(host)
    }
    return try await authorized(request)
  }

  /// Waits, unless the call would be over by then.
  func wait(_ delay: Duration) async throws {
    guard delay > .zero else { return }
    guard delay < call.remainingTime else { throw call.timeoutError() }
    do {
      try await configuration.clock.sleep(delay)
    } catch {
      throw ClientError(
        .cancelled, stage: .exchange, "the task was cancelled", operation: call.operation, cause: error)
    }
  }
}

extension HTTPBody {
  /// The same content from its beginning; nil when it can be read only once.
  var replayed: HTTPBody? {
    guard case .stream(let stream) = self else { return self }
    return stream.replayed.map(HTTPBody.stream)
  }
}
