/// A response status code (RFC 9110 §15).
public struct HTTPStatus: Hashable, Sendable, CustomStringConvertible {
  /// The three digits, 100 to 999.
  public let code: Int

  /// The status with this code, or nil outside 100...999.
  public init?(_ code: Int) {
    guard (100...999).contains(code) else { return nil }
    self.code = code
  }

  /// The status with a code that is known to be in 100...999.
  package init(unchecked code: Int) {
    self.code = code
  }

  /// The class that the first digit names (RFC 9110 §15).
  public enum Kind: Sendable {
    /// 1xx: an interim answer.
    case informational
    /// 2xx: understood and accepted.
    case success
    /// 3xx: the client has more to do.
    case redirection
    /// 4xx: the request is at fault.
    case clientError
    /// 5xx: the server is at fault.
    case serverError
    /// 6xx to 9xx: outside the classes of RFC 9110.
    case unassigned
  }

  /// The class of this status.
  public var kind: Kind {
    switch code / 100 {
    case 1: .informational
    case 2: .success
    case 3: .redirection
    case 4: .clientError
    case 5: .serverError
    default: .unassigned
    }
  }

  /// False where RFC 9110 forbids content: 1xx, 204 and 304.
  public var allowsContent: Bool {
    kind != .informational && code != 204 && code != 304
  }

  /// The code and the reason phrase, such as `404 Not Found`.
  public var description: String {
    reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)"
  }
}

extension HTTPStatus: ExpressibleByIntegerLiteral {
  /// The status written as a literal. Traps outside 100...999, which is a mistake in the source.
  public init(integerLiteral code: Int) {
    precondition((100...999).contains(code), "HTTP status \(code) is outside 100...999")
    self.code = code
  }
}
