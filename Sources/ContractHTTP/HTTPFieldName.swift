/// A field name (RFC 9110 §5.1): a token that compares without regard to case.
///
/// The spelling given is the spelling sent; comparison and hashing use lower case.
public struct HTTPFieldName: Sendable, CustomStringConvertible {
  /// The name as it was given and as it is sent.
  public let rawName: String

  /// The name in lower case, as comparison uses it.
  public let canonicalName: String

  /// The name, or nil when `name` is not a token (RFC 9110 §5.6.2) of 1 to 256 characters.
  public init?(_ name: String) {
    guard (1...256).contains(name.utf8.count), name.utf8.allSatisfy(HTTPToken.contains) else { return nil }
    self.init(unchecked: name)
  }

  /// The name, which the caller knows to be a token.
  package init(unchecked name: String) {
    self.rawName = name
    self.canonicalName = name.lowercasedASCII
  }

  /// True for what a server writes itself, from what is true of the message and the connection.
  package var isWrittenByServer: Bool {
    switch canonicalName.utf8.count {
    case 4: canonicalName == "date"
    case 10: canonicalName == "connection"
    case 14: canonicalName == "content-length"
    case 17: canonicalName == "transfer-encoding"
    default: false
    }
  }

  /// The name as it is sent.
  public var description: String { rawName }
}

extension HTTPFieldName: Hashable {
  /// True when both names are the same apart from case.
  public static func == (left: Self, right: Self) -> Bool {
    left.canonicalName == right.canonicalName
  }

  /// Hashes the lower-case name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(canonicalName)
  }
}

extension HTTPFieldName: ExpressibleByStringLiteral {
  /// The name written as a literal. Traps when it is not a token, which is a mistake in the source.
  public init(stringLiteral name: String) {
    guard let valid = HTTPFieldName(name) else { preconditionFailure("`\(name)` is not a field name") }
    self = valid
  }
}
