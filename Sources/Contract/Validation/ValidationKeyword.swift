/// A rule about a value in the words of JSON Schema (2020-12 validation vocabulary), which OpenAPI 3.1 uses.
///
/// Bounds are texts as the value travels: decimal for numbers, RFC 3339 for dates.
public indirect enum ValidationKeyword: Hashable, Sendable {
  /// The least value.
  case minimum(String)
  /// A value below every allowed one.
  case exclusiveMinimum(String)
  /// The greatest value.
  case maximum(String)
  /// A value above every allowed one.
  case exclusiveMaximum(String)
  /// The least number of characters, counted as Unicode code points.
  case minLength(Int)
  /// The greatest number of characters, counted as Unicode code points.
  case maxLength(Int)
  /// The least number of elements.
  case minItems(Int)
  /// The greatest number of elements.
  case maxItems(Int)
  /// A regular expression that the whole text matches.
  case pattern(String)
  /// What each element satisfies.
  case items([ValidationKeyword])
  /// A rule that only words describe.
  case custom(String)
}
