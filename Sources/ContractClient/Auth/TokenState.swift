internal import FoundationEssentials

/// What to do about a token: pure, so that every rule is a row of a table.
struct TokenState {
  /// What a call needs before it can be sent.
  enum Need: Equatable {
    /// Nobody has looked into the store yet, or somebody has changed it since.
    case look
    /// These tokens will do.
    case use(AuthTokens)
    /// These still will do, but not for long: renew them meanwhile. It is said once, until ``endEarly(now:)``.
    case renewEarly(AuthTokens)
    /// There are none that would do.
    case renew
  }

  /// The tokens that are known; nil without any.
  private(set) var tokens: AuthTokens? {
    didSet { if tokens != oldValue { changes += 1 } }
  }
  /// How often they have changed.
  private(set) var changes = 0
  /// The version of the store that they belong to.
  private(set) var version: Int?
  /// How long before their end tokens are renewed.
  private let leeway: TimeInterval
  private var hasLooked = false
  /// Nothing is renewed early before this.
  private var pauseEnd = Date.distantPast

  /// How long tokens that still will do are left alone after somebody has tried to renew them.
  private static let pause: TimeInterval = 5

  init(leeway: TimeInterval) {
    self.leeway = leeway
  }

  /// What a call needs.
  ///
  /// - Parameters:
  ///   - version: that of the store at present.
  ///   - refused: the access token that the server has refused, if it has.
  mutating func need(_ version: Int?, refused: String? = nil, now: Date) -> Need {
    guard hasLooked, self.version == version else { return .look }
    // After a refusal, somebody else may have renewed it meanwhile.
    guard let tokens, tokens.accessToken != refused else { return .renew }
    guard let end = tokens.expiresAt else { return .use(tokens) }
    if now >= end { return .renew }
    guard now >= end - leeway, now >= pauseEnd else { return .use(tokens) }
    pauseEnd = .distantFuture
    return .renewEarly(tokens)
  }

  /// An early renewal is over, whatever came of it.
  mutating func endEarly(now: Date) { pauseEnd = now + Self.pause }

  /// Takes what a store of this version has.
  mutating func take(_ stored: AuthTokens?, _ version: Int?) {
    hasLooked = true
    self.version = version
    tokens = stored
  }

  /// Takes tokens from a store in place of the refused ones; false when they are no better. They may be known: somebody
  /// else has renewed them since they were found wanting.
  ///
  /// - Parameter version: that of the store that has them.
  mutating func adopt(_ stored: AuthTokens, refused: String?, _ version: Int? = nil, now: Date) -> Bool {
    let lasts = stored.expiresAt.map { now < $0 - leeway } ?? true
    let isBetter = stored.accessToken != refused && lasts
    // Ended too, they are what the next ones are asked for with: the server may know no older ones. Older than those of
    // memory is what could not be saved.
    let isNewer = (stored.expiresAt ?? .distantFuture) > (tokens?.expiresAt ?? .distantFuture)
    if isBetter || isNewer || tokens == nil {
      tokens = stored
      // What is made of them belongs to this version: kept as that of an older one, it would count as overtaken.
      if let version { self.version = version }
    }
    return isBetter
  }

  /// Takes new tokens, unless the store has changed while they were asked for: they are somebody else's then.
  mutating func renew(_ tokens: AuthTokens, _ version: Int?) -> Bool {
    guard self.version == version else { return false }
    self.tokens = tokens
    return true
  }
}
