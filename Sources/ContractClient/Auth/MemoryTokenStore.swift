internal import ContractHTTP

/// A token store in memory. Clients notice changes immediately.
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
  private let queue = RenewalQueue()

  /// Creates a store, empty by default.
  public init(_ tokens: AuthTokens? = nil) {
    self.state = Lock(State(tokens: tokens))
  }

  /// Returns the stored tokens.
  public func load() -> AuthTokens? { state.withLock { $0.tokens } }

  /// Replaces the stored tokens.
  public func save(_ tokens: AuthTokens) { state.withLock { $0.set(tokens) } }

  /// Saves the tokens unless tokens were saved or cleared since `version`.
  public func save(_ tokens: AuthTokens, replacing version: Int?) -> Bool {
    state.withLock { state in
      guard state.version == version else { return false }
      state.set(tokens)
      return true
    }
  }

  /// Removes the tokens.
  public func clear() { state.withLock { $0.set(nil) } }

  /// Serializes renewals of the same tokens among clients that share the store.
  public func renewing<Value: Sendable>(_ renew: @Sendable () async throws -> Value) async throws -> Value {
    while true {
      let version = state.withLock { $0.version }
      let value: Value? = try await queue.run(for: version) {
        // If the tokens have changed in the meantime, the renewal waits for its turn with the new version.
        state.withLock { $0.version } == version ? try await renew() : nil
      }
      if let value { return value }
    }
  }

  /// Returns the number of changes.
  public func version() -> Int? { state.withLock { $0.version } }
}
