public import ContractCoding

/// A value in the path, the query, the headers or the cookies, with its schema.
public struct ParameterDescription: Sendable {
  /// The location, the name on the wire and the Swift type.
  public let input: InputDescription
  /// The schema of the value; of all values for a dictionary.
  public let schema: JSONSchema
  /// False if the value may be absent.
  public let isRequired: Bool
  /// True for an object in a query, whose members are separate values, such as `filter[status]=open`.
  public let isNested: Bool
  /// The text of the documentation comment about the parameter; nil without one.
  public let documentation: String?
}
