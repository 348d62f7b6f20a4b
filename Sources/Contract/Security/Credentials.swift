/// The credentials that a client sends. Descriptions show only the kind.
public enum Credentials: Hashable, Sendable {
  /// A token (RFC 6750).
  case bearer(String)
  /// A user name without a colon and a password (RFC 7617).
  case basic(username: String, password: String)
  /// A key.
  case apiKey(String)

  /// Returns true if the token, key or password equals `secret`. The time does not depend on where they differ.
  public func matches(_ secret: Secret) -> Bool {
    switch self {
    case .bearer(let text), .apiKey(let text): secret.matches(text)
    case .basic(_, let password): secret.matches(password)
    }
  }

  /// Returns true if a scheme of this kind can carry these credentials.
  package func matches(_ kind: SecurityScheme.Kind) -> Bool {
    switch (self, kind) {
    case (.bearer, .bearer), (.basic, .basic), (.apiKey, .headerKey), (.apiKey, .queryKey), (.apiKey, .cookieKey): true
    default: false
    }
  }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind, followed by `<redacted>`.
  public var description: String {
    switch self {
    case .bearer: "bearer <redacted>"
    case .basic: "basic <redacted>"
    case .apiKey: "apiKey <redacted>"
    }
  }

  /// The kind, followed by `<redacted>`.
  public var debugDescription: String { description }

  /// An empty mirror, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
