/// A JSON Schema (2020-12) as OpenAPI 3.1 uses it: what a type looks like in JSON.
public struct JSONSchema: Sendable, Hashable {
  /// The kinds of values, as `type` names them; null beside the others for optional values. Empty allows all.
  public var types: [String]

  /// What a string or number means, as `format` names it.
  public var format: String?

  /// How a string holds bytes, as `contentEncoding` names it.
  public var contentEncoding: String?

  /// The raw values of an enumeration, as JSON texts.
  public var enumeration: [String]

  /// One schema for all elements of an array.
  public var items: Indirect?

  /// One schema for all members that have no schema of their own.
  public var additionalProperties: Indirect?

  /// A schema inside another.
  public final class Indirect: Sendable, Hashable {
    /// The schema.
    public let schema: JSONSchema

    /// A schema inside another.
    public init(_ schema: JSONSchema) {
      self.schema = schema
    }

    /// Compares the schemas.
    public static func == (a: Indirect, b: Indirect) -> Bool { a.schema == b.schema }

    /// Hashes the schema.
    public func hash(into hasher: inout Hasher) { hasher.combine(schema) }
  }

  /// A schema of one kind of values.
  public init(_ type: String, format: String? = nil, contentEncoding: String? = nil, enumeration: [String] = []) {
    types = [type]
    self.format = format
    self.contentEncoding = contentEncoding
    self.enumeration = enumeration
  }

  /// The schema of an array.
  public static func array(of items: JSONSchema) -> JSONSchema {
    var schema = JSONSchema("array")
    schema.items = Indirect(items)
    return schema
  }

  /// The schema of an object whose members are all alike.
  public static func dictionary(of values: JSONSchema) -> JSONSchema {
    var schema = JSONSchema("object")
    schema.additionalProperties = Indirect(values)
    return schema
  }

  /// The same schema, null allowed.
  public var nullable: JSONSchema {
    var schema = self
    if !types.isEmpty, !types.contains("null") { schema.types.append("null") }
    return schema
  }
}
