/// Reads `Decodable` values out of queries and application/x-www-form-urlencoded content.
///
/// It takes more than ``URLFormEncoder`` writes. Arrays are repeated names, `k[]` or `k[0]`, whatever the options say;
/// indices order the elements and need not be complete. `+` is a space. A Bool is true, t, yes, y, 1, false, f, no, n or
/// 0, in any case. An RFC 3339 date may have fractions or not. Nothing at all is an empty array, an empty dictionary or
/// an object without members. Names that nobody asks for are ignored.
///
/// A single value that comes several times, a name with both a value and members, and a text that is not percent-encoded
/// UTF-8 are errors at their place.
public struct URLFormDecoder: Sendable {
  /// The spelling of values.
  public var options: URLFormOptions

  /// What a text may cost.
  public var limits: URLFormLimits

  /// What `Decodable` types find in their decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// A decoder with the given options and limits.
  public init(
    options: URLFormOptions = URLFormOptions(), limits: URLFormLimits = URLFormLimits(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.options = options
    self.limits = limits
    self.userInfo = userInfo
  }

  /// Reads a value from the content of a form, or from a query without its `?`.
  ///
  /// - Throws: ``URLFormError`` when a limit is passed or a name is malformed, `DecodingError` when the content holds
  ///   something else, and whatever the type's own `init(from:)` throws.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try decode(T.self, from: try tree(of: bytes[...]))
  }

  /// Reads a value from text.
  ///
  /// - Throws: The same as ``decode(_:from:)-([UInt8])``.
  public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    try decode(T.self, from: Array(text.utf8))
  }

  /// Parses a query or form, so that several values can be read from it.
  ///
  /// - Throws: ``URLFormError`` when a limit is passed or a name is malformed.
  package func tree(of bytes: ArraySlice<UInt8>) throws(URLFormError) -> URLFormTree {
    try URLFormParser.parse(bytes, options: options, limits: limits)
  }

  /// Reads a value from the whole of a tree.
  package func decode<T: Decodable>(_ type: T.Type, from tree: URLFormTree) throws -> T {
    try context(tree).decode(T.self, at: 0)
  }

  private func context(_ tree: URLFormTree) -> URLFormDecodeContext {
    URLFormDecodeContext(tree: tree, options: options, limits: limits, userInfo: userInfo)
  }
}
