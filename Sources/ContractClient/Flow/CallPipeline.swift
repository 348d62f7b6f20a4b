internal import Contract
internal import ContractLoop

/// What happens in one call, from the outside in:
///
/// middleware, throttle, coalescing, retries, hedging; then for each attempt its middleware, the host's back-off,
/// credentials with one repetition for a renewed token, the cache, the circuit breaker, the transport.
///
/// Every asynchronous function that goes on after an `await` costs two looks for the executor, each with a lock. So what
/// most calls pass is inlined into one of them, and what few calls need stands apart.
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

  var configuration: ClientConfiguration { settings.values.configuration }

  @inline(__always)
  func respond(to request: inout HTTPRequest) async throws -> HTTPResponse {
    if let rest = settings.middleware.change(&request, in: call) {
      return try await settings.middleware.respond(to: request, in: call, from: rest) { try await answered($0) }
    }
    if settings.sharesResponses { return try await answered(request) }
    return try await repeated(&request, isApart: false)
  }

  /// The response to a request behind the middleware of the call.
  private func answered(_ request: HTTPRequest) async throws -> HTTPResponse {
    if settings.sharesResponses, !isStreaming { return try await throttled(request) }
    return try await alone(request)
  }

  // MARK: Around all attempts

  /// The response to a request that nobody shares.
  func alone(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    return try await repeated(&request, isApart: true)
  }

  /// - Parameter isApart: false where this is inlined into what all calls pass; the code is there twice otherwise.
  @inline(__always)
  private func repeated(_ request: inout HTTPRequest, isApart: Bool) async throws -> HTTPResponse {
    var machine = RetryMachine(configuration.retry)
    while true {
      let result: Result<HTTPResponse, any Error>
      do {
        result = .success(
          configuration.hedging == nil
            ? try await attempt(request, isApart: isApart) : try await hedged(request))
      } catch {
        result = .failure(error)
      }
      guard let delay = delay(after: result, of: &request, &machine) else { return try result.get() }
      try await wait(delay)
    }
  }

  /// The time to wait before the next attempt, whose request `request` is then; nil when there is none.
  private func delay(
    after result: Result<HTTPResponse, any Error>, of request: inout HTTPRequest, _ machine: inout RetryMachine
  ) -> Duration? {
    let policy = configuration.retry
    if policy.isEmpty {
      if configuration.hedging != nil, case .success = result { policy.budget?.earn() }
      return nil
    }
    if call.isSettled { return nil }
    let outcome = AttemptOutcome(result, attempt: call.attempt)
    let next = request.body.replayed
    let decision = machine.decide(outcome, facts(of: request, isReplayable: next != nil)) {
      policy.budget?.spend() ?? true
    }
    guard case .wait(let delay) = decision, let next else {
      if decision == .stop(.settled) || decision == .stop(.noRule) { policy.budget?.earn() }
      return nil
    }
    request.body = next
    call.watch?.repeats(after: outcome, in: delay, call)
    return delay
  }

  private func facts(of request: HTTPRequest, isReplayable: Bool) -> RetryMachine.Facts {
    RetryMachine.Facts(
      isIdempotent: isIdempotent(request), isReplayable: isReplayable, remaining: call.remainingTime,
      random: configuration.clock.random(), wall: configuration.clock.wall())
  }

  func isIdempotent(_ request: HTTPRequest) -> Bool {
    request.method.isIdempotent || call.operation.idempotency != nil || configuration.idempotency != nil
  }

  // MARK: One attempt

  /// One attempt of a hedged call.
  func attemptApart(_ request: HTTPRequest) async throws -> HTTPResponse { try await attempt(request, isApart: true) }

  @inline(__always)
  private func attempt(_ request: HTTPRequest, isApart: Bool) async throws -> HTTPResponse {
    call.beginAttempt()
    if !settings.attemptMiddleware.isEmpty {
      var request = request
      guard let rest = settings.attemptMiddleware.change(&request, in: call) else {
        return try await watchedApart(request)
      }
      return try await settings.attemptMiddleware.respond(to: request, in: call, from: rest) {
        try await watchedApart($0)
      }
    }
    return isApart ? try await watchedApart(request) : try await watched(request, isApart: false)
  }

  private func watchedApart(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await watched(request, isApart: true)
  }

  /// One attempt, told to the listeners.
  @inline(__always)
  private func watched(_ request: HTTPRequest, isApart: Bool) async throws -> HTTPResponse {
    call.watch?.sending(request, call)
    let response = try await guarded(request, isApart: isApart)
    call.watch?.head(response, call)
    return response
  }

  @inline(__always)
  private func guarded(_ request: HTTPRequest, isApart: Bool) async throws -> HTTPResponse {
    if configuration.hostBackoff != nil { try await waitForHost(of: request) }
    // A host that is left alone is not worth a new token, nor what is kept of it. For all else it is early enough to ask
    // when the request is sent.
    if settings.asksBreakerEarly, let breaker = configuration.circuitBreaker {
      let host = request.authority ?? ""
      if breaker.keepsBack(host, now: configuration.clock.now()) { throw circuitOpenError(host) }
    }
    return try await authorized(request, isApart: isApart)
  }

  private func waitForHost(of request: HTTPRequest) async throws {
    guard let backoff = configuration.hostBackoff else { return }
    let delay = backoff.wait(
      for: request.authority ?? "", now: configuration.clock.now(), random: configuration.clock.random())
    // Another attempt would meet the same wait.
    if delay > .zero, delay >= call.remainingTime { call.settle() }
    try await wait(delay, for: "the host, which is given a rest")
  }

  /// Waits, unless the call would be over by then.
  ///
  /// - Parameter wait: what for, if not for another attempt.
  func wait(_ delay: Duration, for wait: String? = nil) async throws {
    guard delay > .zero else { return }
    guard delay < call.remainingTime else { throw call.timeoutError(waitingFor: wait) }
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
