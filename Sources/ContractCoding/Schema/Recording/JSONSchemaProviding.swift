/// A `Codable` type that describes its JSON itself.
///
/// Schemas of other `Codable` types are found by decoding them. Conform a type that cannot be described that way, such as
/// one whose `init(from:)` tries several forms:
///
/// ```swift
/// extension Money: JSONSchemaProviding {
///   static var jsonSchema: JSONSchema { JSONSchema(.string, format: "money") }
/// }
/// ```
public protocol JSONSchemaProviding {
  /// The type's JSON Schema.
  static var jsonSchema: JSONSchema { get }
}
