/// A request method (RFC 9110 §9): a case-sensitive token.
///
/// The registered methods are static members; any other token can be made with ``init(_:)``.
public struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
  /// The token as it travels, such as `GET`.
  public let rawValue: String

  /// A number for each registered method, 0 for all others: most comparisons need no text.
  private let code: UInt8

  /// The method named by `token`, or nil when `token` is not a token (RFC 9110 §5.6.2) of 1 to 64 characters.
  public init?(_ token: String) {
    guard (1...64).contains(token.utf8.count), token.utf8.allSatisfy(HTTPToken.contains) else { return nil }
    self.init(unchecked: token)
  }

  /// The method with a token that the caller has already validated.
  package init(unchecked token: String) {
    self.rawValue = token
    self.code = Self.registered.firstIndex(of: token).map { UInt8($0 + 1) } ?? 0
  }

  private static let registered = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]

  /// True when both are the same token.
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && (left.code != 0 || left.rawValue == right.rawValue)
  }

  /// Hashes the token.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue)
  }

  /// The token as it travels.
  public var description: String { rawValue }

  /// `GET`: transfers a current representation of the target.
  public static let get = HTTPMethod(unchecked: "GET")
  /// `HEAD`: like GET, without the content.
  public static let head = HTTPMethod(unchecked: "HEAD")
  /// `POST`: processes the content according to the target's own rules.
  public static let post = HTTPMethod(unchecked: "POST")
  /// `PUT`: replaces the target with the content.
  public static let put = HTTPMethod(unchecked: "PUT")
  /// `PATCH`: applies a partial change (RFC 5789).
  public static let patch = HTTPMethod(unchecked: "PATCH")
  /// `DELETE`: removes the target.
  public static let delete = HTTPMethod(unchecked: "DELETE")
  /// `OPTIONS`: describes what the target supports.
  public static let options = HTTPMethod(unchecked: "OPTIONS")
  /// `TRACE`: echoes the request.
  public static let trace = HTTPMethod(unchecked: "TRACE")
  /// `CONNECT`: asks for a tunnel.
  public static let connect = HTTPMethod(unchecked: "CONNECT")

  /// True for methods that ask for no change of state (RFC 9110 §9.2.1).
  public var isSafe: Bool {
    self == .get || self == .head || self == .options || self == .trace
  }

  /// True for methods whose repetition has the effect of one request (RFC 9110 §9.2.2).
  public var isIdempotent: Bool {
    isSafe || self == .put || self == .delete
  }

  /// True for methods whose content is expected, so that a request without any says `Content-Length: 0`.
  public var expectsContent: Bool {
    self == .post || self == .put || self == .patch
  }
}
