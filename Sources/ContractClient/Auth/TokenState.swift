internal import FoundationEssentials

/// What to do about a token: pure, so that every rule is a row of a table.
struct TokenState {
  /// What a call needs before it can be sent.
  enum Need: Equatable {
    /// These tokens will do.
    case use(AuthTokens)
    /// These still will do, but not for long: renew them, and go on with them when that fails.
    case renewEarly(AuthTokens)
    /// There are none that would do.
    case renew
  }

  /// The tokens that are known; nil without any.
  var tokens: AuthTokens?
  /// How long before their end tokens are renewed.
  let leeway: TimeInterval

  /// What a call needs.
  func need(now: Date) -> Need {
    guard let tokens else { return .renew }
    guard let end = tokens.expiresAt else { return .use(tokens) }
    if now >= end { return .renew }
    return now >= end - leeway ? .renewEarly(tokens) : .use(tokens)
  }

  /// What a call needs whose access token the server has refused.
  func need(refused accessToken: String, now: Date) -> Need {
    // Somebody else has renewed it meanwhile.
    if let tokens, tokens.accessToken != accessToken { return need(now: now) }
    return .renew
  }

  /// True when tokens from a store are better than the refused ones.
  func adopts(_ stored: AuthTokens, refused accessToken: String?, now: Date) -> Bool {
    guard stored.accessToken != accessToken, stored != tokens else { return false }
    return stored.expiresAt.map { now < $0 - leeway } ?? true
  }
}
