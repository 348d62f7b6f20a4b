import SwiftSyntax

/// The model of a struct or enum with `@Schema`.
struct SchemaModel {
  /// The structure of the type.
  enum Shape {
    /// An object with these members.
    case object([SchemaMemberModel])
    /// The raw value of a type that implements `RawRepresentable`, and its type if written.
    case raw(String?)
    /// One of several raw values.
    case choices(raw: TypeSyntax, [SchemaCaseModel])
    /// An object whose only member names the case.
    case cases([SchemaCaseModel])
  }

  let declaration: any DeclGroupSyntax & NamedDeclSyntax
  let name: Identifier
  let access: Access
  let shape: Shape
  /// The declared coding keys; nil if the compiler generates them.
  let keys: SchemaKeysModel?
  /// True if the type declares an initializer and therefore has no memberwise one.
  let hasInitializer: Bool
  /// The declared functions among `init(from:)` and `encode(to:)`.
  let ownCoding: [TokenSyntax]
  /// Patterns such as `(a, b)`, which are not read.
  let tuples: [PatternSyntax]
  /// Members inside `#if`, which are not read.
  let conditionals: [IfConfigDeclSyntax]
  /// Attributes of `@Schema` on members that are not stored.
  let strayAttributes: [SchemaStrayAttribute]
  /// The generic parameters without a coding constraint.
  let uncodedParameters: [String]
  /// The generic parameters whose conformances no `@Sendable` closure may capture.
  let unsendableParameters: [String]
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

extension SchemaModel {
  /// The `@Positional` of a type; nil without it.
  var positionalAttribute: AttributeSyntax? { declaration.attributes.named("Positional").first }

  /// True for a struct whose members are the elements of an array.
  var isPositional: Bool { positionalAttribute != nil }
}

extension SchemaModel.Shape {
  /// The types of all members and associated values.
  var storedTypes: [TypeModel] {
    switch self {
    case .object(let members): members.filter { $0.key != nil }.compactMap(\.type)
    case .raw, .choices: []
    case .cases(let cases): cases.flatMap(\.values).map(\.type)
    }
  }
}

/// An attribute on a static or computed member.
struct SchemaStrayAttribute {
  let attribute: AttributeSyntax
  /// The kind of the member, in words.
  let kind: String
}

/// The documentation, examples and deprecation of a type, member or case.
struct SchemaNotes {
  /// The text of `@Doc`, or else the documentation comment.
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
  /// The type as written, or as inferred from the initial value.
  let type: TypeModel?
  let isAnnotated: Bool
  let initialValue: ExprSyntax?
  /// The wire name before any mapping; nil for a member that is not in the coding keys.
  let key: String?
  let notes: SchemaNotes

  /// True for a `let` with an initial value, which is only encoded.
  var isConstant: Bool {
    variable.bindingSpecifier.tokenKind == .keyword(.let) && initialValue != nil
  }

  /// The value of an absent member; nil if there is none, or if the value is nil. A type that is not spelled as an optional
  /// may be an alias of an optional; a nil of such a type is a value like any other.
  var defaultValue: ExprSyntax? {
    guard !isConstant else { return nil }
    if let type, type.isPatch { return type.leave }
    guard let initialValue else { return nil }
    return type?.isOptional == true && initialValue.is(NilLiteralExprSyntax.self) ? nil : initialValue
  }

  /// True for a member whose nil must be encoded, because an absent one is read as its initial value.
  var writesNull: Bool { type?.isOptional == true && defaultValue != nil }

  /// True for a variable with an implicit nil: `var a: T?` and `var a: T!`, but not `Optional<T>`.
  var startsAsNil: Bool {
    variable.bindingSpecifier.tokenKind == .keyword(.var) && type?.syntax.is(OptionalTypeSyntax.self) == true
  }

  /// False for a member that may be absent.
  var isRequired: Bool { type?.isOptional != true && type?.isPatch != true && initialValue == nil }

  /// The `@Validate` attributes.
  var validations: [ValidateModel] { variable.attributes.named("Validate").map(ValidateModel.ofMember) }

  /// Returns the rules of all `@Validate` attributes, as spelled inside a member of the type `owner`.
  func rules(in owner: Identifier) -> [LocatedText] {
    validations.flatMap(\.rules).map { LocatedText($0, spellingSelf: owner.source) }
  }

  var hasRules: Bool { validations.contains { !$0.rules.isEmpty } }
}

/// One case of an enum.
struct SchemaCaseModel {
  let declaration: EnumCaseDeclSyntax
  let element: EnumCaseElementSyntax
  let name: Identifier
  /// The wire name before any mapping; nil for a case that is not in the coding keys.
  let key: String?
  let values: [SchemaValueModel]
  /// The coding keys of the associated values; nil if the compiler generates them.
  let keys: SchemaKeysModel?
  let notes: SchemaNotes
}

/// One associated value of a case.
struct SchemaValueModel {
  let syntax: EnumCaseParameterSyntax
  /// The label as written; nil if there is none.
  let label: Identifier?
  /// The label, or `_0` for the first value without one.
  let name: String
  let type: TypeModel
  /// The wire name before any mapping; nil if it is not in the coding keys.
  let key: String?
  /// The name of the variable in generated code.
  let local: String
}

/// The declared coding keys of a type.
struct SchemaKeysModel {
  /// One case.
  struct Key {
    let token: TokenSyntax
    let name: Identifier
    /// The wire name; nil if it is not a literal.
    let text: String?
  }

  /// The declaration: an enum, or a declaration that a macro cannot read.
  let declaration: DeclSyntax
  let name: TokenSyntax
  let keys: [Key]
  /// True for an enum, false for other declarations of this name.
  let isReadable: Bool

  /// The cases inside `#if`, which are not read.
  var conditionals: [IfConfigDeclSyntax] {
    let members = declaration.as(EnumDeclSyntax.self)?.memberBlock.members.map(\.decl) ?? []
    return members.compactMap { $0.as(IfConfigDeclSyntax.self) }
      .filter { $0.containsMember { $0.is(EnumCaseDeclSyntax.self) } }
  }

  /// Returns the wire name of a member; nil if it is not in the keys.
  func text(of name: Identifier) -> String? {
    keys.first { $0.name == name }.map { $0.text ?? $0.name.name }
  }
}
