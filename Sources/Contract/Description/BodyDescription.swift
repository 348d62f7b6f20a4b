public import ContractCoding

/// The body of a request, with its schema.
public struct BodyDescription: Sendable {
  /// The schema of the whole body, or of one value of a stream. For a body of fields, the schema of an object with these
  /// fields.
  public let schema: JSONSchema
  /// False if the body may be absent.
  public let isRequired: Bool
  /// The names of members that are parts of a multipart body with their own media type, such as files.
  public let parts: [String]
  /// The form of a stream of values; nil for other bodies.
  public var stream: StreamForm?
}
