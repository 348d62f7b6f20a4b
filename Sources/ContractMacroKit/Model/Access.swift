import SwiftSyntax

/// The access level of a declaration, copied to its generated declarations.
enum Access: String {
  case `public`, `package`, `internal`, `fileprivate`, `private`, unspecified

  init(_ modifiers: DeclModifierListSyntax) {
    let levels = modifiers.compactMap { modifier -> Access? in
      modifier.detail == nil ? Access(rawValue: modifier.name.text) : nil
    }
    self = levels.first ?? .unspecified
  }

  /// The keyword before a generated type, with a trailing space.
  var forTypes: String {
    self == .unspecified ? "" : rawValue + " "
  }

  /// The keyword before a member of a generated type, with a trailing space. Without a keyword, members are as visible
  /// as a narrower type; `private` would hide them from the other generated types.
  var forMembers: String {
    self == .public || self == .package ? rawValue + " " : ""
  }
}
