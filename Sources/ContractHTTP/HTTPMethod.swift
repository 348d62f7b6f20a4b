/// A request method (RFC 9110 §9): a case-sensitive token.
///
/// Registered methods are static members. Use ``init(_:)`` for other tokens.
public struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
  /// The token, such as `GET`.
  public var rawValue: String { other ?? Self.registered[Int(code)] }

  /// A number for each registered method, so that most comparisons need no string.
  @usableFromInline package let code: UInt8
  /// The token of an unregistered method.
  @usableFromInline let other: String?

  /// The code of all unregistered methods.
  @inlinable package static var otherCode: UInt8 { 9 }

  /// Creates a method; nil unless `token` is a token (RFC 9110 §5.6.2) of 1 to 64 characters.
  public init?(_ token: String) {
    guard (1...64).contains(token.utf8.count), token.utf8.allSatisfy(HTTPToken.contains) else { return nil }
    self.init(unchecked: token)
  }

  /// Creates a method from a valid token.
  package init(unchecked token: String) {
    let index = Self.registered.firstIndex(of: token)
    self.code = index.map { UInt8($0) } ?? Self.otherCode
    self.other = index == nil ? token : nil
  }

  /// Creates the registered method with this code, which must be less than ``otherCode``.
  @inlinable
  package init(code: UInt8) {
    self.code = code
    self.other = nil
  }

  private static let registered = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]

  /// Returns true when both have the same token.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && (left.code < otherCode || left.other == right.other)
  }

  /// Hashes the token.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue)
  }

  /// The token.
  public var description: String { rawValue }

  /// `GET`: transfers a current representation of the target.
  @inlinable public static var get: HTTPMethod { HTTPMethod(code: 0) }
  /// `HEAD`: like GET, but the response has no body.
  @inlinable public static var head: HTTPMethod { HTTPMethod(code: 1) }
  /// `POST`: processes the body as the target defines.
  @inlinable public static var post: HTTPMethod { HTTPMethod(code: 2) }
  /// `PUT`: replaces the target with the body.
  @inlinable public static var put: HTTPMethod { HTTPMethod(code: 3) }
  /// `PATCH`: applies a partial change (RFC 5789).
  @inlinable public static var patch: HTTPMethod { HTTPMethod(code: 4) }
  /// `DELETE`: removes the target.
  @inlinable public static var delete: HTTPMethod { HTTPMethod(code: 5) }
  /// `OPTIONS`: describes what the target supports.
  @inlinable public static var options: HTTPMethod { HTTPMethod(code: 6) }
  /// `TRACE`: echoes the request.
  @inlinable public static var trace: HTTPMethod { HTTPMethod(code: 7) }
  /// `CONNECT`: requests a tunnel.
  @inlinable public static var connect: HTTPMethod { HTTPMethod(code: 8) }

  /// True for methods that do not request a change of state (RFC 9110 §9.2.1).
  public var isSafe: Bool {
    self == .get || self == .head || self == .options || self == .trace
  }

  /// True for methods whose repeated requests have the effect of a single one (RFC 9110 §9.2.2).
  public var isIdempotent: Bool {
    isSafe || self == .put || self == .delete
  }

  /// True for methods whose requests usually have a body. A request without a body is sent with `Content-Length: 0`.
  public var expectsContent: Bool {
    self == .post || self == .put || self == .patch
  }
}
