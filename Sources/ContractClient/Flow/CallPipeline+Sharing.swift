internal import Contract
internal import ContractLoop

/// A response that several calls share.
struct SharedResponse: Sendable {
  let response: HTTPResponse
  /// The request with its credentials, which the server may echo in the response; nil if it was not sent.
  let authorized: AuthorizedRequest?
}

extension CallPipeline {
  func throttled(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard !isStreaming, let throttle = configuration.throttle else { return try await coalesced(request) }
    let now = configuration.clock.now()
    switch throttle.mode {
    case .wait:
      guard let key = throttle.pace(of: request) else { return try await coalesced(request) }
      guard let turn = throttle.turn(key, now: now, within: call.remainingTime) else {
        throw call.timeoutError(waitingFor: "its turn in the throttle")
      }
      do {
        try await wait(turn.delay)
      } catch {
        throttle.giveBack(turn)
        throw error
      }
      return try await coalesced(request)
    case .reuse:
      guard let key = throttle.isNamed ? throttle.name(of: request, requester(of: request)) : sharedKey(of: request)
      else {
        return try await coalesced(request)
      }
      if let known = throttle.known(key, now: now) { return received(known) }
      let shared = try await call.limit(call.remainingTime) {
        try await throttle.flights.value(for: key) {
          // Another call may have stored its response since the first lookup.
          let now = configuration.clock.now()
          if let known = throttle.known(key, now: now) { return known }
          let shared = sharing(try await coalesced(request))
          throttle.keep(shared, key, start: now)
          return shared
        }
      }
      return received(shared)
    }
  }

  private func coalesced(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard !isStreaming, let coalescing = configuration.coalescing, let key = sharedKey(of: request) else {
      return try await unshared(request)
    }
    let shared = try await call.limit(call.remainingTime) {
      try await coalescing.flights.value(for: key) { sharing(try await unshared(request)) }
    }
    return received(shared)
  }

  /// Returns a response of this call with its request.
  private func sharing(_ response: HTTPResponse) -> SharedResponse {
    var authorized = call.notifier?.authorized
    // A stream has no secrets to mask, and the shared response would retain it.
    if case .stream? = authorized?.request.body { authorized = authorized?.with(.empty) }
    return SharedResponse(response: response, authorized: authorized)
  }

  /// Returns the response, and records the request that it answers, because the listeners of this call must not show
  /// that request's credentials.
  private func received(_ shared: SharedResponse) -> HTTPResponse {
    if let authorized = shared.authorized { call.notifier?.authorized(authorized) }
    return shared.response
  }

  // MARK: Keys

  /// Returns the key that requests with a shared response have in common; nil if the response must not be shared.
  private func sharedKey(of request: HTTPRequest) -> RequestKey? {
    // Requests share no response if closures or middleware of the program may add different values for each caller, or
    // if the transport keeps cookies, which a login between two calls would change.
    guard auth(of: request)?.isCustom != true, configuration.attemptMiddleware.allSatisfy({ $0 is ClientTracing }),
      !configuration.transport.keepsCookies
    else { return nil }
    return RequestKey(request, requester(of: request), without: identifyingFields)
  }

  private func requester(of request: HTTPRequest) -> RequestKey.Requester {
    var requester = RequestKey.Requester(sharingScope: configuration.sharingScope, security: call.operation.security)
    if case .tokens(let keeper)? = auth(of: request)?.kind { requester.tokens = keeper.generation }
    return requester
  }

  /// Returns the authentication that applies to a request; nil for none.
  func auth(of request: HTTPRequest) -> ClientAuth? {
    guard configuration.isAuthEnabled, settings.isOwnOrigin(request), let auth = configuration.auth,
      auth.applies(to: call.operation)
    else { return nil }
    return auth
  }

  /// The headers that identify a call and do not affect its response.
  var identifyingFields: Set<HTTPFieldName> {
    var names: Set<HTTPFieldName> = [.requestID, "traceparent", "tracestate"]
    for case let middleware as ClientRequestID in configuration.middleware { names.insert(middleware.field) }
    if let key = call.operation.idempotency?.key ?? configuration.idempotency?.key { names.insert(key) }
    return names
  }
}
