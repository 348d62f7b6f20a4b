// Large: one property for each keyword of JSON Schema.
/// A JSON Schema (draft 2020-12) as used by OpenAPI 3.1.
///
/// A schema refers to ``Schema`` types, and their schemas are read only when a document is written, so types may be
/// recursive. Member names are those of Swift; the ``JSONOptions`` of a document determine its names and dates.
///
/// ```swift
/// JSONSchema.text(of: Todo.self)  // {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Todo",…}
/// ```
public struct JSONSchema: Sendable {
  /// The types of JSON values, named as in `type`.
  public enum ValueType: String, Sendable, Hashable, CaseIterable {
    /// `null`.
    case null
    /// `true` and `false`.
    case boolean
    /// A number without a fraction.
    case integer
    /// Any number.
    case number
    /// A string.
    case string
    /// A list of values.
    case array
    /// Members by name.
    case object
  }

  /// A member of an object.
  public struct Property: Sendable {
    /// The coding key, before any key mapping.
    public var name: String
    /// The schema of its value.
    public var schema: JSONSchema
    /// False for a member that may be absent.
    public var isRequired: Bool
    /// True for a name that no key mapping changes.
    public var isExact = false

    /// Creates a member.
    public init(_ name: String, _ schema: JSONSchema, isRequired: Bool = true) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
    }
  }

  /// The name of the schema in a document's definitions; nil for an inline schema.
  public var name: String?
  /// A type that provides its own schema. The other properties then refine this use of it.
  public var type: (any Schema.Type)?
  /// A type that is only `Codable`, whose schema was found by decoding it.
  var recorded: RecordedType?
  /// The reason why the schema of a type is unknown, with the remedy; nil for a known schema. A document lists all
  /// problems.
  public var problem: String?
  /// The allowed types of values; empty for all.
  public var types: [ValueType] = []
  /// True when `null` is allowed, too.
  public var isNullable = false
  /// The `format` of a string or number: `uuid`, `int64`.
  public var format: String?
  /// The encoding of bytes in a string: `base64`.
  public var contentEncoding: String?
  /// True for dates, which are strings or numbers depending on a document's options.
  public var isDate = false

  /// True for `Int64` and `UInt64`, which are numbers or strings depending on a document's options.
  public var isInteger64 = false

  /// A short title for readers.
  public var title: String?
  /// A description for readers.
  public var description: String?
  /// Rules that are described only in words, such as `must be even`.
  public var requirements: [String] = []
  /// Example values.
  public var examples: [JSONSample] = []
  /// The value of an absent member.
  public var defaultValue: JSONSample?
  /// True when deprecated.
  public var isDeprecated = false

  /// The only allowed values (`enum`); empty for all.
  public var choices: [JSONSample] = []
  /// The only allowed value (`const`).
  public var constant: JSONSample?
  /// Schemas, exactly one of which must apply; empty if there is no such rule.
  public var oneOf: [JSONSchema] = []
  /// The member that distinguishes the alternatives of ``oneOf``; nil if there is none.
  public var discriminator: Discriminator?
  /// True if several of ``oneOf`` may apply, because one of them allows the values that the others do not name. Documents then
  /// have `anyOf`.
  public var hasOpenAlternative = false

  /// The members of an object, in order.
  public var properties: [Property] = []
  /// True for an array whose elements are those of ``properties``, without names.
  public var isPositional = false
  /// The regular expression for the names of an object's members.
  public var namePattern: String?
  /// The bounds of a number.
  public var bounds = NumberBounds()
  /// The bounds of a string's length in Unicode code points.
  public var lengths = SizeBounds()
  /// The regular expression that a whole string must match.
  public var pattern: String?
  /// The bounds of an array's number of elements.
  public var counts = SizeBounds()
  /// True for an array with distinct elements.
  public var hasUniqueItems = false

  // Arrays of at most one schema, because a struct cannot contain itself.
  private var itemSchemas: [JSONSchema] = []
  private var additionalSchemas: [JSONSchema] = []

  /// Creates a schema that allows every value.
  public init() {}

  /// Creates a schema for one type of values.
  public init(_ type: ValueType, format: String? = nil, contentEncoding: String? = nil) {
    self.types = [type]
    self.format = format
    self.contentEncoding = contentEncoding
  }

  /// The schema of all elements of an array.
  public var items: JSONSchema? {
    get { itemSchemas.first }
    set { itemSchemas = newValue.map { [$0] } ?? [] }
  }

  /// The schema of members that ``properties`` does not list.
  public var additionalProperties: JSONSchema? {
    get { additionalSchemas.first }
    set { additionalSchemas = newValue.map { [$0] } ?? [] }
  }

  /// The bounds of a number, as JSON numbers.
  public struct NumberBounds: Sendable, Hashable {
    /// The smallest allowed value.
    public var minimum: String?
    /// The exclusive lower bound.
    public var exclusiveMinimum: String?
    /// The largest allowed value.
    public var maximum: String?
    /// The exclusive upper bound.
    public var exclusiveMaximum: String?

    /// Creates bounds; nil for none.
    public init(
      minimum: String? = nil, exclusiveMinimum: String? = nil, maximum: String? = nil, exclusiveMaximum: String? = nil
    ) {
      self.minimum = minimum
      self.exclusiveMinimum = exclusiveMinimum
      self.maximum = maximum
      self.exclusiveMaximum = exclusiveMaximum
    }
  }

  /// The bounds of a size.
  public struct SizeBounds: Sendable, Hashable {
    /// The smallest allowed size.
    public var minimum: Int?
    /// The largest allowed size.
    public var maximum: Int?

    /// Creates bounds; nil for none.
    public init(minimum: Int? = nil, maximum: Int? = nil) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }
}
