/// A store that keeps tokens between calls: ``MemoryTokenStore``, ``FileTokenStore``, or a custom keyring.
public protocol TokenStore: Sendable {
  /// Returns the stored tokens; nil if there are none.
  ///
  /// - Throws: Any error; the call that needs the tokens throws it.
  func load() async throws -> AuthTokens?

  /// Replaces the stored tokens.
  ///
  /// - Throws: Any error; the call that needs the tokens throws it.
  func save(_ tokens: AuthTokens) async throws

  /// Saves renewed tokens unless tokens were saved or cleared since `version`. A renewal takes time, and a user who
  /// logs out meanwhile must stay logged out.
  ///
  /// The default implementation compares ``version()`` and saves, so it overwrites a change between the two steps.
  ///
  /// - Returns: True if the tokens were saved.
  /// - Throws: Any error; the call that needs the tokens throws it.
  func save(_ tokens: AuthTokens, replacing version: Int?) async throws -> Bool

  /// Removes the tokens.
  ///
  /// - Throws: Any error.
  func clear() async throws

  /// Runs a renewal while no other client that shares the store renews the same tokens. A server that accepts each
  /// refresh token only once may treat a second use as theft and revoke both logins.
  ///
  /// A client that had to wait reads the store again before renewing. The default implementation does not wait.
  ///
  /// - Throws: The errors of `renew`, and `CancellationError` if the task is cancelled while waiting.
  func renewing<Value: Sendable>(_ renew: @Sendable () async throws -> Value) async throws -> Value

  /// Returns a number that changes with every ``save(_:)`` and ``clear()``, by any client. Clients call this function
  /// before every call, so it must be fast. They load the tokens again when the number has changed.
  ///
  /// The default implementation returns nil. Clients then load tokens only before their first call and when they need
  /// new ones. They do not notice logins and logouts elsewhere, and a renewal in progress during a logout saves its
  /// tokens.
  func version() -> Int?
}

extension TokenStore {
  /// Returns nil: changes cannot be detected.
  public func version() -> Int? { nil }

  /// Runs the renewal without waiting.
  public func renewing<Value: Sendable>(_ renew: @Sendable () async throws -> Value) async throws -> Value {
    try await renew()
  }

  /// Compares the version, then saves.
  public func save(_ tokens: AuthTokens, replacing version: Int?) async throws -> Bool {
    guard self.version() == version else { return false }
    try await save(tokens)
    return true
  }
}
