/// What a client sends to say who it is. No description shows more than the kind.
public enum Credentials: Hashable, Sendable {
  /// A token (RFC 6750).
  case bearer(String)
  /// A user name without a colon and a password (RFC 7617).
  case basic(username: String, password: String)
  /// A key.
  case apiKey(String)

  /// True for a token, a key or a password that is `secret`, compared in a time that does not depend on where they differ.
  public func matches(_ secret: Secret) -> Bool {
    switch self {
    case .bearer(let text), .apiKey(let text): secret.matches(text)
    case .basic(_, let password): secret.matches(password)
    }
  }

  /// True when they can be sent for a scheme of this kind.
  package func suit(_ kind: SecurityScheme.Kind) -> Bool {
    switch (self, kind) {
    case (.bearer, .bearer), (.basic, .basic), (.apiKey, .headerKey), (.apiKey, .queryKey), (.apiKey, .cookieKey): true
    default: false
    }
  }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind, with the rest left out.
  public var description: String {
    switch self {
    case .bearer: "bearer <redacted>"
    case .basic: "basic <redacted>"
    case .apiKey: "apiKey <redacted>"
    }
  }

  /// The kind, with the rest left out.
  public var debugDescription: String { description }

  /// Nothing, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A text that nobody should see or guess, such as an API key that a server knows.
///
/// ```swift
/// let key = Secret(ProcessInfo.processInfo.environment["API_KEY"] ?? "")
/// router.authenticating(.apiKey(header: "X-API-Key")) { $0.matches(key) ? Authenticated("operator") : nil }
/// ```
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let bytes: [UInt8]

  /// A secret. An empty one matches nothing, so that a missing setting admits nobody.
  public init(_ text: String) {
    self.bytes = Array(text.utf8)
  }

  /// True when `text` is the secret. The time it takes depends on the length of `text` alone.
  @inline(never)
  public func matches(_ text: String) -> Bool {
    var difference = bytes.isEmpty ? 1 : 0
    var index = 0
    for byte in text.utf8 {
      // Past its end the secret starts again, so that its length does not show either.
      let own = bytes.isEmpty ? 0 : bytes[index % bytes.count]
      difference |= Int(byte ^ own)
      index += 1
    }
    return (difference | (index ^ bytes.count)) == 0
  }

  /// No word of it.
  public var description: String { "<redacted>" }

  /// No word of it.
  public var debugDescription: String { description }

  /// Nothing, so that `dump` shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
