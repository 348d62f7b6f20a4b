/// An error in a query or form that is independent of the decoded type.
public struct URLFormError: Error, Hashable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Code: Sendable, Hashable {
    /// A name is not percent-encoded UTF-8, or contains NUL.
    case invalidName
    /// A name has more steps than ``URLFormLimits/maxDepth``.
    case tooDeep
    /// There are more members than ``URLFormLimits/maxMembers``.
    case tooManyMembers
  }

  /// The kind of the error.
  public let code: Code

  /// The encoded name with the error, truncated to 64 characters.
  public let name: String

  private let containsNUL: Bool

  /// The fault and its location.
  public var description: String {
    switch code {
    case .invalidName where containsNUL: "the name \"\(name)\" contains NUL; remove it"
    case .invalidName: "the name \"\(name)\" is not percent-encoded UTF-8; encode every % as %25"
    case .tooDeep: "the name \"\(name)\" is nested too deeply; send fewer levels"
    case .tooManyMembers: "there are too many members, starting with \"\(name)\"; send fewer"
    }
  }

  init(_ code: Code, name: ArraySlice<UInt8>) {
    self.code = code
    self.name = name.excerpt
    self.containsNUL =
      name.contains(0)
      || zip(name, zip(name.dropFirst(), name.dropFirst(2))).contains { first, others in
        first == UInt8(ascii: "%") && others == (UInt8(ascii: "0"), UInt8(ascii: "0"))
      }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes as a string for errors, truncated to 64 characters.
  var excerpt: String {
    let text = String(decoding: prefix(64 * 4 + 4), as: UTF8.self)
    return text.count > 64 ? text.prefix(64) + "…" : text
  }
}
