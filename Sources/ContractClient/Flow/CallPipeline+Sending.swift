internal import Contract
internal import ContractLoop

extension CallPipeline {
  // MARK: Credentials

  /// One attempt behind all middleware.
  ///
  /// Credentials come before the circuit breaker: to renew a token is a call of its own, perhaps of another host, and
  /// what comes of it says nothing about this one.
  @inline(__always)
  func authorized(_ request: HTTPRequest, isApart: Bool) async throws -> HTTPResponse {
    var request = AuthorizedRequest(request)
    if configuration.isAuthEnabled, settings.isOwnOrigin(request.request) {
      try request.add(configuration.credentials, for: call.operation)
      if let auth = configuration.auth, auth.applies(to: call.operation) {
        switch auth.kind {
        case .credentials(let credentials, let kind): try request.add(credentials, as: kind, for: call.operation)
        case .custom: return try await sent(request, with: auth)
        case .tokens(let keeper): return try await sent(request, with: keeper)
        }
      }
    }
    return isApart ? try await sentApart(request) : try await sent(&request)
  }

  private func sent(_ request: AuthorizedRequest, with auth: ClientAuth) async throws -> HTTPResponse {
    let operation = call.operation
    let authorized = try await call.limit(call.remainingTime, waitingFor: "its credentials") {
      var authorized = request
      try await authorized.add(auth, for: operation)
      return authorized
    }
    return try await sentApart(authorized)
  }

  private func sent(_ request: AuthorizedRequest, with keeper: TokenKeeper) async throws -> HTTPResponse {
    if let name = keeper.fieldName, request.request.fields.contains(name) { return try await sentApart(request) }
    let client = settings.clientWithoutCredentials
    let token = try await keeper.token(in: call, with: client)
    var first = request
    try await first.add(keeper.auth(token), for: call.operation)
    let response = try await sentApart(first)
    guard keeper.refusals.contains(response.status) else { return response }
    guard let body = request.request.body.replayed else {
      // This call cannot be made again, but those behind it need a token that is taken.
      keeper.renewRefused(token, in: call, with: client)
      return response
    }
    let renewed = try await keeper.token(refused: token, in: call, with: client)
    if renewed == token { return response }
    var second = request.with(body)
    try await second.add(keeper.auth(renewed), for: call.operation)
    return try await sentApart(second)
  }

  // MARK: The transport

  private func sentApart(_ authorized: AuthorizedRequest) async throws -> HTTPResponse {
    var authorized = authorized
    return try await sent(&authorized)
  }

  @inline(__always)
  private func sent(_ authorized: inout AuthorizedRequest) async throws -> HTTPResponse {
    var options = configuration.transportOptions
    options.credentialPlaces = authorized.places
    options.deliverRedirection(of: call.operation)
    call.watch?.authorized(authorized)
    try giveTime(to: &authorized.request, &options, atMost: configuration.attemptTimeout)
    // Whoever may be sent again after a failure may be sent again by the transport.
    if options.repetition == .idempotent, isIdempotent(authorized.request) { options.repetition = .always }
    call.watch?.watchRedirects(of: &options, call)
    if configuration.looksForExamples { options.example = call.example ?? CallExample(call.operation) }
    if let cache = configuration.cache, delivery != .upgraded {
      return try await cached(authorized.request, options, cache)
    }
    return try await admitted(authorized.request, options)
  }

  /// Gives a request the time that the call has left, and tells the server.
  ///
  /// - Parameter limit: the most for this request.
  func giveTime(to request: inout HTTPRequest, _ options: inout TransportOptions, atMost limit: Duration?) throws {
    let remaining = call.remainingTime
    options.timeout = min(limit ?? remaining, remaining)
    guard options.timeout > .zero else { throw call.timeoutError() }
    guard let name = configuration.deadlineField else { return }
    request.fields[name] = HTTPFieldValue(unchecked: "\(max(1, remaining.loopNanoseconds / 1_000_000))")
  }

  /// Hands a request to the transport for the cache.
  func admittedApart(_ request: HTTPRequest, _ options: TransportOptions) async throws -> HTTPResponse {
    try await admitted(request, options)
  }

  /// Hands a request to the transport, unless the circuit breaker keeps it back.
  @inline(__always)
  private func admitted(_ request: HTTPRequest, _ options: TransportOptions) async throws -> HTTPResponse {
    let pass = try pass(for: request)
    var response: HTTPResponse
    do {
      response = try await settings.transmit(request, options, for: call.operation, delivery)
      if response.status.kind != .success {
        response = response.withholding(SentSecrets.of(request, options.credentialPlaces))
      }
    } catch {
      // Whatever a transport throws that was cancelled, it says nothing of the host.
      note(.failure(Task.isCancelled ? CancellationError() : error), of: request, pass)
      throw error
    }
    note(.success(response), of: request, pass)
    return response
  }

  /// What the circuit breaker lets a request pass as; nil without one.
  private func pass(for request: HTTPRequest) throws(ClientError) -> BreakerState.Pass? {
    guard let breaker = configuration.circuitBreaker else { return nil }
    let host = request.authority ?? ""
    guard let pass = breaker.admit(to: host, now: configuration.clock.now()) else { throw circuitOpenError(host) }
    return pass
  }

  /// Tells those who look after hosts what has come of a request.
  private func note(_ result: Result<HTTPResponse, any Error>, of request: HTTPRequest, _ pass: BreakerState.Pass?) {
    let host = request.authority ?? ""
    if let backoff = configuration.hostBackoff, case .success(let response) = result {
      backoff.note(response, from: host, now: configuration.clock.now(), wall: configuration.clock.wall())
    }
    guard let pass, let breaker = configuration.circuitBreaker else { return }
    breaker.record(AttemptOutcome(result, attempt: call.attempt), pass, host: host, now: configuration.clock.now())
  }

  func circuitOpenError(_ host: String) -> ClientError {
    ClientError(
      .circuitOpen, stage: .connect, "the last calls of \(host) have failed; it is left alone for a while",
      operation: call.operation)
  }
}
