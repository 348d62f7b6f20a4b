internal import Contract
internal import ContractHTTP
internal import FoundationEssentials

/// Has the tokens of a client and of all that are made of it, and renews them, once for all who wait.
final class TokenKeeper: Sendable {
  typealias Refresh = @Sendable (AuthTokens?, APIClient) async throws -> AuthTokens

  let fieldName: HTTPFieldName?
  let refusals: Set<HTTPStatus>
  private let store: any TokenStore
  private let auth: @Sendable (String) -> ClientAuth
  private let refresh: Refresh
  private let state: Lock<TokenState>
  private let flights = SingleFlight<Bool, AuthTokens>()

  init(
    store: any TokenStore, leeway: Duration, refusals: Set<HTTPStatus>,
    auth: @escaping @Sendable (String) -> ClientAuth,
    refresh: @escaping Refresh
  ) {
    self.store = store
    self.refusals = refusals
    self.auth = auth
    self.refresh = refresh
    self.fieldName = auth("").fieldName
    let (seconds, attoseconds) = leeway.components
    self.state = Lock(TokenState(leeway: Double(seconds) + Double(attoseconds) / 1e18))
  }

  /// The access token to call with.
  ///
  /// - Parameter client: asks for new ones, without credentials.
  func token(in call: ClientCall, with client: APIClient) async throws -> String {
    let now = call.date
    switch state.withLock({ $0.need(now: now) }) {
    case .use(let tokens): return tokens.accessToken
    case .renewEarly(let tokens):
      do {
        return try await renewed(in: call, with: client, refused: nil)
      } catch {
        try Task.checkCancellation()
        return tokens.accessToken
      }
    case .renew: return try await renewed(in: call, with: client, refused: nil)
    }
  }

  /// The access token to call with again after the server has refused one; nil when there is no other.
  func token(afterRefused token: String, in call: ClientCall, with client: APIClient) async throws -> String? {
    let now = call.date
    let renewed: String
    switch state.withLock({ $0.need(refused: token, now: now) }) {
    case .use(let tokens), .renewEarly(let tokens): renewed = tokens.accessToken
    case .renew: renewed = try await self.renewed(in: call, with: client, refused: token)
    }
    return renewed == token ? nil : renewed
  }

  /// Puts an access token into a request.
  func add(_ token: String, to request: inout HTTPRequest, for operation: Operation) async throws {
    switch auth(token).kind {
    case .credentials(let credentials, let kind):
      try ClientAuth.add(credentials, as: kind, to: &request, for: operation)
    case .custom(let add): try await add(&request)
    case .tokens: break
    }
  }

  private func renewed(in call: ClientCall, with client: APIClient, refused: String?) async throws -> String {
    let clock = call.configuration.clock
    return try await call.limit { [self] in
      try await flights.value(for: true) { [self] in try await renew(client, refused, clock) }.accessToken
    }
  }

  /// Runs once for all who wait.
  private func renew(_ client: APIClient, _ refused: String?, _ clock: ClientClock) async throws -> AuthTokens {
    // Another process may have renewed them, and at the start nobody has looked yet.
    if let stored = try await store.load() {
      let now = Date(timeIntervalSince1970: clock.wall())
      let isBetter: Bool = state.withLock { state in
        let isBetter = state.adopts(stored, refused: refused, now: now)
        if isBetter || state.tokens == nil { state.tokens = stored }
        return isBetter
      }
      if isBetter { return stored }
    }
    let known = state.withLock { $0.tokens }
    let tokens = try await refresh(known, client)
    state.withLock { $0.tokens = tokens }
    try await store.save(tokens)
    return tokens
  }
}

extension ClientCall {
  /// The present time.
  fileprivate var date: Date { Date(timeIntervalSince1970: configuration.clock.wall()) }
}
