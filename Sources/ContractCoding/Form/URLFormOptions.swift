public import FoundationEssentials

/// How values become the names and texts of a query or of application/x-www-form-urlencoded content; both ends of a
/// contract use the same options.
///
/// Writing follows the options to the letter. Reading takes more: an array as repeated names, as `k[]` and as `k[0]`,
/// `+` for a space, and every usual word for a Bool. Commas between elements and dots between names are read only where
/// the options say that they are written.
public struct URLFormOptions: Sendable {
  /// The spelling of arrays whose elements are single values. Elements that are objects or arrays have an index in their
  /// name in all styles, `k[0][name]=a`, because nothing else tells them apart.
  public enum ArrayStyle: Sendable, Hashable {
    /// `k=a&k=b`, as OpenAPI's `form` style with `explode`.
    case repeated
    /// `k[]=a&k[]=b`.
    case brackets
    /// `k[0]=a&k[1]=b`.
    case indexed
    /// `k=a,b`, with any text between the elements. Inside an element it is percent-encoded. A text in which it stands
    /// only encoded, as browsers and most libraries send it, `k=a%2Cb`, is read as several elements; so the only element
    /// of an array is refused when it contains the separator. Where the separator has characters that a query must encode
    /// itself, such as a space or `|`, it always travels encoded, and every element that contains it is refused. An empty
    /// one is refused.
    case separated(by: String)
  }

  /// The spelling of members of objects.
  public enum NestingStyle: Sendable, Hashable {
    /// `k[sub]=v`.
    case brackets
    /// `k.sub=v`.
    case dots
    /// `k={"sub":"v"}`, percent-encoded: an object is a JSON text, and so is an array inside an array.
    case json
  }

  /// The spelling of a Bool. Reading also takes true, t, yes, y, 1, false, f, no, n and 0, in any case.
  public enum BoolStyle: Sendable, Hashable {
    /// `true` and `false`.
    case literal
    /// `1` and `0`.
    case numeric
    /// Words of one's own.
    case custom(true: String, false: String)
  }

  /// The spelling of `Data`.
  public enum DataStyle: Sendable {
    /// Base64 with padding (RFC 4648, section 4).
    case base64
    /// A text of one's own.
    ///
    /// - Parameters:
    ///   - encode: The text of bytes. What it throws comes out of encoding.
    ///   - decode: The bytes that a text spells; nil when it spells none.
    case custom(encode: @Sendable (Data) throws -> String, decode: @Sendable (String) -> Data?)
  }

  /// What is written for nil, where a type asks for it; synthesised types leave out optional members that are nil.
  ///
  /// Forms and objects are read with it. Of an input that is one value by itself, `k` and `k=` are the empty text where its
  /// type has a value for that, and nothing otherwise.
  public enum NilStyle: Sendable, Hashable {
    /// Nothing. A nil inside an array is refused.
    case omitted
    /// The name alone: `k`. Reading takes it as nil.
    case bareKey
    /// The name with an empty value: `k=`. Reading takes it as nil where an optional is wanted.
    case empty
  }

  /// The spelling of a space. Reading takes both.
  public enum SpaceStyle: Sendable, Hashable {
    /// `%20`.
    case percentEncoded
    /// `+`, as HTML forms write it.
    case plus
  }

  /// The characters that are not percent-encoded.
  public enum UnescapedCharacters: Sendable, Hashable {
    /// Letters, digits, `-`, `.`, `_` and `~` (RFC 3986, section 2.3).
    case unreserved
    /// The unreserved ones, `/` and `?`, which a query may contain (RFC 3986, section 3.4).
    case unreservedAndSlashAndQuestionMark
  }

  /// The spelling of arrays.
  public var arrays: ArrayStyle
  /// The spelling of members of objects.
  public var nesting: NestingStyle
  /// The spelling of every Bool.
  public var bools: BoolStyle
  /// The spelling of every `Date`.
  public var dates: DateStrategy
  /// The spelling of every `Data`.
  public var data: DataStyle
  /// The names that stand for coding keys, at every depth; keys of dictionaries stay as they are.
  public var keys: KeyMapping
  /// What is written for nil.
  public var nils: NilStyle
  /// The spelling of a space.
  public var space: SpaceStyle
  /// The characters that are not percent-encoded.
  public var unescaped: UnescapedCharacters
  /// Whether brackets in names are percent-encoded, `k%5B%5D=a`, as RFC 3986 wants it. Reading takes both.
  public var escapesBrackets: Bool
  /// Whether the members of every object are sorted by name instead of standing in the order in which they are encoded.
  public var sortsKeys: Bool

  /// Options: repeated names for arrays, brackets for members, `true` and `false`, RFC 3339 dates, base64, names as in
  /// Swift, nothing for nil, everything but unreserved characters percent-encoded.
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
