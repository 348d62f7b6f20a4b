public import FoundationEssentials

/// The format of queries and application/x-www-form-urlencoded bodies. Both ends of a contract must use the same
/// options.
///
/// Encoding follows the options exactly. Decoding accepts more: an array as repeated names, as `k[]` and as `k[0]`, `+`
/// for a space, and all common words for a Bool. Commas between elements and dots between names are recognized only if
/// the options specify them.
public struct URLFormOptions: Sendable {
  /// The format of arrays of single values. Elements that are objects or arrays always have an index in their name,
  /// `k[0][name]=a`, to keep them apart.
  public enum ArrayStyle: Sendable, Hashable {
    /// `k=a&k=b`, like OpenAPI's `form` style with `explode`.
    case repeated
    /// `k[]=a&k[]=b`.
    case brackets
    /// `k[0]=a&k[1]=b`.
    case indexed
    /// `k=a,b`, with any separator, which must not be empty. Separators inside an element are percent-encoded.
    ///
    /// Browsers and most libraries also encode the separators themselves, so `k=a%2Cb` is decoded as two elements, and
    /// `k=1%2C2,3` as three if they are numbers. An array of one element must not contain the separator. A separator that
    /// a query must encode, such as a space, is always encoded, and then no element may contain it.
    case separated(by: String)
  }

  /// The format of members of objects.
  public enum NestingStyle: Sendable, Hashable {
    /// `k[sub]=v`.
    case brackets
    /// `k.sub=v`.
    case dots
    /// `k={"sub":"v"}`, percent-encoded: an object, or an array inside an array, is sent as JSON.
    case json
  }

  /// The format of a Bool. Decoding also accepts true, t, yes, y, 1, false, f, no, n and 0, case-insensitively.
  public enum BoolStyle: Sendable, Hashable {
    /// `true` and `false`.
    case literal
    /// `1` and `0`.
    case numeric
    /// Custom words.
    case custom(true: String, false: String)
  }

  /// The format of `Data`.
  public enum DataStyle: Sendable {
    /// Base64 with padding (RFC 4648 §4).
    case base64
    /// A custom string format.
    ///
    /// - Parameters:
    ///   - encode: returns the string for the data. Encoding rethrows its errors.
    ///   - decode: returns the data for a string; nil if invalid.
    case custom(encode: @Sendable (Data) throws -> String, decode: @Sendable (String) -> Data?)
  }

  /// The format of nil, where a type encodes it; synthesized types omit optional members that are nil.
  ///
  /// The style applies to members of forms and objects. For a single parameter, `k` and `k=` are an empty string if its
  /// type supports that, otherwise absent.
  public enum NilStyle: Sendable, Hashable {
    /// Omitted. A nil in an array is an error.
    case omitted
    /// Only the name: `k`, which is decoded as nil. In `multipart/form-data`, where each name has a value, nil is omitted.
    case bareKey
    /// The name with an empty value: `k=`, which is decoded as nil for an optional.
    case empty
  }

  /// The format of a space. Decoding accepts both.
  public enum SpaceStyle: Sendable, Hashable {
    /// `%20`.
    case percentEncoded
    /// `+`, as in HTML forms.
    case plus
  }

  /// The characters that are not percent-encoded.
  public enum UnescapedCharacters: Sendable, Hashable {
    /// Letters, digits, `-`, `.`, `_` and `~` (RFC 3986 §2.3).
    case unreserved
    /// The unreserved characters, `/` and `?`, which a query may contain (RFC 3986 §3.4).
    case unreservedAndSlashAndQuestionMark
  }

  /// The format of arrays.
  public var arrays: ArrayStyle
  /// The format of members of objects.
  public var nesting: NestingStyle
  /// The format of Bools.
  public var bools: BoolStyle
  /// The format of dates.
  public var dates: DateStrategy
  /// The format of `Data`.
  public var data: DataStyle
  /// The mapping of coding keys to names, at every depth. Dictionary keys are not mapped.
  public var keys: KeyMapping
  /// The format of nil.
  public var nils: NilStyle
  /// The format of a space.
  public var space: SpaceStyle
  /// The characters that are not percent-encoded.
  public var unescaped: UnescapedCharacters
  /// True if brackets in names are percent-encoded, `k%5B%5D=a`, as RFC 3986 requires. Decoding accepts both.
  public var escapesBrackets: Bool
  /// True if the members of each object are sorted by name. Otherwise they have the order in which they are encoded.
  public var sortsKeys: Bool

  /// Creates options. Defaults: repeated names for arrays, brackets for members, `true` and `false`, RFC 3339 dates,
  /// base64, unmapped keys, nil omitted, and everything but unreserved characters percent-encoded.
  public init(
    arrays: ArrayStyle = .repeated, nesting: NestingStyle = .brackets, bools: BoolStyle = .literal,
    dates: DateStrategy = .rfc3339, data: DataStyle = .base64, keys: KeyMapping = .useDefaultKeys,
    nils: NilStyle = .omitted, space: SpaceStyle = .percentEncoded, unescaped: UnescapedCharacters = .unreserved,
    escapesBrackets: Bool = true, sortsKeys: Bool = false
  ) {
    self.arrays = arrays
    self.nesting = nesting
    self.bools = bools
    self.dates = dates
    self.data = data
    self.keys = keys
    self.nils = nils
    self.space = space
    self.unescaped = unescaped
    self.escapesBrackets = escapesBrackets
    self.sortsKeys = sortsKeys
  }
}
