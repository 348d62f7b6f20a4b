internal import Contract
internal import ContractLoop

extension CallPipeline {
  // MARK: Credentials

  /// One attempt behind all middleware.
  ///
  /// Credentials come before the circuit breaker: to renew a token is a call of its own, perhaps of another host, and
  /// what comes of it says nothing about this one.
  func authorized(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = AuthorizedRequest(request)
    guard configuration.isAuthEnabled, settings.isOwnOrigin(request.request) else { return try await sent(request) }
    try request.add(configuration.credentials, for: call.operation)
    guard let auth = configuration.auth, auth.applies(to: call.operation) else { return try await sent(request) }
    if case .tokens(let keeper) = auth.kind { return try await sent(request, with: keeper) }
    try await request.add(auth, for: call.operation)
    return try await sent(request)
  }

  private func sent(_ request: AuthorizedRequest, with keeper: TokenKeeper) async throws -> HTTPResponse {
    if let name = keeper.fieldName, request.request.fields.contains(name) { return try await sent(request) }
    let client = settings.clientWithoutCredentials
    let token = try await keeper.token(in: call, with: client)
    var first = request
    try await first.add(keeper.auth(token), for: call.operation)
    let response = try await sent(first)
    guard keeper.refusals.contains(response.status), let body = request.request.body.replayed else { return response }
    let renewed = try await keeper.token(refused: token, in: call, with: client)
    if renewed == token { return response }
    var second = request.with(body)
    try await second.add(keeper.auth(renewed), for: call.operation)
    return try await sent(second)
  }

  // MARK: The transport

  private func sent(_ authorized: AuthorizedRequest) async throws -> HTTPResponse {
    var request = authorized.request
    var options = configuration.transportOptions
    options.credentialPlaces = authorized.places
    call.watch?.credentialsStand(at: authorized.places)
    try giveTime(to: &request, &options, atMost: configuration.attemptTimeout)
    // Whoever may be sent again after a failure may be sent again by the transport.
    if options.repetition == .idempotent, isIdempotent(request) { options.repetition = .always }
    call.watch?.watchRedirects(of: &options, call)
    if configuration.looksForExamples { options.example = call.example ?? CallExample(call.operation) }
    return try await cached(request, options)
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

  /// Hands a request to the transport, unless the circuit breaker keeps it back.
  func admitted(_ request: HTTPRequest, _ options: TransportOptions) async throws -> HTTPResponse {
    guard let breaker = configuration.circuitBreaker else { return try await transmitted(request, options) }
    let host = request.authority ?? ""
    guard let pass = breaker.admit(to: host, now: configuration.clock.now()) else { throw circuitOpenError(host) }
    let result = await Result.catching { try await transmitted(request, options) }
    // Whatever a transport throws that was cancelled, it says nothing of the host.
    let isCancelled = Task.isCancelled && (try? result.get()) == nil
    breaker.record(
      AttemptOutcome(isCancelled ? .failure(CancellationError()) : result, attempt: call.attempt), pass, host: host,
      now: configuration.clock.now())
    return try result.get()
  }

  private func transmitted(_ request: HTTPRequest, _ options: TransportOptions) async throws -> HTTPResponse {
    let response = try await settings.transmit(request, options, for: call.operation, delivery)
    configuration.hostBackoff?.note(
      response, from: request.authority ?? "", now: configuration.clock.now(), wall: configuration.clock.wall())
    return response
  }

  func circuitOpenError(_ host: String) -> ClientError {
    ClientError(
      .circuitOpen, stage: .connect, "the last calls of \(host) have failed; it is left alone for a while",
      operation: call.operation)
  }
}
