internal import Contract
internal import ContractLoop

/// The steps of a call, from the outside in: middleware, throttle, coalescing, retries and hedging; for each attempt its
/// middleware, the back-off of the host, credentials with one retry for a renewed token, the cache, the circuit breaker
/// and the transport.
///
/// ``CallSteps`` contains the steps of a client. An asynchronous function that continues after an `await` costs two
/// executor checks with a lock each, so functions that most calls pass are inlined into their one caller.
struct CallPipeline: Sendable {
  let settings: ClientSettings
  let call: ClientCall
  let delivery: Delivery

  /// The form in which the caller gets a response.
  enum Delivery {
    /// The response with its body in memory.
    case whole
    /// The response with its body as a stream.
    case streamed
    /// The response with the connection, for another protocol.
    case upgraded
  }

  /// True if the response cannot be shared with other calls.
  var isStreaming: Bool { delivery != .whole }

  var configuration: ClientConfiguration { settings.values.configuration }

  var steps: CallSteps { settings.steps }

  @inline(__always)
  func respond(to request: inout HTTPRequest) async throws -> HTTPResponse {
    if steps.contains(.middleware), let rest = settings.middleware.change(&request, in: call) {
      return try await settings.middleware.respond(to: request, in: call, from: rest) { try await shared($0) }
    }
    return try await shared(request)
  }

  /// Returns the response to a request after the middleware of the call.
  @inline(__always)
  private func shared(_ request: HTTPRequest) async throws -> HTTPResponse {
    if steps.contains(.sharing), !isStreaming { return try await throttled(request) }
    return try await unshared(request)
  }

  // MARK: Around all attempts

  /// Returns the response to a request that is not shared with other calls.
  func unshared(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    var machine = RetryMachine(settings.values.configuration.retry)
    while true {
      let result: Result<HTTPResponse, any Error>
      do {
        result = .success(
          steps.contains(.hedging) ? try await hedged(request) : try await attempt(request))
      } catch {
        result = .failure(error)
      }
      guard let delay = prepareRetry(of: &request, after: result, &machine) else { return try result.get() }
      // Without a delay, nothing else notices the cancellation if the transport ignores it.
      try Task.checkCancellation()
      try await wait(delay)
    }
  }

  /// Decides on another attempt, sets its request, and notifies listeners. Returns the time to wait before the attempt.
  /// Returns nil for no attempt, and then credits a settled call of one attempt to the retry budget.
  private func prepareRetry(
    of request: inout HTTPRequest, after result: Result<HTTPResponse, any Error>, _ machine: inout RetryMachine
  ) -> Duration? {
    let policy = settings.values.configuration.retry
    guard steps.contains(.retries) else {
      if steps.contains(.hedging), case .success = result { creditRetryBudget() }
      return nil
    }
    if call.isSettled { return nil }
    let outcome = AttemptOutcome(result, attempt: call.attempt)
    let next = request.body.replayed
    let decision = machine.decide(outcome, facts(of: request, isReplayable: next != nil)) {
      policy.budget?.spend() ?? true
    }
    guard case .wait(let delay) = decision, let next else {
      if decision == .stop(.settled) || decision == .stop(.noRule) { creditRetryBudget() }
      return nil
    }
    request.body = next
    call.notifier?.repeats(after: outcome, in: delay, call)
    return delay
  }

  /// Credits the call to the retry budget, unless it has had more than one attempt.
  private func creditRetryBudget() {
    if call.attempt <= 1 { configuration.retry.budget?.earn() }
  }

  private func facts(of request: HTTPRequest, isReplayable: Bool) -> RetryMachine.Facts {
    RetryMachine.Facts(
      isIdempotent: isIdempotent(request), isReplayable: isReplayable, remaining: call.remainingTime,
      random: configuration.clock.random(), wall: configuration.clock.unixSeconds)
  }

  func isIdempotent(_ request: HTTPRequest) -> Bool {
    request.method.isIdempotent || call.operation.idempotency != nil || configuration.idempotency != nil
  }

  // MARK: One attempt

  @inline(__always)
  func attempt(_ request: HTTPRequest) async throws -> HTTPResponse {
    call.beginAttempt()
    return try await begun(request)
  }

  /// Makes an attempt that is already counted.
  @inline(__always)
  func begun(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard steps.contains(.attemptMiddleware) else { return try await observed(request) }
    var request = request
    guard let rest = settings.attemptMiddleware.change(&request, in: call) else { return try await observed(request) }
    return try await settings.attemptMiddleware.respond(to: request, in: call, from: rest) { try await observed($0) }
  }

  /// Makes an attempt after its middleware, and reports it to the listeners.
  private func observed(_ request: HTTPRequest) async throws -> HTTPResponse {
    call.notifier?.sending(request, call)
    if steps.contains(.hostBackoff) { try await waitForHost(of: request) }
    if steps.contains(.earlyBreaker) { try checkBreaker(for: request) }
    let response = try await authorized(request)
    call.notifier?.head(response, call)
    return response
  }

  /// Throws while the circuit breaker of the host is open, before tokens are renewed and the cache is read.
  private func checkBreaker(for request: HTTPRequest) throws(ClientError) {
    guard let breaker = configuration.circuitBreaker else { return }
    let host = request.authority ?? ""
    if breaker.blocks(host, now: configuration.clock.now()) { throw circuitOpenError(host) }
  }

  private func waitForHost(of request: HTTPRequest) async throws {
    guard let backoff = configuration.hostBackoff else { return }
    let delay = backoff.wait(
      for: request.authority ?? "", now: configuration.clock.now(), random: configuration.clock.random())
    // If the wait exceeds the remaining time, no further attempt is made, because it would have to wait too.
    if delay > .zero, delay >= call.remainingTime { call.settle() }
    try await wait(delay, for: "the back-off of the host")
  }

  /// Waits, unless the delay exceeds the remaining time of the call.
  ///
  /// - Parameter wait: The event that the call waits for; nil for the next attempt.
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
  /// The body from its beginning; nil if it can be read only once.
  var replayed: HTTPBody? {
    guard case .stream(let stream) = self else { return self }
    return stream.replayed.map(HTTPBody.stream)
  }
}
