internal import Contract
internal import ContractHTTP
internal import FoundationEssentials

/// Has the tokens of a client and of all that are made of it, and renews them, once for all who wait.
final class TokenKeeper: Sendable {
  typealias Refresh = @Sendable (AuthTokens?, APIClient) async throws -> AuthTokens

  let fieldName: HTTPFieldName?
  /// True when a closure of the program puts tokens into requests.
  let isCustom: Bool
  let refusals: Set<HTTPStatus>
  private let store: any TokenStore
  /// How an access token travels.
  let auth: @Sendable (String) -> ClientAuth
  private let refresh: Refresh
  private let state: Lock<TokenState>
  /// One for each version of the store: tokens of somebody who has left are not for those who call later.
  private let looks = SingleFlight<Int?, Void>()
  /// Ended even when nobody waits any more: the server may have changed the refresh token, and who does not hear of it has
  /// lost both.
  private let renewals = SingleFlight<Int?, AuthTokens>(endsUnwanted: true)
  /// What a renewal has at least, however little the call has that began it: it is for others as well.
  private static let minRenewalTime = Duration.seconds(60)

  init(
    store: any TokenStore, leeway: Duration, refusals: Set<HTTPStatus>,
    auth: @escaping @Sendable (String) -> ClientAuth,
    refresh: @escaping Refresh
  ) {
    self.store = store
    self.refusals = refusals
    self.auth = auth
    self.refresh = refresh
    let example = auth("")
    self.fieldName = example.fieldName
    self.isCustom = example.isCustom
    let (seconds, attoseconds) = leeway.components
    self.state = Lock(TokenState(leeway: Double(seconds) + Double(attoseconds) / 1e18))
  }

  /// Another number whenever the tokens have changed.
  var generation: Int { store.version() ?? state.withLock { $0.changes } }

  /// The access token to call with.
  ///
  /// - Parameters:
  ///   - refused: one that the server has refused, if it has; it is the result when there is no other.
  ///   - client: asks for new ones, without credentials.
  func token(refused: String? = nil, in call: ClientCall, with client: APIClient) async throws -> String {
    while true {
      let version = store.version()
      switch state.withLock({ $0.need(version, refused: refused, now: call.date) }) {
      case .look: try await look(version, in: call)
      case .use(let tokens): return tokens.accessToken
      case .renewEarly(let tokens):
        renewEarly(tokens, version, in: call, with: client)
        return tokens.accessToken
      case .renew:
        return try await call.limit(call.remainingTime, waitingFor: "a new token") { [self] in
          try await renewed(version, refused, in: call, with: client).accessToken
        }
      }
    }
  }

  /// Renews a token that the server has refused, for which nobody waits.
  func renewRefused(_ token: String, in call: ClientCall, with client: APIClient) {
    // What goes wrong the next call finds out, and throws.
    Task { _ = try? await self.token(refused: token, in: call, with: client) }
  }

  /// Looks into the store, once for all who wait.
  private func look(_ version: Int?, in call: ClientCall) async throws {
    try await call.limit(call.remainingTime, waitingFor: "the store of tokens") { [self] in
      try await looks.value(for: version) { [self] in
        let tokens = try await store.load()
        state.withLock { $0.take(tokens, version) }
      }
    }
  }

  /// Renews tokens that still will do, for which nobody waits.
  private func renewEarly(
    _ tokens: AuthTokens, _ version: Int?, in call: ClientCall, with client: APIClient
  ) {
    Task {
      let left = tokens.expiresAt.map { $0.timeIntervalSince(call.date) } ?? 0
      _ = try? await call.limit(.seconds(min(left, 3600))) { [self] in
        try await renewed(version, nil, in: call, with: client)
      }
      state.withLock { $0.endEarly(now: call.date) }
    }
  }

  /// New tokens, asked for once for all who wait.
  private func renewed(
    _ version: Int?, _ refused: String?, in call: ClientCall, with client: APIClient
  ) async throws -> AuthTokens {
    // Shared, so the time of the request that is being answered, if there is one, is not its own. What the task does to its
    // clients has been done to this one: once more, it would undo what a renewal must not have.
    try await RequestSlot.$bound.withValue(nil) {
      try await ClientModifiers.$current.withValue([]) {
        try await renewals.value(for: version) { [self] in
          try await call.limit(max(call.configuration.timeout, Self.minRenewalTime), waitingFor: "a new token") {
            [self] in
            try await store.renewing { [self] in
              try await renewed(refused, call.configuration.clock, with: client)
            }
          }
        }
      }
    }
  }

  private func renewed(_ refused: String?, _ clock: ClientClock, with client: APIClient) async throws -> AuthTokens {
    // Another client or process may have renewed them.
    let current = store.version()
    if let stored = try await store.load() {
      let now = Date(timeIntervalSince1970: clock.wall())
      if state.withLock({ $0.adopt(stored, refused: refused, current, now: now) }) { return stored }
    }
    let (known, version) = state.withLock { ($0.tokens, $0.version) }
    let tokens = try await refresh(known, client)
    // Where somebody has come or gone meanwhile, these are for those who wait for them and for nobody else.
    guard store.version() == version, state.withLock({ $0.renew(tokens, version) }) else { return tokens }
    _ = try await store.save(tokens, replacing: version)
    return tokens
  }
}

extension ClientCall {
  /// The present time.
  fileprivate var date: Date { Date(timeIntervalSince1970: configuration.clock.wall()) }
}
