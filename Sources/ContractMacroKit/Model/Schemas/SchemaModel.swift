import SwiftSyntax

// Large: a record of the parts of a declaration, filled by the parser.
/// A struct or enum with `@Schema`, read once.
struct SchemaModel {
  /// What the type is made of.
  enum Shape {
    /// An object with these members.
    case object([SchemaMemberModel])
    /// The raw value of a type that conforms to `RawRepresentable` by itself, and its type where that is spelled out.
    case raw(String?)
    /// One raw value of several.
    case choices(raw: TypeSyntax, [SchemaCaseModel])
    /// An object with one member, which names the case.
    case cases([SchemaCaseModel])
  }

  let declaration: any DeclGroupSyntax & NamedDeclSyntax
  let name: Identifier
  let access: Access
  let shape: Shape
  /// The type's own coding keys, nil when the compiler makes them.
  let keys: SchemaKeysModel?
  /// True when the type declares an initializer, so that it has no memberwise one.
  let hasInitializer: Bool
  /// The names of `init(from:)` and `encode(to:)` where the type declares them itself.
  let ownCoding: [TokenSyntax]
  /// Patterns such as `(a, b)`, which are not read.
  let tuples: [PatternSyntax]
  /// Members inside `#if`, which are not read.
  let conditionals: [IfConfigDeclSyntax]
  /// Attributes of `@Schema` on what is not stored.
  let strayAttributes: [SchemaStrayAttribute]
  /// The generic parameters that nothing says can be coded.
  let uncodedParameters: [String]
  let isGeneric: Bool
  let notes: SchemaNotes

  var members: [SchemaMemberModel] {
    if case .object(let members) = shape { members } else { [] }
  }

  var cases: [SchemaCaseModel] {
    switch shape {
    case .object, .raw: []
    case .choices(_, let cases), .cases(let cases): cases
    }
  }
}

extension SchemaModel.Shape {
  /// The types of everything that a value holds.
  var storedTypes: [TypeModel] {
    switch self {
    case .object(let members): members.filter { $0.key != nil }.compactMap(\.type)
    case .raw, .choices: []
    case .cases(let cases): cases.flatMap(\.values).map(\.type)
    }
  }
}

/// An attribute that stands on a static or computed member.
struct SchemaStrayAttribute {
  let attribute: AttributeSyntax
  /// What the member is, in words.
  let kind: String
}

/// What comments and attributes say about a type, a member or a case beside its type.
struct SchemaNotes {
  /// The text of `@Doc`, else of the documentation comment.
  let text: String?
  let examples: [ExprSyntax]
  let isDeprecated: Bool
  let attributes: AttributeListSyntax
}

/// One stored member of a struct.
struct SchemaMemberModel {
  let variable: VariableDeclSyntax
  let name: Identifier
  let nameToken: TokenSyntax
  /// The type as written, or as told from the initial value.
  let type: TypeModel?
  let isAnnotated: Bool
  let initialValue: ExprSyntax?
  /// The name on the wire before any mapping; nil for a member that the coding keys leave out.
  let key: String?
  let notes: SchemaNotes

  /// True for a `let` with its value: it is written and never read.
  var isConstant: Bool {
    variable.bindingSpecifier.tokenKind == .keyword(.let) && initialValue != nil
  }

  /// The value of a member that is absent, nil where there is none or where it is nil. A type that is not spelled as an
  /// optional may be one all the same, with nil as a value like any other.
  var defaultValue: ExprSyntax? {
    guard !isConstant, let initialValue else { return nil }
    return type?.isOptional == true && initialValue.is(NilLiteralExprSyntax.self) ? nil : initialValue
  }

  /// True for a member that has to be written when it is nil too, because it would come back as its initial value.
  var writesNull: Bool { type?.isOptional == true && defaultValue != nil }

  /// True for a variable that Swift itself gives nil: `var a: T?` and `var a: T!`, but not `Optional<T>`.
  var startsAsNil: Bool {
    variable.bindingSpecifier.tokenKind == .keyword(.var) && type?.syntax.is(OptionalTypeSyntax.self) == true
  }

  /// False for a member that may be absent.
  var isRequired: Bool { type?.isOptional != true && initialValue == nil }

  /// The `@Validate` attributes.
  var validations: [ValidateModel] { variable.attributes.named("Validate").map(ValidateModel.ofMember) }

  /// The rules of all `@Validate` attributes, as they are spelled in a member of the type called `owner`.
  func rules(in owner: Identifier) -> [LocatedText] {
    validations.flatMap(\.rules).map { LocatedText($0.description(spellingSelf: owner), at: $0.anchor) }
  }

  var hasRules: Bool { validations.contains { !$0.rules.isEmpty } }
}

/// One case of an enum.
struct SchemaCaseModel {
  let declaration: EnumCaseDeclSyntax
  let element: EnumCaseElementSyntax
  let name: Identifier
  /// The name on the wire before any mapping; nil for a case that the coding keys leave out.
  let key: String?
  let values: [SchemaValueModel]
  /// The coding keys of the associated values, nil when the compiler makes them.
  let keys: SchemaKeysModel?
  let notes: SchemaNotes
}

/// One associated value of a case.
struct SchemaValueModel {
  let syntax: EnumCaseParameterSyntax
  /// The label as written, nil without one.
  let label: Identifier?
  /// The label, `_0` for the first value without one.
  let name: String
  let type: TypeModel
  /// The name on the wire before any mapping; nil when the coding keys leave it out.
  let key: String?
  /// The variable in generated code.
  let local: String
}

/// Coding keys that a type declares itself.
struct SchemaKeysModel {
  /// One case.
  struct Key {
    let token: TokenSyntax
    let name: Identifier
    /// The name on the wire; nil when it is no literal.
    let text: String?
  }

  /// What is declared: an enum, or something that a macro cannot read.
  let declaration: DeclSyntax
  let name: TokenSyntax
  let keys: [Key]
  /// True for an enum, false for anything else under the name.
  let isReadable: Bool

  /// The name on the wire of a member, nil when it is left out.
  func text(of name: Identifier) -> String? {
    keys.first { $0.name == name }.map { $0.text ?? $0.name.name }
  }
}
