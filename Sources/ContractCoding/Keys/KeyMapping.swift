/// A mapping between Swift names of properties and parameters and encoded names.
///
/// A contract's mapping applies to query names, body members, parts and the coding keys of nested values. It does not
/// apply to dictionary keys, explicit names, the path, or header names.
///
/// A word of `camelCase` ends before an uppercase letter. A run of uppercase letters is one word up to the letter that
/// starts the next one: `userID` becomes `user_id`, `URLPath` becomes `url_path`, `myURLProperty` becomes
/// `my_url_property`, and `TTL` becomes `ttl`. Consecutive acronyms are one word, so `HTTPURL` becomes `httpurl`. The
/// last letter of a run also starts a word before a single lowercase letter, so `IDs` becomes `i_ds`: rename such
/// members, or set their wire names explicitly. Leading and trailing separators are kept.
///
/// The conversion back cannot restore uppercase letters: `test_json` becomes `testJson`. Therefore coders look up
/// ``encoded(_:)`` of the requested key instead of decoding all names.
public struct KeyMapping: Sendable {
  private enum Kind: Sendable {
    case identity
    case words(separator: Unicode.Scalar, isCapitalized: Bool)
    case custom(to: @Sendable (String) -> String, from: @Sendable (String) -> String)
  }

  private let kind: Kind

  /// The tables of members for this mapping; nil for the identity.
  let tables: SchemaTables?

  private init(_ kind: Kind) {
    self.kind = kind
    if case .identity = kind { tables = nil } else { tables = SchemaTables() }
  }

  /// Names are not changed.
  public static let useDefaultKeys = KeyMapping(.identity)
  /// `fooBar` is encoded as `foo_bar`.
  public static let snakeCase = KeyMapping(.words(separator: "_", isCapitalized: false))
  /// `fooBar` is encoded as `foo-bar`.
  public static let kebabCase = KeyMapping(.words(separator: "-", isCapitalized: false))
  /// `fooBar` is encoded as `Foo-Bar`.
  public static let trainCase = KeyMapping(.words(separator: "-", isCapitalized: true))

  /// Creates a custom mapping. Different names must be mapped to different names.
  ///
  /// - Parameters:
  ///   - to: converts a Swift name to the encoded name.
  ///   - from: converts an encoded name to the Swift name. Called only when all names of an object are requested.
  public static func custom(
    to: @escaping @Sendable (String) -> String, from: @escaping @Sendable (String) -> String
  ) -> KeyMapping {
    KeyMapping(.custom(to: to, from: from))
  }

  /// True when names are not changed.
  public var isIdentity: Bool {
    if case .identity = kind { return true }
    return false
  }

  /// Returns the encoded name of a Swift name.
  public func encoded(_ key: String) -> String {
    switch kind {
    case .identity: key
    case .words(let separator, let isCapitalized):
      KeyWords.joined(key, separator: separator, isCapitalized: isCapitalized)
    case .custom(let to, _): to(key)
    }
  }

  /// Returns the Swift name of an encoded name.
  public func decoded(_ key: String) -> String {
    switch kind {
    case .identity: key
    case .words(let separator, let isCapitalized):
      KeyWords.camelCased(key, separator: separator, isCapitalized: isCapitalized)
    case .custom(_, let from): from(key)
    }
  }
}
