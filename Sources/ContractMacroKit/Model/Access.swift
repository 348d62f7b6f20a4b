import SwiftSyntax

/// The access level of a declaration, copied to what is generated beside it.
enum Access: String {
  case `public`, `package`, `internal`, `fileprivate`, `private`, unspecified

  init(_ modifiers: DeclModifierListSyntax) {
    let levels = modifiers.compactMap { modifier -> Access? in
      modifier.detail == nil ? Access(rawValue: modifier.name.text) : nil
    }
    self = levels.first ?? .unspecified
  }

  /// The keyword before a generated type, with its space.
  var forTypes: String {
    self == .unspecified ? "" : rawValue + " "
  }

  /// The keyword before a member of a generated type, with its space. Members of a narrower type are as visible as
  /// the type without any keyword, and `private` would hide them from the other generated types.
  var forMembers: String {
    self == .public || self == .package ? rawValue + " " : ""
  }
}
