/// How the names of Swift properties and parameters become names on the wire, and back.
///
/// A contract's mapping applies to query names, body fields, parts and the coding keys of nested values; never to the
/// keys of dictionaries, to names given explicitly, to the path, or to header names.
///
/// Words of `camelCase` end before an upper-case letter; a run of upper-case letters is one word, up to the letter that
/// starts the next: `userID` is `user_id`, `URLPath` is `url_path`, `myURLProperty` is `my_url_property`, and a name of
/// capitals alone is one word, `TTL` is `ttl`. Acronyms behind each other are one word, `HTTPURL` is `httpurl`, and the
/// last letter of a run starts a word before a single small letter too, `IDs` is `i_ds`: spell such names as their words
/// are meant, or give them explicitly. Separators at either end of a name stay as they are. Going back cannot restore capitals, so `test_json` is `testJson`; coders therefore look for ``encoded(_:)`` of the key they
/// want instead of decoding every name that they find.
public struct KeyMapping: Sendable {
  private enum Kind: Sendable {
    case identity
    case words(separator: Unicode.Scalar, isCapitalized: Bool)
    case custom(to: @Sendable (String) -> String, from: @Sendable (String) -> String)
  }

  private let kind: Kind

  /// Tables of members under this mapping; nil when every name travels as it is.
  let tables: SchemaTables?

  private init(_ kind: Kind) {
    self.kind = kind
    if case .identity = kind { tables = nil } else { tables = SchemaTables() }
  }

  /// Names travel as they are.
  public static let useDefaultKeys = KeyMapping(.identity)
  /// `fooBar` travels as `foo_bar`.
  public static let snakeCase = KeyMapping(.words(separator: "_", isCapitalized: false))
  /// `fooBar` travels as `foo-bar`.
  public static let kebabCase = KeyMapping(.words(separator: "-", isCapitalized: false))
  /// `fooBar` travels as `Foo-Bar`.
  public static let trainCase = KeyMapping(.words(separator: "-", isCapitalized: true))

  /// A mapping of one's own. Different names have to stay different.
  ///
  /// - Parameters:
  ///   - to: From the name in Swift to the name on the wire.
  ///   - from: From the name on the wire to the name in Swift. It is asked only where all names of an object are wanted.
  public static func custom(
    to: @escaping @Sendable (String) -> String, from: @escaping @Sendable (String) -> String
  ) -> KeyMapping {
    KeyMapping(.custom(to: to, from: from))
  }

  /// True when every name travels as it is.
  public var isIdentity: Bool {
    if case .identity = kind { return true }
    return false
  }

  /// The name on the wire of a name in Swift.
  public func encoded(_ key: String) -> String {
    switch kind {
    case .identity: key
    case .words(let separator, let isCapitalized):
      KeyWords.joined(key, separator: separator, isCapitalized: isCapitalized)
    case .custom(let to, _): to(key)
    }
  }

  /// The name in Swift of a name on the wire.
  public func decoded(_ key: String) -> String {
    switch kind {
    case .identity: key
    case .words(let separator, let isCapitalized):
      KeyWords.camelCased(key, separator: separator, isCapitalized: isCapitalized)
    case .custom(_, let from): from(key)
    }
  }
}
