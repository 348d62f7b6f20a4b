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

  /// Forgets the tokens.
  ///
  /// - Throws: anything.
  func clear() async throws
}

/// Keeps tokens as long as the process runs.
public final class MemoryTokenStore: TokenStore {
  private let tokens: Lock<AuthTokens?>

  /// A store, perhaps with tokens.
  public init(_ tokens: AuthTokens? = nil) {
    self.tokens = Lock(tokens)
  }

  /// The tokens that are kept.
  public func load() -> AuthTokens? { tokens.withLock { $0 } }

  /// Keeps tokens in place of others.
  public func save(_ tokens: AuthTokens) { self.tokens.withLock { $0 = tokens } }

  /// Forgets the tokens.
  public func clear() { tokens.withLock { $0 = nil } }
}
