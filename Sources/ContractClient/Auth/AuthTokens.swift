public import FoundationEssentials

/// The tokens issued by an authorization server (RFC 6749 §5.1). Descriptions do not show them.
public struct AuthTokens: Codable, Hashable, Sendable {
  /// The token that authorizes calls.
  public var accessToken: String
  /// The token that requests new tokens; nil for none.
  public var refreshToken: String?
  /// The expiration of the access token; nil if unknown.
  public var expiresAt: Date?

  /// Creates tokens with an expiration date.
  public init(accessToken: String, refreshToken: String? = nil, expiresAt: Date? = nil) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.expiresAt = expiresAt
  }

  /// Creates tokens that expire after a duration, as in `expires_in`.
  public init(accessToken: String, refreshToken: String? = nil, expiresIn: Duration) {
    self.init(
      accessToken: accessToken, refreshToken: refreshToken,
      expiresAt: Date(timeIntervalSinceNow: expiresIn / .seconds(1)))
  }
}

extension AuthTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A description with the expiration but without the tokens.
  public var description: String {
    "tokens <redacted>" + (expiresAt.map { " until \($0.timeIntervalSince1970) s" } ?? "")
  }

  /// A description with the expiration but without the tokens.
  public var debugDescription: String { description }

  /// An empty mirror, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
