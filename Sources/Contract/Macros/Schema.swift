#if Macros
  /// Gives a struct or enum a compiled JSON reader and writer, its JSON Schema, and the validation of its members.
  ///
  /// ```swift
  /// /// A thing to do.
  /// @Schema
  /// public struct Todo {
  ///   public var id: Int
  ///   /// The words.
  ///   @Validate(.length(1...80)) @Example("Buy milk") public var title: String
  ///   public var tags: [String] = []
  ///   public var due: Date?
  /// }
  /// ```
  ///
  /// The JSON is what the compiler's own `Codable` reads and writes, `CodingKeys`, raw values and enums with associated
  /// values included, and every coder takes the type, because it is `Codable` too: the macro adds that conformance where
  /// it is missing. One thing differs, in all coders: a member with an initial value may be absent, and when it is an
  /// optional, nil is written as null, to come back as nil.
  ///
  /// A type that is `RawRepresentable` is its raw value, in all coders too: `Codable` would do so with strings, numbers and
  /// `Bool` only.
  ///
  /// Members have types that are written out or obvious from a literal. Types of members need not have `@Schema`
  /// themselves; those without are read and written through `Codable`, more slowly. Computed and static properties are no
  /// members, and lazy ones are an error. Comments become descriptions unless ``Doc(_:)`` says another one, and initial
  /// values that are literals become defaults.
  ///
  /// A generic type asks its parameters to be ``Schema`` where nothing else says that they can be coded.
  @attached(
    member,
    names: named(read), named(write), named(schema), named(init), named(__keys), named(__Keys), named(__CodingKeys),
    named(__Rules))
  @attached(extension, conformances: Schema, Codable, names: named(init), named(encode))
  public macro Schema() = #externalMacro(module: "ContractMacros", type: "SchemaMacro")

  /// The text that describes a type with ``Schema()``, one of its members or one of its cases, instead of its comment.
  ///
  /// ```swift
  /// @Doc("When it has to be done.") var due: Date?
  /// ```
  ///
  /// - Parameter text: a literal; CommonMark, which OpenAPI takes.
  @attached(peer)
  public macro Doc(_ text: String) = #externalMacro(module: "ContractMacros", type: "SchemaNoteMacro")

  /// Values as they could be, of a type with ``Schema()`` or of one of its members.
  ///
  /// ```swift
  /// @Example("Buy milk", "Call Ann") var title: String
  /// @Example(Owner(name: "Ann")) var owner: Owner
  /// ```
  ///
  /// - Parameter values: a literal is the value as JSON has it, so that `"2026-07-31T09:30:00Z"` is one for a `Date`;
  ///   anything else is a value of the member's type.
  @attached(peer)
  public macro Example(_ values: Any...) = #externalMacro(module: "ContractMacros", type: "SchemaNoteMacro")
#endif
