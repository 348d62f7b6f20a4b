internal import Contract
internal import ContractLoop

/// The circuit breaker and the back-off count the result of a request for the host that caused it, which redirects change.
extension CallPipeline {
  /// The host from which an attempt awaits a response.
  private struct AwaitedHost: Sendable {
    var name: String
    /// The admission by the circuit breaker; nil without one.
    var admission: BreakerState.Admission?
    /// The target of a redirect that was not followed, because the circuit breaker blocks this host.
    var blockedTarget: String?
  }

  /// Passes a request to the transport, unless the circuit breaker blocks it.
  func admitted(_ request: HTTPRequest, _ options: TransportOptions) async throws -> HTTPResponse {
    var options = options
    if steps.isDisjoint(with: [.hostBackoff, .circuitBreaker]) {
      call.notifier?.observeRedirects(of: &options, call)
      return try await settings.transmit(request, options, for: call.operation, delivery)
    }
    let host = request.authority ?? ""
    let awaited = Lock(AwaitedHost(name: host, admission: try admission(to: host)))
    options.redirects = options.redirects.deciding { redirect, next in
      follows(redirect, with: next, awaited) ? next : nil
    }
    // Listeners are the last to see a redirect, because they are notified only of those that are followed.
    call.notifier?.observeRedirects(of: &options, call)
    let response: HTTPResponse
    do {
      response = try await settings.transmit(request, options, for: call.operation, delivery)
    } catch {
      // An error after cancellation is not a failure of the host, whatever the transport throws.
      note(.failure(Task.isCancelled ? CancellationError() : error), of: awaited.withLock { $0 })
      throw error
    }
    let last = awaited.withLock { $0 }
    if let target = last.blockedTarget { throw circuitOpenError(target, stage: .exchange) }
    note(.success(response), of: last)
    return response
  }

  /// Counts a redirect to another host for the host that sent it. Returns false if the circuit breaker blocks the other host.
  private func follows(
    _ redirect: RedirectRule.Redirect, with next: HTTPRequest, _ awaited: Lock<AwaitedHost>
  ) -> Bool {
    let target = next.authority ?? ""
    let last = awaited.withLock { $0 }
    guard redirect.isWithinLimit, target != last.name, redirect.leavesOrigin(with: next) else { return true }
    note(.success(HTTPResponse(redirect.status, fields: redirect.fields)), of: last)
    do throws(ClientError) {
      let admission = try admission(to: target)
      awaited.withLock { $0 = AwaitedHost(name: target, admission: admission) }
      return true
    } catch {
      awaited.withLock { $0.blockedTarget = target }
      return false
    }
  }

  /// Returns the circuit breaker's admission of a request; nil without a breaker.
  private func admission(to host: String) throws(ClientError) -> BreakerState.Admission? {
    guard steps.contains(.circuitBreaker), let breaker = configuration.circuitBreaker else { return nil }
    guard let admission = breaker.admit(to: host, now: configuration.clock.now()) else { throw circuitOpenError(host) }
    return admission
  }

  /// Reports the result of a request to the back-off and the circuit breaker of the host that caused it.
  private func note(_ result: Result<HTTPResponse, any Error>, of host: AwaitedHost) {
    if steps.contains(.hostBackoff), let backoff = configuration.hostBackoff, case .success(let response) = result {
      backoff.note(response, from: host.name, now: configuration.clock.now(), wall: configuration.clock.unixSeconds)
    }
    guard let admission = host.admission, let breaker = configuration.circuitBreaker else { return }
    breaker.record(
      AttemptOutcome(result, attempt: call.attempt), admission, host: host.name, now: configuration.clock.now())
  }

  /// - Parameter stage: `exchange` if a request was sent before the host was blocked.
  func circuitOpenError(_ host: String, stage: ClientError.Stage = .connect) -> ClientError {
    ClientError(
      .circuitOpen, stage: stage,
      "the last calls to \(host) failed; the circuit breaker blocks further calls for a while",
      operation: call.operation)
  }
}
