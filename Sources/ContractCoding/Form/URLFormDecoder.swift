/// Reads `Decodable` values out of queries and application/x-www-form-urlencoded content.
///
/// It takes more than ``URLFormEncoder`` writes. Arrays are repeated names, `k[]` or `k[0]`, whatever the options say;
/// indices order the elements and need not be complete. `+` is a space. A Bool is true, t, yes, y, 1, false, f, no, n or
/// 0, in any case. An RFC 3339 date may have fractions or not. Nothing at all is an empty array, an empty dictionary or
/// an object without members. Names that nobody asks for are ignored.
///
/// A name with an empty text, `k=` or `k`, is the empty text where the type has a value for it, as `String` and `Data`
/// have. For any other type nothing was sent: nil for an optional, an empty array or set, a missing value.
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
  /// - Throws: The same as for bytes.
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

  // MARK: - Collecting failures

  /// Everything that keeps a query or form from being read as a type; empty when nothing does. Pointers have the steps
  /// of names: `/filter/status` for `filter[status]`.
  ///
  /// Every missing, mistyped, repeated or refused value is found, at most 100, in a bounded number of steps, as
  /// ``JSONReader`` does for JSON.
  ///
  /// - Throws: ``URLFormError`` when a limit is passed or a name is malformed.
  public func failures<T: Decodable>(decoding type: T.Type, from bytes: [UInt8]) throws(URLFormError) -> [CodingFailure]
  {
    var failures: [CodingFailure] = []
    _ = decode(T.self, from: try tree(of: bytes[...]), failures: &failures)
    return failures
  }

  /// Reads a value from the whole of a tree, or adds everything that is wrong with it to a list.
  package func decode<T: Decodable>(
    _ type: T.Type, from tree: URLFormTree, failures: inout [CodingFailure]
  ) -> T? {
    decode(T.self, at: 0, context(tree), &failures)
  }

  /// Reads the value below a name, or adds what is wrong with it to a list. A missing one is a failure, unless nothing is
  /// a value of the type, as it is of arrays.
  package func decodeMember<T: Decodable>(
    _ name: String, as type: T.Type, of tree: URLFormTree, failures: inout [CodingFailure]
  ) -> T? {
    let context = context(tree)
    return decode(T.self, at: context.value(below: name), context, &failures)
  }

  /// Reads the value below a name unless there is none or it is nil, or adds what is wrong with it to a list.
  ///
  /// - Returns: the value, `.some(nil)` when it is absent or nil, and nil when it is wrong.
  package func decodeMemberIfPresent<T: Decodable>(
    _ name: String, as type: T.Type, of tree: URLFormTree, failures: inout [CodingFailure]
  ) -> T?? {
    let context = context(tree)
    guard let index = tree.index(of: name), !context.isNil(T.self, at: index) else { return .some(nil) }
    return decode(T.self, at: index, context, &failures).map { .some($0) }
  }

  /// True when there is nothing below a name, or what reads as nil where an optional of the type is wanted.
  package func isNil<T: Decodable>(_ name: String, as type: T.Type, of tree: URLFormTree) -> Bool {
    tree.index(of: name).map { context(tree).isNil(T.self, at: $0) } ?? true
  }

  private func decode<T: Decodable>(
    _ type: T.Type, at index: Int, _ context: URLFormDecodeContext, _ failures: inout [CodingFailure]
  ) -> T? {
    do {
      return try context.decode(T.self, at: index)
    } catch {
      let collector = FailureCollector(context: context)
      _ = collector.explore(T.self, at: index, in: nil)
      if collector.failures.isEmpty { collector.record(error, of: T.self, at: index) }
      failures += collector.failures
      return nil
    }
  }

  private func context(_ tree: URLFormTree) -> URLFormDecodeContext {
    URLFormDecodeContext(tree: tree, options: options, limits: limits, userInfo: userInfo)
  }
}
