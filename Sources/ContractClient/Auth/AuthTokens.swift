public import FoundationEssentials

/// Tokens as a server gives them out (RFC 6749 §5.1). No description shows them.
public struct AuthTokens: Codable, Hashable, Sendable {
  /// What calls are made with.
  public var accessToken: String
  /// What new tokens are asked for with; nil without one.
  public var refreshToken: String?
  /// When the access token ends; nil when nobody knows.
  public var expiresAt: Date?

  /// Tokens with a date.
  public init(accessToken: String, refreshToken: String? = nil, expiresAt: Date? = nil) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.expiresAt = expiresAt
  }

  /// Tokens that end so long from now, as `expires_in` says it.
  public init(accessToken: String, refreshToken: String? = nil, expiresIn: Duration) {
    let seconds = Double(expiresIn.components.seconds) + Double(expiresIn.components.attoseconds) / 1e18
    self.init(
      accessToken: accessToken, refreshToken: refreshToken, expiresAt: Date(timeIntervalSinceNow: seconds))
  }
}

extension AuthTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// That there are some, and when they end.
  public var description: String {
    "tokens <redacted>" + (expiresAt.map { " until \($0.timeIntervalSince1970) s" } ?? "")
  }

  /// That there are some, and when they end.
  public var debugDescription: String { description }

  /// Nothing, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
