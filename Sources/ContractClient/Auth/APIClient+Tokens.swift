public import Contract

extension APIClient {
  /// Calls with a token, and renews it: when it is about to end, and when the server refuses it.
  ///
  /// ```swift
  /// let client = APIClient(baseURL: url).tokenRefresher(store: FileTokenStore(path)) { tokens, client in
  ///   guard let refresh = tokens?.refreshToken else { throw LoginRequired() }
  ///   let answer: TokenAnswer = try await client("auth/token").body(["refresh_token": refresh]).post()
  ///   return AuthTokens(accessToken: answer.access, refreshToken: answer.refresh, expiresIn: .seconds(answer.expiresIn))
  /// }
  /// ```
  ///
  /// However many calls need a new token, at one time one is asked for, and all wait for it. A call whose token the server
  /// refuses is made once more with a new one, if its content can be read again. The client that `refresh` gets has this
  /// one's base URL and configuration without credentials, throttle, cache, circuit breaker, hedging and `idempotent()`.
  ///
  /// To log out, clear the store; to log in as somebody else, save other tokens there. The next call counts with them, where
  /// the store has a ``TokenStore/version()``. Tokens that are being renewed meanwhile are not kept then; so `refresh`
  /// leaves the store alone, and what it gives is saved.
  ///
  /// - Parameters:
  ///   - store: where tokens are kept; looked at before others are asked for.
  ///   - leeway: how long before its end a token is renewed. Calls go on with the old one meanwhile and do not wait; when
  ///     that fails, it is tried again from 5 seconds later on.
  ///   - refusals: the statuses with which the server refuses a token.
  ///   - auth: how the access token travels.
  ///   - refresh: gets the last tokens, nil when there are none, and gives new ones. What it throws, the calls throw. It goes
  ///     on when nobody waits for it any more, because the server may have changed its token by then, and is cancelled
  ///     after 60 seconds, or after the ``timeout(_:)`` of the call that began it if that is longer.
  public func tokenRefresher(
    store: any TokenStore = MemoryTokenStore(), leeway: Duration = .seconds(30),
    refusals: Set<HTTPStatus> = [.unauthorized],
    auth: @escaping @Sendable (_ accessToken: String) -> ClientAuth = { .bearer($0) },
    refresh: @escaping @Sendable (_ tokens: AuthTokens?, _ client: APIClient) async throws -> AuthTokens
  ) -> APIClient {
    let keeper = TokenKeeper(store: store, leeway: leeway, refusals: refusals, auth: auth, refresh: refresh)
    return self.auth(ClientAuth(.tokens(keeper)))
  }
}
