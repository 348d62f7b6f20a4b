internal import ContractCoding
internal import ContractHTTP

/// Where tokens outlive a call: ``MemoryTokenStore``, ``FileTokenStore``, or a keyring of your own.
public protocol TokenStore: Sendable {
  /// The tokens that are kept; nil when there are none.
  ///
  /// - Throws: anything; the call that needs them throws it.
  func load() async throws -> AuthTokens?

  /// Keeps tokens in place of others.
  ///
  /// - Throws: anything; the call that needs them throws it.
  func save(_ tokens: AuthTokens) async throws

  /// Keeps renewed tokens, unless somebody has saved or cleared tokens since `version`: then nothing changes. Renewing takes
  /// its time, and who logs out meanwhile has to stay logged out.
  ///
  /// Unless a store has its own, this asks ``version()`` and saves, so somebody who comes between the two is overwritten.
  ///
  /// - Returns: true when the tokens were kept.
  /// - Throws: anything; the call that needs them throws it.
  func save(_ tokens: AuthTokens, replacing version: Int?) async throws -> Bool

  /// Forgets the tokens.
  ///
  /// - Throws: anything.
  func clear() async throws

  /// Does what asks for new tokens and saves them, while nobody else who shares the store does that for the same ones. A
  /// server that takes each refresh token once may take the second time for a theft, and end the login of both.
  ///
  /// Whoever had to wait looks into the store again before asking. Unless a store has its own, this waits for nobody.
  ///
  /// - Throws: what `renew` throws, and `CancellationError` to who is cancelled while waiting.
  func renewing<Value: Sendable>(_ renew: @Sendable () async throws -> Value) async throws -> Value

  /// A number that is another one after ``save(_:)`` and ``clear()``, whoever has called them, and costs little: it is asked
  /// for with every call, and clients look into the store when it has changed.
  ///
  /// nil, unless a store says otherwise: clients look into such a store before their first call and when they need new
  /// tokens, so a client goes on with the tokens that it has when somebody else has logged in or out, and tokens that are
  /// being renewed while somebody logs out are kept behind that.
  func version() -> Int?
}

extension TokenStore {
  /// nil: nobody knows.
  public func version() -> Int? { nil }

  /// Waits for nobody.
  public func renewing<Value: Sendable>(_ renew: @Sendable () async throws -> Value) async throws -> Value {
    try await renew()
  }

  /// Asks for the version, then saves.
  public func save(_ tokens: AuthTokens, replacing version: Int?) async throws -> Bool {
    guard self.version() == version else { return false }
    try await save(tokens)
    return true
  }
}

/// Keeps tokens as long as the process runs. Clients notice at once when somebody saves or clears them.
public final class MemoryTokenStore: TokenStore {
  private struct State {
    var tokens: AuthTokens?
    var version = 0

    mutating func set(_ tokens: AuthTokens?) {
      self.tokens = tokens
      version += 1
    }
  }

  private let state: Lock<State>
  private let turns = RenewalTurns()

  /// A store, perhaps with tokens.
  public init(_ tokens: AuthTokens? = nil) {
    self.state = Lock(State(tokens: tokens))
  }

  /// The tokens that are kept.
  public func load() -> AuthTokens? { state.withLock { $0.tokens } }

  /// Keeps tokens in place of others.
  public func save(_ tokens: AuthTokens) { state.withLock { $0.set(tokens) } }

  /// Keeps tokens, unless others were saved or cleared since `version`.
  public func save(_ tokens: AuthTokens, replacing version: Int?) -> Bool {
    state.withLock { state in
      guard state.version == version else { return false }
      state.set(tokens)
      return true
    }
  }

  /// Forgets the tokens.
  public func clear() { state.withLock { $0.set(nil) } }

  /// Lets clients that share the store renew the same tokens one after another.
  public func renewing<Value: Sendable>(_ renew: @Sendable () async throws -> Value) async throws -> Value {
    while true {
      let version = state.withLock { $0.version }
      let value: Value? = try await turns.take(version) {
        // While this one waited, another may have renewed them.
        state.withLock { $0.version } == version ? try await renew() : nil
      }
      if let value { return value }
    }
  }

  /// How often they were saved and cleared.
  public func version() -> Int? { state.withLock { $0.version } }
}
