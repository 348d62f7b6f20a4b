/// A rule as a keyword of JSON Schema (2020-12 validation vocabulary), which OpenAPI 3.1 uses.
///
/// Bounds are strings in the wire format of the value: decimal for numbers, RFC 3339 for dates.
public indirect enum ValidationKeyword: Hashable, Sendable {
  /// The minimum value.
  case minimum(String)
  /// An exclusive lower bound.
  case exclusiveMinimum(String)
  /// The maximum value.
  case maximum(String)
  /// An exclusive upper bound.
  case exclusiveMaximum(String)
  /// The minimum number of characters, counted as Unicode code points.
  case minLength(Int)
  /// The maximum number of characters, counted as Unicode code points.
  case maxLength(Int)
  /// The minimum number of elements.
  case minItems(Int)
  /// The maximum number of elements.
  case maxItems(Int)
  /// A regular expression that must match the whole string.
  case pattern(String)
  /// The rules for each element.
  case items([ValidationKeyword])
  /// A rule that is only described in words.
  case custom(String)
}
