/// A header name (RFC 9110 §5.1): a case-insensitive token.
///
/// The original spelling is sent; comparison and hashing use lowercase.
public struct HTTPFieldName: Sendable, CustomStringConvertible {
  /// The name in its original spelling, as sent.
  public let rawName: String

  /// The name in lowercase, as used for comparison.
  public let canonicalName: String

  /// Creates a header name; nil unless `name` is a token (RFC 9110 §5.6.2) of 1 to 256 characters.
  public init?(_ name: String) {
    guard (1...256).contains(name.utf8.count), name.utf8.allSatisfy(HTTPToken.contains) else { return nil }
    self.init(unchecked: name)
  }

  /// Creates a header name from a valid token.
  package init(unchecked name: String) {
    self.rawName = name
    self.canonicalName = name.lowercasedASCII
  }

  /// True for headers that a server writes itself from the state of the message and the connection.
  package var isWrittenByServer: Bool {
    switch canonicalName.utf8.count {
    case 4: canonicalName == "date"
    case 10: canonicalName == "connection"
    case 14: canonicalName == "content-length"
    case 17: canonicalName == "transfer-encoding"
    default: false
    }
  }

  /// The name in its original spelling.
  public var description: String { rawName }
}

extension HTTPFieldName: Hashable {
  /// Returns true when both names are equal, ignoring case.
  public static func == (left: Self, right: Self) -> Bool {
    left.canonicalName == right.canonicalName
  }

  /// Hashes the lowercase name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(canonicalName)
  }
}

extension HTTPFieldName: ExpressibleByStringLiteral {
  /// Creates a header name from a literal. Traps when it is not a token.
  public init(stringLiteral name: String) {
    guard let valid = HTTPFieldName(name) else { preconditionFailure("`\(name)` is not a header name") }
    self = valid
  }
}
