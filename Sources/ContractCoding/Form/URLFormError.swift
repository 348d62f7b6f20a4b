/// Why a text is no acceptable query or form, whatever is to be read from it.
public struct URLFormError: Error, Hashable, CustomStringConvertible {
  /// The kinds of faults.
  public enum Code: Sendable, Hashable {
    /// A name is not percent-encoded UTF-8, or contains NUL.
    case invalidName
    /// A name has more steps than ``URLFormLimits/maxDepth``.
    case tooDeep
    /// There are more members than ``URLFormLimits/maxMembers``.
    case tooManyMembers
  }

  /// What is wrong.
  public let code: Code

  /// The name where it is wrong, as it was sent, cut after 64 characters.
  public let name: String

  /// A sentence that says what is wrong and where.
  public var description: String {
    switch code {
    case .invalidName: "the name \"\(name)\" is not percent-encoded UTF-8; encode every % as %25"
    case .tooDeep: "the name \"\(name)\" is nested too deeply; send fewer levels"
    case .tooManyMembers: "there are too many members, the first too many is \"\(name)\"; send fewer"
    }
  }

  init(_ code: Code, name: ArraySlice<UInt8>) {
    self.code = code
    self.name = name.excerpt
  }
}

extension ArraySlice<UInt8> {
  /// The bytes as an error may show them: at most 64 characters.
  var excerpt: String {
    let text = String(decoding: prefix(64 * 4 + 4), as: UTF8.self)
    return text.count > 64 ? text.prefix(64) + "…" : text
  }
}
