internal import Contract
internal import ContractLoop

extension CallPipeline {
  private enum HedgeStep: Sendable {
    /// The end of an attempt.
    case ended(Result<HTTPResponse, any Error>)
    /// The time for another attempt.
    case due
    /// The end of a cancelled wait.
    case over
  }

  /// Makes an attempt, and parallel attempts if it is slow. Returns the first result that needs no retry, or else the
  /// last result.
  ///
  /// If the method has effects, the success of one attempt may cause the refusal of another, such as 404 for a second
  /// DELETE. A refusal is therefore returned only if no attempt succeeds.
  func hedged(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let hedging = configuration.hedging, hedging.limit > 0, hedging.delay < call.remainingTime,
      isIdempotent(request), request.body.replayed != nil
    else { return try await attempt(request) }
    return try await withTaskGroup(of: HedgeStep.self) { group in
      defer { group.cancelAll() }
      var (running, left) = (1, hedging.limit)
      var refusal: Result<HTTPResponse, any Error>?
      let first = begunHedgedAttempt()
      group.addTask { .ended(await .catching { try await first.begun(request) }) }
      group.addTask { await pause(hedging.delay) }
      while let step = await group.next() {
        switch step {
        case .over: continue
        case .ended(let result):
          running -= 1
          if isFinal(result) {
            if request.method.isSafe || !isRefusal(result) { return result }
            refusal = refusal ?? result
          }
          if running == 0 { return refusal ?? result }
        case .due:
          guard refusal == nil, let body = request.body.replayed, mayHedge(request) else { continue }
          running += 1
          left -= 1
          call.notifier?.hedges(after: hedging.delay, call)
          var other = request
          other.body = body
          let next = begunHedgedAttempt()
          group.addTask { [other] in .ended(await .catching { try await next.begun(other) }) }
          if left > 0 { group.addTask { await pause(hedging.delay) } }
        }
      }
      return .failure(call.timeoutError())
    }.get()
  }

  /// Counts an attempt before its task starts, so that its number does not depend on when tasks run. Returns the steps of
  /// this attempt.
  private func begunHedgedAttempt() -> CallPipeline {
    CallPipeline(settings: settings, call: call.beginHedgedAttempt(), delivery: delivery)
  }

  private func pause(_ delay: Duration) async -> HedgeStep {
    do {
      try await configuration.clock.alarm(delay)
      return .due
    } catch {
      return .over
    }
  }

  /// Returns whether the time, the host's limits and the retry budget allow a further parallel attempt.
  private func mayHedge(_ request: HTTPRequest) -> Bool {
    let host = request.authority ?? ""
    let now = configuration.clock.now()
    if call.remainingTime == .zero || Task.isCancelled { return false }
    if configuration.circuitBreaker?.blocks(host, now: now) == true { return false }
    if let backoff = configuration.hostBackoff, backoff.wait(for: host, now: now, random: 0) > .zero { return false }
    return configuration.retry.budget?.spend() ?? true
  }

  private func isRefusal(_ result: Result<HTTPResponse, any Error>) -> Bool {
    (try? result.get())?.status.code ?? 0 >= 400
  }

  private func isFinal(_ result: Result<HTTPResponse, any Error>) -> Bool {
    guard case .success = result else { return false }
    return !RetryCondition.transient.holds(AttemptOutcome(result, attempt: call.attempt))
  }
}
