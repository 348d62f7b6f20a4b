/// A response status code (RFC 9110 §15).
public struct HTTPStatus: Hashable, Sendable, CustomStringConvertible {
  /// The three digits, 100 to 999.
  public let code: Int

  /// Creates a status; nil outside 100...999.
  public init?(_ code: Int) {
    guard (100...999).contains(code) else { return nil }
    self.code = code
  }

  /// Creates a status from a code in 100...999.
  package init(unchecked code: Int) {
    self.code = code
  }

  /// The class of a status, given by its first digit (RFC 9110 §15).
  public enum Kind: Sendable {
    /// 1xx: an interim response.
    case informational
    /// 2xx: the request was accepted.
    case success
    /// 3xx: the client must take further action.
    case redirection
    /// 4xx: an error in the request.
    case clientError
    /// 5xx: an error in the server.
    case serverError
    /// 6xx to 9xx: not defined by RFC 9110.
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

  /// False for statuses whose responses have no body: 1xx, 204 and 304.
  public var allowsContent: Bool {
    kind != .informational && code != 204 && code != 304
  }

  /// The code and the reason phrase, such as `404 Not Found`.
  public var description: String {
    reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)"
  }
}

extension HTTPStatus: ExpressibleByIntegerLiteral {
  /// Creates a status from a literal. Traps outside 100...999.
  public init(integerLiteral code: Int) {
    precondition((100...999).contains(code), "HTTP status \(code) is outside 100...999")
    self.code = code
  }
}
