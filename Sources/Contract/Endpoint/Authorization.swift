internal import FoundationEssentials

/// The value of an `Authorization` field (RFC 9110 §11.6.2). Its description tells the scheme and nothing else.
public struct Authorization: Hashable, Sendable, CustomStringConvertible {
  /// The whole value.
  public let fieldValue: HTTPFieldValue
  private let scheme: String

  private init(_ scheme: String, _ credentials: String) {
    self.scheme = scheme
    guard let value = HTTPFieldValue(credentials.isEmpty ? scheme : "\(scheme) \(credentials)") else {
      preconditionFailure("credentials for \(scheme) have a control character or white space at their ends")
    }
    self.fieldValue = value
  }

  /// A bearer token (RFC 6750). Traps when it has a control character, which no token has.
  public static func bearer(_ token: String) -> Authorization {
    Authorization("Bearer", token)
  }

  /// A user name without a colon and a password, in UTF-8 (RFC 7617). Traps when the name has a colon, behind which a
  /// server would read the password.
  public static func basic(username: String, password: String) -> Authorization {
    precondition(!username.utf8.contains(0x3A), "a user name of Basic credentials has no colon")
    return Authorization("Basic", Data("\(username):\(password)".utf8).base64EncodedString())
  }

  /// Any other scheme with its credentials. Traps when they have a control character.
  public static func custom(_ scheme: String, _ credentials: String) -> Authorization {
    Authorization(scheme, credentials)
  }

  /// The scheme, with the credentials left out.
  public var description: String { "\(scheme) <redacted>" }
}
