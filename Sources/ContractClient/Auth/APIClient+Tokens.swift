public import Contract

extension APIClient {
  /// Authorizes calls with a token that is renewed before it expires and when the server rejects it.
  ///
  /// ```swift
  /// let client = APIClient(baseURL: url).tokenRefresher(store: FileTokenStore(path)) { tokens, client in
  ///   guard let refresh = tokens?.refreshToken else { throw LoginRequired() }
  ///   let new: TokenResponse = try await client("auth/token").body(["refresh_token": refresh]).post()
  ///   return AuthTokens(accessToken: new.access, refreshToken: new.refresh, expiresIn: .seconds(new.expiresIn))
  /// }
  /// ```
  ///
  /// Concurrent calls share one renewal and wait for it. A call whose token the server rejects is made once more with a
  /// new token if its body can be replayed. The client passed to `refresh` has this client's base URL and
  /// configuration, without credentials, throttle, cache, circuit breaker, hedging and `idempotent()`.
  ///
  /// To log out, clear the store. To log in as another user, save other tokens there; the next call uses them if the
  /// store has a ``TokenStore/version()``. Tokens from a renewal in progress are then discarded. The tokens that
  /// `refresh` returns are saved automatically, so it must not change the store itself.
  ///
  /// - Parameters:
  ///   - store: The store of the tokens, which is read before tokens are renewed.
  ///   - leeway: The time before expiration at which a token is renewed. Until the renewal ends, calls use the old
  ///     token without waiting. A failed early renewal is retried after 5 seconds.
  ///   - refusals: The statuses with which the server rejects a token.
  ///   - auth: Returns the authentication for an access token.
  ///   - refresh: Returns new tokens for the current ones (nil if there are none). Calls throw the errors of the
  ///     closure. The closure continues when no call waits for it, because the server may already have replaced the
  ///     refresh token. It is cancelled after 60 seconds, or after the ``timeout(_:)`` of the call that started it if
  ///     that timeout is longer.
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
