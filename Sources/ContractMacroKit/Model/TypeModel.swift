import SwiftSyntax

/// A type as written, and the properties visible in its spelling.
struct TypeModel {
  /// The type as written.
  let original: TypeSyntax
  /// The type's syntax, without a wrapper such as `Query`.
  let syntax: TypeSyntax
  /// The kind in a wrapper such as `Query<T>`.
  let wrapper: InputKind?
  /// The node for errors about the type without its wrapper; nil for a known type.
  var anchor: Syntax?

  init(_ type: TypeSyntax) {
    self.original = type
    if let (kind, inner) = TypeModel.unwrapped(type) {
      self.wrapper = kind
      self.anchor = inner.anchor
      self.syntax = inner.bare
    } else if let optional = type.as(OptionalTypeSyntax.self),
      let (kind, inner) = TypeModel.unwrapped(optional.wrappedType)
    {
      // `Header<String>?` is read as `Header<String?>`.
      self.wrapper = kind
      self.anchor = inner.anchor
      self.syntax = TypeSyntax(OptionalTypeSyntax(wrappedType: inner.bare))
    } else if type.baseName == "Optional", let argument = type.genericArguments?.first?.argument,
      let (kind, inner) = Syntax(argument).as(TypeSyntax.self).flatMap(TypeModel.unwrapped)
    {
      self.wrapper = kind
      self.anchor = inner.anchor
      self.syntax = TypeSyntax(OptionalTypeSyntax(wrappedType: inner.bare))
    } else if let implicit = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      self.wrapper = nil
      self.anchor = type.anchor
      self.syntax = TypeSyntax(OptionalTypeSyntax(wrappedType: implicit.wrappedType.bare))
    } else {
      self.wrapper = nil
      self.anchor = type.anchor
      self.syntax = type.bare
    }
  }

  /// The node for errors about the type with its wrapper; nil for a known type. A type in a path literal has no syntax in
  /// the user's file, so its node is the literal.
  var wholeAnchor: Syntax? { original.parent == nil ? anchor : original.anchor ?? anchor }

  /// The type's source text.
  var text: String { syntax.description }

  /// True for `T?` and `Optional<T>`.
  var isOptional: Bool { syntax.is(OptionalTypeSyntax.self) || syntax.baseName == "Optional" }

  /// True for `[T]`, `Array<T>` and their optionals.
  var isArray: Bool {
    let inner = syntax.as(OptionalTypeSyntax.self)?.wrappedType ?? syntax
    return inner.is(ArrayTypeSyntax.self) || inner.baseName == "Array"
  }

  /// True for `Part`, `[Part]` and their optionals, where `Part` is ours.
  var isPart: Bool {
    var inner = syntax
    if let optional = inner.as(OptionalTypeSyntax.self) { inner = optional.wrappedType }
    if let array = inner.as(ArrayTypeSyntax.self) { inner = array.element }
    return inner.baseName == "Part" && Self.isOurs(inner)
  }

  /// The type inside `Patch<T>`, where `Patch` is ours; nil for any other type.
  var patched: TypeSyntax? {
    guard syntax.baseName == "Patch", Self.isOurs(syntax), let arguments = syntax.genericArguments, arguments.count == 1
    else { return nil }
    return arguments.first.flatMap { Syntax($0.argument).as(TypeSyntax.self)?.trimmed }
  }

  /// True for `Patch<T>`.
  var isPatch: Bool { patched != nil }

  /// The text of the type whose values rules check: the type inside an optional or a patch, or the type itself.
  var checked: String { patched?.description ?? unwrapped }

  /// True when the type is or contains a function type.
  var containsFunction: Bool {
    original.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .arrow }
  }

  /// True when the type is or contains a metatype, such as `Int.Type`.
  var containsMetatype: Bool {
    original.tokens(viewMode: .sourceAccurate).contains { token in
      [.keyword(.Type), .keyword(.Protocol)].contains(token.tokenKind)
    }
  }

  /// The type as an expression, such as `[String].self`.
  var metatype: String { "\(atom).self" }

  /// The text of the type inside an optional, or of the type itself if it is not optional.
  var unwrapped: String { unwrappedSyntax.trimmedDescription }

  /// The type inside an optional, or the type itself if it is not optional.
  var unwrappedSyntax: TypeSyntax {
    if let optional = syntax.as(OptionalTypeSyntax.self) {
      let inner = optional.wrappedType
      if let tuple = inner.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
        return only.type
      }
      return inner
    }
    guard syntax.baseName == "Optional", let arguments = syntax.genericArguments, let inner = arguments.first else {
      return syntax
    }
    return Syntax(inner.argument).as(TypeSyntax.self) ?? syntax
  }

  /// The text of the type as an optional; unchanged if the type is an optional.
  var asOptional: String { isOptional ? text : "\(atom)?" }

  /// The type's text, in parentheses if a suffix would bind only to its last part.
  private var atom: String {
    switch syntax.kind {
    case .identifierType, .memberType, .arrayType, .dictionaryType, .optionalType, .tupleType: text
    default: "(\(text))"
    }
  }

  /// Returns the kind and the type in `Query<T>`, `Contract.Query<T>` or `Contract::Query<T>`.
  static func unwrapped(_ type: TypeSyntax) -> (InputKind, TypeSyntax)? {
    guard let name = type.baseName, let kind = InputKind(wrapper: name), isOurs(type),
      let arguments = type.genericArguments, arguments.count == 1,
      let inner = arguments.first.flatMap({ Syntax($0.argument).as(TypeSyntax.self) })
    else { return nil }
    return (kind, inner)
  }

  /// Returns true for an unqualified name, and for a name qualified with this package's module.
  static func isOurs(_ type: TypeSyntax) -> Bool {
    if let member = type.as(MemberTypeSyntax.self) { return member.baseType.trimmedDescription == "Contract" }
    let tokens = type.tokens(viewMode: .sourceAccurate).prefix(2).map(\.text)
    return tokens.last != "::" || tokens.first == "Contract"
  }
}

extension TypeSyntax {
  /// The type without trivia around it. Most types have none, and rebuilding the tree costs as much as parsing it.
  fileprivate var bare: TypeSyntax {
    leadingTriviaLength.utf8Length == 0 && trailingTriviaLength.utf8Length == 0 ? self : trimmed
  }

  /// The last name of a named type, without its generic arguments.
  var baseName: String? {
    self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
  }

  /// The generic arguments of a named type.
  var genericArguments: GenericArgumentListSyntax? {
    (self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause)?.arguments
  }
}
