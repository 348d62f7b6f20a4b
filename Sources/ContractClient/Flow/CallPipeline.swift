internal import Contract
internal import ContractLoop

/// What happens in one call, from the outside in:
///
/// middleware, throttle, coalescing, retries; then for each attempt its middleware, the host's back-off, the circuit
/// breaker, credentials with one repetition for a renewed token, the transport.
struct CallPipeline: Sendable {
  let settings: ClientSettings
  let call: ClientCall
  /// True when the response's content is to be pulled.
  let isStreaming: Bool

  private var configuration: ClientConfiguration { call.configuration }

  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    if settings.middleware.isEmpty { return try await throttled(request) }
    return try await settings.middleware.respond(to: request, in: call) { try await throttled($0) }
  }

  // MARK: Around all attempts

  private func throttled(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard !isStreaming, let throttle = configuration.throttle,
      let key = throttle.key(of: request, configuration.lane)
    else { return try await coalesced(request) }
    let now = configuration.clock.now()
    switch throttle.mode {
    case .wait:
      try await wait(throttle.turn(key, now: now))
      return try await coalesced(request)
    case .reuse:
      if let known = throttle.known(key, now: now) { return known }
      return try await call.limit {
        try await throttle.flights.value(for: key) {
          let response = try await coalesced(request)
          throttle.keep(response, key, start: now)
          return response
        }
      }
    }
  }

  private func coalesced(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard !isStreaming, let coalescing = configuration.coalescing,
      let key = RequestKey(request, configuration.lane)
    else { return try await repeated(request) }
    return try await call.limit {
      try await coalescing.flights.value(for: key) { try await repeated(request) }
    }
  }

  private func repeated(_ request: HTTPRequest) async throws -> HTTPResponse {
    let policy = configuration.retry
    if policy.isEmpty { return try await attempt(request) }
    var machine = RetryMachine(policy)
    var request = request
    while true {
      let outcome = AttemptOutcome(await .catching { try await attempt(request) }, attempt: call.attempt)
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

  private func isIdempotent(_ request: HTTPRequest) -> Bool {
    request.method.isIdempotent || call.operation.idempotency != nil || configuration.idempotency != nil
  }

  // MARK: One attempt

  private func attempt(_ request: HTTPRequest) async throws -> HTTPResponse {
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
    guard let breaker = configuration.circuitBreaker else { return try await noted(request, host) }
    guard let pass = breaker.admit(to: host, now: configuration.clock.now()) else {
      throw ClientError(
        .circuitOpen, stage: .connect, "the last calls of \(host) have failed; it is left alone for a while",
        operation: call.operation)
    }
    let result = await Result.catching { try await noted(request, host) }
    breaker.record(
      AttemptOutcome(result, attempt: call.attempt), pass, host: host, now: configuration.clock.now())
    return try result.get()
  }

  private func noted(_ request: HTTPRequest, _ host: String) async throws -> HTTPResponse {
    let response = try await authorized(request)
    if let backoff = configuration.hostBackoff {
      backoff.note(response, from: host, now: configuration.clock.now(), wall: configuration.clock.wall())
    }
    return response
  }

  /// Waits, unless the call would be over by then.
  private func wait(_ delay: Duration) async throws {
    guard delay > .zero else { return }
    guard delay < call.remainingTime else { throw call.timeoutError() }
    do {
      try await configuration.clock.sleep(delay)
    } catch {
      throw ClientError(
        .cancelled, stage: .exchange, "the task was cancelled", operation: call.operation, cause: error)
    }
  }

  // MARK: Credentials

  private func authorized(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard configuration.isAuthEnabled, settings.isOwnOrigin(request) else { return try await sent(request) }
    var request = request
    try configuration.credentials.add(to: &request, for: call.operation)
    guard let auth = configuration.auth, auth.applies(to: call.operation) else { return try await sent(request) }
    switch auth.kind {
    case .credentials(let credentials, let kind):
      try ClientAuth.add(credentials, as: kind, to: &request, for: call.operation)
      return try await sent(request)
    case .custom(let add):
      try await add(&request)
      return try await sent(request)
    case .tokens(let keeper):
      return try await sent(request, with: keeper)
    }
  }

  private func sent(_ request: HTTPRequest, with keeper: TokenKeeper) async throws -> HTTPResponse {
    if let name = keeper.fieldName, request.fields.contains(name) { return try await sent(request) }
    let client = settings.clientWithoutCredentials
    let token = try await keeper.token(in: call, with: client)
    var first = request
    try await keeper.add(token, to: &first, for: call.operation)
    let response = try await sent(first)
    guard keeper.refusals.contains(response.status), let body = request.body.replayed,
      let renewed = try await keeper.token(afterRefused: token, in: call, with: client)
    else { return response }
    var second = request
    second.body = body
    try await keeper.add(renewed, to: &second, for: call.operation)
    return try await sent(second)
  }

  // MARK: The transport

  private func sent(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    var options = configuration.transportOptions
    let remaining = call.remainingTime
    guard remaining > .zero else { throw call.timeoutError() }
    options.timeout = configuration.attemptTimeout.map { min($0, remaining) } ?? remaining
    // Whoever may be sent again after a failure may be sent again by the transport.
    if options.repetition == .idempotent, isIdempotent(request) { options.repetition = .always }
    call.watch?.watchRedirects(of: &options, call)
    if let name = configuration.deadlineField {
      request.fields[name] = HTTPFieldValue(unchecked: "\(max(1, remaining.loopNanoseconds / 1_000_000))")
    }
    return try await settings.transmit(request, options, for: call.operation, isStreaming: isStreaming)
  }
}

extension HTTPBody {
  /// The same content from its beginning; nil when it can be read only once.
  var replayed: HTTPBody? {
    guard case .stream(let stream) = self else { return self }
    return stream.replayed.map(HTTPBody.stream)
  }
}
