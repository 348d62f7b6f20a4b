internal import FoundationEssentials

/// The state that decides whether a token can be used or must be renewed. A pure value, so that tests cover it with a
/// table.
struct TokenState {
  /// The action that a call needs before it can be sent.
  enum Need: Equatable {
    /// Load the tokens from the store, because they were never loaded or the store has changed.
    case load
    /// Use these tokens.
    case use(AuthTokens)
    /// Use these tokens, and renew them in the background because they expire soon. Returned once until
    /// ``endEarly(now:)``.
    case renewEarly(AuthTokens)
    /// Renew the tokens, because none are usable.
    case renew
  }

  /// The current tokens; nil if there are none.
  private(set) var tokens: AuthTokens? {
    didSet { if tokens != oldValue { changes += 1 } }
  }
  /// The number of times that the tokens have changed.
  private(set) var changes = 0
  /// The version of the store that the tokens belong to.
  private(set) var version: Int?
  /// The time before expiration at which tokens are renewed, in seconds.
  private let leeway: TimeInterval
  private var hasLoaded = false
  /// The time until which no early renewal begins.
  private var pauseEnd = Date.distantPast

  /// The pause after an early renewal, in seconds.
  private static let pause: TimeInterval = 5

  init(leeway: TimeInterval) {
    self.leeway = leeway
  }

  /// Returns the action that a call needs.
  ///
  /// - Parameters:
  ///   - version: The current version of the store.
  ///   - refused: The access token that the server rejected, if any.
  mutating func need(_ version: Int?, refused: String? = nil, now: Date) -> Need {
    guard hasLoaded, self.version == version else { return .load }
    // A rejected token is renewed only if it is still the current one, because another call may have renewed it
    // already.
    guard let tokens, tokens.accessToken != refused else { return .renew }
    guard let end = tokens.expiresAt else { return .use(tokens) }
    if now >= end { return .renew }
    guard now >= end - leeway, now >= pauseEnd else { return .use(tokens) }
    pauseEnd = .distantFuture
    return .renewEarly(tokens)
  }

  /// Ends an early renewal, successful or not.
  mutating func endEarly(now: Date) { pauseEnd = now + Self.pause }

  /// Sets the tokens loaded from a store of this version.
  mutating func take(_ stored: AuthTokens?, _ version: Int?) {
    hasLoaded = true
    self.version = version
    tokens = stored
  }

  /// Replaces the current tokens with the stored ones if these are newer or usable. Returns whether the stored tokens
  /// can be used without renewal, even if they are the current ones.
  ///
  /// - Parameter version: The version of the store that holds them.
  mutating func takeUsable(_ stored: AuthTokens, refused: String?, _ version: Int? = nil, now: Date) -> Bool {
    let lasts = stored.expiresAt.map { now < $0 - leeway } ?? true
    let isBetter = stored.accessToken != refused && lasts
    // Newer tokens are used even if expired, because their refresh token may be the only valid one. In an unchanged
    // store, tokens that expire earlier than the current ones are outdated: the current ones could not be saved.
    let hasChanged = version != nil && version != self.version
    let isNewer = hasChanged || (stored.expiresAt ?? .distantFuture) > (tokens?.expiresAt ?? .distantFuture)
    if isBetter || isNewer || tokens == nil {
      tokens = stored
      // Renewed tokens must be saved as a successor of this version; otherwise they would be treated as outdated.
      if let version { self.version = version }
    }
    return isBetter
  }

  /// Sets renewed tokens. Returns false, and keeps the current ones, if the store has changed in the meantime, for
  /// example because the user logged out.
  mutating func renew(_ tokens: AuthTokens, _ version: Int?) -> Bool {
    guard self.version == version else { return false }
    self.tokens = tokens
    return true
  }
}
