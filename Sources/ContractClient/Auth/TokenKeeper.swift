internal import Contract
internal import ContractHTTP
internal import ContractLoop
internal import FoundationEssentials

/// The tokens of a client and the clients derived from it, renewed once for all waiting calls.
final class TokenKeeper: Sendable {
  typealias Refresh = @Sendable (AuthTokens?, APIClient) async throws -> AuthTokens

  let fieldName: HTTPFieldName?
  /// True if a closure of the program adds tokens to requests.
  let isCustom: Bool
  let refusals: Set<HTTPStatus>
  private let store: any TokenStore
  /// The function that returns the authentication for an access token.
  let auth: @Sendable (String) -> ClientAuth
  private let refresh: Refresh
  private let state: Lock<TokenState>
  /// The loads in progress, by version of the store: tokens loaded for an earlier version are not shared with later
  /// calls.
  private let loads = SingleFlight<Int?, Void>()
  /// The renewals in progress. They continue without waiting calls: the server may already have replaced the refresh
  /// token, and the new one would be lost.
  private let renewals = SingleFlight<Int?, AuthTokens>(completesUnwanted: true)
  /// The minimum timeout of a renewal, regardless of the call that starts it, because other calls share the renewal.
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
    self.state = Lock(TokenState(leeway: leeway / .seconds(1)))
  }

  /// A number that changes with the tokens.
  var generation: Int { store.version() ?? state.withLock { $0.changes } }

  /// Returns the access token for a call.
  ///
  /// - Parameters:
  ///   - refused: The token that the server rejected, if any. It is returned again if there is no newer one.
  ///   - client: The client that requests new tokens, without credentials.
  ///   - limit: The maximum time of each wait; nil for the remaining time of the call.
  func token(
    refused: String? = nil, in call: ClientCall, with client: APIClient, within limit: Duration? = nil
  ) async throws -> String {
    while true {
      let version = store.version()
      switch state.withLock({ $0.need(version, refused: refused, now: call.date) }) {
      case .load: try await load(version, in: call, within: limit)
      case .use(let tokens): return tokens.accessToken
      case .renewEarly(let tokens):
        renewEarly(tokens, version, in: call, with: client)
        return tokens.accessToken
      case .renew:
        return try await call.limit(limit ?? call.remainingTime, waitingFor: "a new token") { [self] in
          try await renewed(version, refused, in: call, with: client).accessToken
        }
      }
    }
  }

  /// Renews a rejected token in the background.
  func renewRefused(_ token: String, in call: ClientCall, with client: APIClient) {
    // A long upload may have used up the timeout of its call, so the renewal has its own. If the renewal fails, the
    // next call repeats it and throws its error.
    Task { _ = try? await self.token(refused: token, in: call, with: client, within: Self.renewalTime(of: call)) }
  }

  /// Loads the tokens from the store, once for all waiting calls.
  private func load(_ version: Int?, in call: ClientCall, within limit: Duration?) async throws {
    try await call.limit(limit ?? call.remainingTime, waitingFor: "the token store") { [self] in
      try await loads.value(for: version) { [self] in
        let tokens = try await store.load()
        state.withLock { $0.take(tokens, version) }
      }
    }
  }

  /// Renews tokens before they expire, in the background.
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

  /// Returns the timeout of a renewal that a call starts.
  private static func renewalTime(of call: ClientCall) -> Duration {
    max(call.configuration.timeout, minRenewalTime)
  }

  /// Returns new tokens, requested once for all waiting calls.
  private func renewed(
    _ version: Int?, _ refused: String?, in call: ClientCall, with client: APIClient
  ) async throws -> AuthTokens {
    // The renewal is shared, so it must not inherit the deadline of the current server request. The task's modifiers
    // are already part of `client`; applying them again could restore options that were removed for the renewal.
    try await ServerRequest.$bound.withValue(nil) {
      try await ClientModifiers.$current.withValue([]) {
        try await renewals.value(for: version) { [self] in
          try await call.limit(Self.renewalTime(of: call), waitingFor: "a new token") { [self] in
            try await store.renewing { [self] in
              try await renewed(refused, call.configuration.clock, with: client)
            }
          }
        }
      }
    }
  }

  private func renewed(_ refused: String?, _ clock: TimeSource, with client: APIClient) async throws -> AuthTokens {
    // The store is read first, because another client or process may have renewed the tokens.
    let current = store.version()
    if let stored = try await store.load() {
      let now = Date(timeIntervalSince1970: clock.unixSeconds)
      if state.withLock({ $0.takeUsable(stored, refused: refused, current, now: now) }) { return stored }
    }
    let (known, version) = state.withLock { ($0.tokens, $0.version) }
    let tokens = try await refresh(known, client)
    // If the store has changed in the meantime, for example by a logout, only the waiting calls get these tokens.
    guard store.version() == version, state.withLock({ $0.renew(tokens, version) }) else { return tokens }
    _ = try await store.save(tokens, replacing: version)
    return tokens
  }
}

extension ClientCall {
  /// The current time.
  fileprivate var date: Date { Date(timeIntervalSince1970: configuration.clock.unixSeconds) }
}
