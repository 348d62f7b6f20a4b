#if Macros
  /// Generates a compiled JSON reader and writer, a JSON Schema, and the validation of members for a struct or enum.
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
  /// The JSON format is that of the compiler's `Codable`, including `CodingKeys`, raw values and enums with associated values.
  /// The type works with every coder, because the macro adds a missing `Codable` conformance. There is one difference, in all
  /// coders: a member with an initial value may be absent. If the member is also optional, nil is written as null, so that it
  /// is read back as nil.
  ///
  /// A `RawRepresentable` type is coded as its raw value, in all coders. (`Codable` itself does this only for strings,
  /// numbers and `Bool`.)
  ///
  /// The types of members must be written out or be obvious from a literal. They need not have `@Schema`; those without it are
  /// coded through `Codable`, which is slower. Computed and static properties are ignored; lazy ones are an error. Comments
  /// become descriptions unless ``Doc(_:)`` sets another, and initial values that are literals become defaults.
  ///
  /// The parameters of a generic type must conform to ``Schema``, unless their constraints already make them codable.
  @attached(
    member,
    names: named(read), named(write), named(schema), named(init), named(__keys), named(__Keys), named(__CodingKeys),
    named(__Rules), named(__Types), named(__read), named(__write), named(__schema), named(__rawType))
  @attached(extension, conformances: Schema, Codable, names: named(init), named(encode))
  public macro Schema() = #externalMacro(module: "ContractMacros", type: "SchemaMacro")

  /// Names the case of an enum with ``Schema()`` in a member of the object, instead of using the case as the key.
  ///
  /// ```swift
  /// @Schema @Tagged("type") enum Event {
  ///   case labeled(label: String, by: User)  // {"type":"labeled","label":"bug","by":{…}}
  ///   case renamed(Rename)                   // {"type":"renamed","from":"a","to":"b"}
  ///   case closed                            // {"type":"closed"}
  ///   case unknown(JSONValue)                // any other, kept whole
  /// }
  /// ```
  ///
  /// `CodingKeys` rename tags. A single value without a label is an object to which the tag is added. Without a case
  /// `unknown(JSONValue)`, other tags are refused. No key mapping changes the name of the tag, its values or the name
  /// of the content.
  ///
  /// - Parameters:
  ///   - name: the member with the tag.
  ///   - content: the member with the values of the case; nil to put them next to the tag.
  @attached(peer)
  public macro Tagged(_ name: String, content: String? = nil) =
    #externalMacro(module: "ContractMacros", type: "SchemaNoteMacro")

  /// Makes the case of an enum with ``Schema()`` the only key of the object, with the value of the case.
  ///
  /// ```swift
  /// @Schema @Tagged(.key) enum Operation {
  ///   case put(Put)                // {"put":{"key":"a","value":"b"}}
  ///   case delete(Int)             // {"delete":5}
  ///   case move(from: Int, to: Int)  // {"move":{"from":1,"to":2}}
  ///   case stop                    // {"stop":{}}
  ///   case unknown(JSONValue)      // any other object, kept whole
  /// }
  /// ```
  ///
  /// Without this attribute, a value without a label is a member `_0`, as `Codable` writes it. `CodingKeys` rename keys, and a
  /// key mapping applies to them. An object with two known keys is refused. An object without a known key is refused, unless
  /// the enum has a case `unknown(JSONValue)`. Unknown members next to a known key are ignored.
  ///
  /// - Parameter form: ``TagForm/key``.
  @attached(peer)
  public macro Tagged(_ form: TagForm) = #externalMacro(module: "ContractMacros", type: "SchemaNoteMacro")

  /// Unavailable: the value of the case is the value of its key.
  @available(*, unavailable, message: "with '.key' the value of the case is the value of its key; remove 'content'")
  @attached(peer)
  public macro Tagged(_ form: TagForm, content: String?) =
    #externalMacro(module: "ContractMacros", type: "SchemaNoteMacro")

  /// The location of the case name in the JSON of a ``Schema()`` enum without a tag.
  public enum TagForm: Sendable {
    /// The case is the key of the object's only member.
    case key
  }

  /// Makes a struct with ``Schema()`` an array whose elements are the members in the order of declaration.
  ///
  /// ```swift
  /// @Schema @Positional struct Sample {
  ///   var seconds: Double
  ///   var value: String
  ///   var note: String?
  /// }
  /// // [1435781430.781,"1",null]
  /// ```
  ///
  /// All members are written, nil as null. When read, the last elements may be absent if their members are optional or have
  /// an initial value; arrays with more elements are refused. Members have no names, so there are no `CodingKeys`.
  @attached(peer)
  public macro Positional() = #externalMacro(module: "ContractMacros", type: "SchemaNoteMacro")

  /// Sets the description of a type with ``Schema()``, or of one of its members or cases without raw values, instead of its comment.
  ///
  /// ```swift
  /// @Doc("When it has to be done.") var due: Date?
  /// ```
  ///
  /// - Parameter text: a literal in CommonMark, as OpenAPI expects.
  @attached(peer)
  public macro Doc(_ text: String) = #externalMacro(module: "ContractMacros", type: "SchemaNoteMacro")

  /// Adds examples to a type with ``Schema()`` or to one of its members.
  ///
  /// ```swift
  /// @Example("Buy milk", "Call Ann") var title: String
  /// @Example(Owner(name: "Ann")) var owner: Owner
  /// ```
  ///
  /// - Parameter values: a literal is the value in JSON, so `"2026-07-31T09:30:00Z"` is an example of a `Date`; any
  ///   other expression is a value of the member's type. Examples of a type are literals.
  @attached(peer)
  public macro Example(_ values: Any...) = #externalMacro(module: "ContractMacros", type: "SchemaNoteMacro")
#endif
