internal import FoundationEssentials

/// The value of an `Authorization` header (RFC 9110 §11.6.2). Its description shows only the scheme.
public struct Authorization: Hashable, Sendable, CustomStringConvertible {
  /// The complete value.
  public let fieldValue: HTTPFieldValue
  private let scheme: String

  private init(_ scheme: String, _ credentials: String) {
    self.scheme = scheme
    guard let value = HTTPFieldValue(credentials.isEmpty ? scheme : "\(scheme) \(credentials)") else {
      preconditionFailure("credentials for \(scheme) contain control characters or outer white space")
    }
    self.fieldValue = value
  }

  /// Creates a bearer token (RFC 6750). Traps if it contains a control character.
  public static func bearer(_ token: String) -> Authorization {
    Authorization("Bearer", token)
  }

  /// Creates credentials from a user name and a password, in UTF-8 (RFC 7617). Traps if the name contains a colon,
  /// which separates it from the password.
  public static func basic(username: String, password: String) -> Authorization {
    precondition(!username.utf8.contains(0x3A), "user name of Basic credentials contains a colon")
    return Authorization("Basic", Data("\(username):\(password)".utf8).base64EncodedString())
  }

  /// Creates credentials of any other scheme. Traps if they contain a control character.
  public static func custom(_ scheme: String, _ credentials: String) -> Authorization {
    Authorization(scheme, credentials)
  }

  /// The scheme, followed by `<redacted>`.
  public var description: String { "\(scheme) <redacted>" }
}
