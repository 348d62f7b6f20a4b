import SwiftSyntax

/// The access level of a declaration, copied to its generated declarations.
enum Access: String {
  case `public`, `package`, `internal`, `fileprivate`, `private`, unspecified

  /// Creates the level of a declaration that is directly inside `outer`, which may be an extension with an access level.
  init(_ modifiers: DeclModifierListSyntax, in outer: Syntax?) {
    self.init(modifiers)
    guard self == .unspecified, let level = outer?.as(ExtensionDeclSyntax.self).map({ Access($0.modifiers) }),
      level == .public || level == .package
    else { return }
    self = level
  }

  init(_ modifiers: DeclModifierListSyntax) {
    // `open` is treated as `public`; on a class with generated members, `open` is an error anyway.
    let levels = modifiers.compactMap { modifier -> Access? in
      modifier.detail == nil ? Access(rawValue: modifier.name.text == "open" ? "public" : modifier.name.text) : nil
    }
    self = levels.first ?? .unspecified
  }

  /// The keyword before a generated type, with a trailing space.
  var forTypes: String {
    self == .unspecified ? "" : rawValue + " "
  }

  /// The keyword before a member of a generated type, with a trailing space. It is empty for types narrower than `package`:
  /// their members are as visible as the type, and `private` would hide the members from other generated types.
  var forMembers: String {
    self == .public || self == .package ? rawValue + " " : ""
  }
}
