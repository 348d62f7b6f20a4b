internal import Contract
internal import ContractLoop

extension CallPipeline {
  // MARK: Credentials

  /// Sends a request with its credentials, after all middleware.
  ///
  /// Credentials precede the circuit breaker: renewing a token is a separate call, perhaps to another host, so its
  /// result does not apply to the host of this call.
  @inline(__always)
  func authorized(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = AuthorizedRequest(request)
    try settings.addCredentials(to: &request, for: call.operation)
    if steps.contains(.auth), let auth = auth(of: request.request) {
      switch auth.kind {
      case .credentials(let credentials, let kind): try request.add(credentials, as: kind, for: call.operation)
      case .custom: return try await sent(request, with: auth)
      case .tokens(let keeper): return try await sent(request, with: keeper)
      }
    }
    return try await sent(request)
  }

  private func sent(_ request: AuthorizedRequest, with auth: ClientAuth) async throws -> HTTPResponse {
    try await sent(try await adding(auth, to: request))
  }

  /// Adds the authentication of the client. A closure of the program has the remaining time of the call.
  private func adding(_ auth: ClientAuth, to request: AuthorizedRequest) async throws -> AuthorizedRequest {
    let operation = call.operation
    guard auth.isCustom else {
      var authorized = request
      try await authorized.add(auth, for: operation)
      return authorized
    }
    return try await call.limit(call.remainingTime, waitingFor: "its credentials") {
      var authorized = request
      try await authorized.add(auth, for: operation)
      return authorized
    }
  }

  private func sent(_ request: AuthorizedRequest, with keeper: TokenKeeper) async throws -> HTTPResponse {
    if let name = keeper.fieldName, request.request.fields.contains(name) { return try await sent(request) }
    let client = settings.clientWithoutCredentials
    let token = try await keeper.token(in: call, with: client)
    let first = try await adding(keeper.auth(token), to: request)
    let hasLeftOrigin = Lock(false)
    let response = try await sent(first) { hasLeftOrigin.withLock { $0 = true } }
    // Another origin gets no token, so its refusal does not concern the token.
    guard keeper.refusals.contains(response.status), !hasLeftOrigin.withLock({ $0 }) else { return response }
    guard let body = request.request.body.replayed else {
      // This call cannot be repeated, but later ones need a valid token.
      keeper.renewRefused(token, in: call, with: client)
      return response
    }
    // The timeout restarts, because the upload may have used it up.
    if waitsForUpload(of: request.request), body.length != 0 { call.restartTimeout() }
    let renewed = try await keeper.token(refused: token, in: call, with: client)
    if renewed == token { return response }
    return try await sent(try await adding(keeper.auth(renewed), to: request.with(body)))
  }

  // MARK: The transport

  /// Returns true if the time in which the request's body is sent does not count toward the timeout of the call.
  private func waitsForUpload(of request: HTTPRequest) -> Bool {
    // An inherited deadline is fixed, so the upload counts toward it.
    call.operation.sendsStream(request) && InheritedDeadline.remaining == nil
  }

  /// Sends a request with its credentials to the cache or the transport.
  ///
  /// - Parameter leavesOrigin: Called for each redirect to another origin.
  private func sent(
    _ authorized: AuthorizedRequest, leavesOrigin: (@Sendable () -> Void)? = nil
  ) async throws -> HTTPResponse {
    var authorized = authorized
    var options = settings.options(of: authorized, for: call.operation, call.example)
    call.notifier?.authorized(authorized)
    try giveTime(
      to: &authorized.request, &options,
      atMost: steps.contains(.attemptTimeout) ? settings.values.configuration.attemptTimeout : nil)
    options.waitsForUpload = waitsForUpload(of: authorized.request)
    // The transport may resend each request that the client may retry.
    if options.repetition == .idempotent, isIdempotent(authorized.request) { options.repetition = .always }
    if let leavesOrigin { options.redirects = options.redirects.noting(leavesOrigin) }
    if steps.contains(.cache), delivery != .upgraded, let cache = configuration.cache {
      return try await cached(authorized.request, options, cache)
    }
    return try await admitted(authorized.request, options)
  }

  /// Limits a request to the remaining time of the call, and adds the deadline header.
  ///
  /// - Parameter limit: The maximum for this request; nil for none.
  func giveTime(to request: inout HTTPRequest, _ options: inout TransportOptions, atMost limit: Duration?) throws {
    let remaining = call.remainingTime
    options.timeout = min(limit ?? remaining, remaining)
    guard options.timeout > .zero else { throw call.timeoutError() }
    guard steps.contains(.deadlineField), let name = configuration.deadlineField else { return }
    request.fields[name] = HTTPFieldValue(unchecked: "\(max(1, remaining.loopNanoseconds / 1_000_000))")
  }
}
