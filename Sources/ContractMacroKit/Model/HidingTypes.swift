import SwiftSyntax
import SwiftSyntaxBuilder

/// The types of a declaration that hide known types, such as a nested `struct Int`.
///
/// A macro knows a type by its spelling. It does not see the types of the declarations around the one that it expands, nor
/// those of other files.
struct HidingTypes {
  private let names: Set<String>

  init(in declarations: [some DeclGroupSyntax]) {
    let types = declarations.flatMap { DeclaredMember.members(of: $0) }.filter { $0.kind == .type }
    self.names = Set(types.map(\.name)).intersection(TypeSyntax.known)
  }

  /// Returns a written type. It is unknown if its spelling is that of one of these types.
  func written(_ type: TypeModel) -> TypeModel {
    guard type.anchor == nil, hides(type) else { return type }
    var type = type
    type.anchor = Syntax(type.original)
    return type
  }

  /// Returns the type of a literal, which is always one of the standard library.
  func inferred(_ type: TypeModel) -> TypeModel {
    guard hides(type) else { return type }
    let text = type.original.tokens(viewMode: .sourceAccurate).map { token in
      (names.contains(token.text) ? "Swift::" : "") + token.description
    }
    var type = TypeModel(TypeSyntax(stringLiteral: text.joined()))
    type.anchor = nil
    return type
  }

  private func hides(_ type: TypeModel) -> Bool {
    guard !names.isEmpty else { return false }
    return type.original.tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
  }
}

extension MemberModel {
  /// Returns the member with its type as it is next to these types.
  func beside(_ types: HidingTypes) -> MemberModel {
    guard let type else { return self }
    var member = self
    member.type = isAnnotated ? types.written(type) : types.inferred(type)
    return member
  }
}
