/// A JSON Schema (draft 2020-12) as OpenAPI 3.1 uses it: what values look like in JSON.
///
/// Types are named and not copied: a schema refers to a ``Schema`` type and asks it for its own schema only when a
/// document is written, so that types may contain themselves. Names of members are those of Swift; the document has
/// them, and dates, as its ``JSONOptions`` say.
///
/// ```swift
/// JSONSchema.text(of: Todo.self)  // {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Todo",…}
/// ```
public struct JSONSchema: Sendable {
  /// The kinds of JSON values, as `type` names them.
  public enum ValueType: String, Sendable, Hashable, CaseIterable {
    /// `null`.
    case null
    /// `true` and `false`.
    case boolean
    /// Numbers without a fraction.
    case integer
    /// All numbers.
    case number
    /// Text.
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
    /// What its values look like.
    public var schema: JSONSchema
    /// False for a member that may be absent.
    public var isRequired: Bool

    /// A member of an object.
    public init(_ name: String, _ schema: JSONSchema, isRequired: Bool = true) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
    }
  }

  /// The name under which a document keeps the schema and refers to it; nil for one that is written where it is used.
  public var name: String?
  /// The type that describes itself; the rest of this schema is then about this use of the type.
  public var type: (any Schema.Type)?
  /// The kinds of values that are allowed. None allows all.
  public var types: [ValueType] = []
  /// True when `null` is allowed as well.
  public var isNullable = false
  /// What a string or number means, as `format` names it: `uuid`, `int64`.
  public var format: String?
  /// How a string holds bytes: `base64`.
  public var contentEncoding: String?
  /// True for dates, which are strings or numbers as a document's options say.
  public var isDate = false

  /// A short name for people.
  public var title: String?
  /// A text for people.
  public var description: String?
  /// Rules that only words describe, such as `must be even`.
  public var requirements: [String] = []
  /// Values as they could be.
  public var examples: [JSONSample] = []
  /// The value that an absent one stands for.
  public var defaultValue: JSONSample?
  /// True for what should not be used any more.
  public var isDeprecated = false

  /// The only values allowed, `enum`; empty allows all.
  public var choices: [JSONSample] = []
  /// The only value allowed, `const`.
  public var constant: JSONSample?
  /// The schemas of which exactly one applies; empty for no such rule.
  public var oneOf: [JSONSchema] = []

  /// The members of an object, in order.
  public var properties: [Property] = []
  /// Texts of JSON numbers that bound a number.
  public var bounds = NumberBounds()
  /// How long a string may be, in Unicode code points.
  public var lengths = SizeBounds()
  /// The regular expression that a whole string matches.
  public var pattern: String?
  /// How many elements an array may have.
  public var counts = SizeBounds()
  /// True for an array whose elements all differ.
  public var hasUniqueItems = false

  // A struct cannot contain itself; an array holds one or none.
  private var itemSchemas: [JSONSchema] = []
  private var additionalSchemas: [JSONSchema] = []

  /// A schema that allows every value.
  public init() {}

  /// A schema of one kind of values.
  public init(_ type: ValueType, format: String? = nil, contentEncoding: String? = nil) {
    self.types = [type]
    self.format = format
    self.contentEncoding = contentEncoding
  }

  /// What all elements of an array look like.
  public var items: JSONSchema? {
    get { itemSchemas.first }
    set { itemSchemas = newValue.map { [$0] } ?? [] }
  }

  /// What all members of an object look like that ``properties`` does not name.
  public var additionalProperties: JSONSchema? {
    get { additionalSchemas.first }
    set { additionalSchemas = newValue.map { [$0] } ?? [] }
  }

  /// The bounds of a number, as texts of JSON numbers.
  public struct NumberBounds: Sendable, Hashable {
    /// The least value.
    public var minimum: String?
    /// A value below every allowed one.
    public var exclusiveMinimum: String?
    /// The greatest value.
    public var maximum: String?
    /// A value above every allowed one.
    public var exclusiveMaximum: String?

    /// Bounds; nil for none.
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
    /// The least size.
    public var minimum: Int?
    /// The greatest size.
    public var maximum: Int?

    /// Bounds; nil for none.
    public init(minimum: Int? = nil, maximum: Int? = nil) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }
}
