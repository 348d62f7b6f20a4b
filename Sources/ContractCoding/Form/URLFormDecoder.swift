/// A decoder for `Decodable` values in queries and application/x-www-form-urlencoded bodies.
///
/// The decoder accepts more than ``URLFormEncoder`` writes. Whatever the options, arrays may be sent as repeated names,
/// `k[]` or `k[0]`; indices determine the order and may have gaps. `+` is a space. A Bool is true, t, yes, y, 1, false,
/// f, no, n or 0, case-insensitively. An RFC 3339 date may have a fraction. An absent value is an empty array, an empty
/// dictionary or an object without members. Unknown names are ignored.
///
/// An empty value, `k=` or `k`, is decoded as an empty string by types that support it, such as `String` and `Data`. Otherwise,
/// it is nil for an optional, and an empty array or set. As an element of an array or set it is skipped, and for all other
/// types the value is missing.
///
/// Repetition of a single value, a name with both a value and members, and a string that is not percent-encoded UTF-8
/// are errors.
public struct URLFormDecoder: Sendable {
  /// The format of values.
  public var options: URLFormOptions

  /// The limits of the input.
  public var limits: URLFormLimits

  /// The `userInfo` of the decoder that `Decodable` types see.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates a decoder.
  public init(
    options: URLFormOptions = URLFormOptions(), limits: URLFormLimits = URLFormLimits(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.options = options
    self.limits = limits
    self.userInfo = userInfo
  }

  /// Decodes a value from a form body, or from a query without its `?`.
  ///
  /// - Throws: ``URLFormError`` when a limit is exceeded or a name is malformed, `DecodingError` for an invalid value,
  ///   and any error of the type's `init(from:)`.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try decode(T.self, from: try tree(of: bytes[...]))
  }

  /// Decodes a value from a string.
  ///
  /// - Throws: the errors of `decode(_:from:)` for bytes.
  public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    try decode(T.self, from: Array(text.utf8))
  }

  /// Parses a query or form, so that several values can be decoded from it.
  ///
  /// - Throws: ``URLFormError`` when a limit is exceeded or a name is malformed.
  package func tree(of bytes: ArraySlice<UInt8>) throws(URLFormError) -> URLFormTree {
    try URLFormParser.parse(bytes, options: options, limits: limits, skipsInvalidNames: false)
  }

  /// Parses a query, skipping members whose names cannot be decoded, because such members are not declared.
  ///
  /// - Throws: ``URLFormError`` when a limit is exceeded.
  package func tree(ofQuery bytes: ArraySlice<UInt8>) throws(URLFormError) -> URLFormTree {
    try URLFormParser.parse(bytes, options: options, limits: limits, skipsInvalidNames: true)
  }

  /// Decodes a value from a whole tree.
  package func decode<T: Decodable>(_ type: T.Type, from tree: URLFormTree) throws -> T {
    try context(tree).decode(T.self, at: 0)
  }

  // MARK: - Collecting failures

  /// Returns all errors that occur when a query or form is decoded as a type; empty when there are none. Pointers
  /// consist of the steps of names: `/filter/status` for `filter[status]`.
  ///
  /// The result lists missing, mistyped, repeated and invalid values, at most 100, in a bounded number of steps, like
  /// ``JSONReader`` for JSON.
  ///
  /// - Throws: ``URLFormError`` when a limit is exceeded or a name is malformed.
  public func failures<T: Decodable>(decoding type: T.Type, from bytes: [UInt8]) throws(URLFormError) -> [CodingFailure]
  {
    var failures: [CodingFailure] = []
    _ = decode(T.self, from: try tree(of: bytes[...]), failures: &failures)
    return failures
  }

  /// Decodes a value from a whole tree, or appends all its errors to `failures`.
  package func decode<T: Decodable>(
    _ type: T.Type, from tree: URLFormTree, failures: inout [CodingFailure]
  ) -> T? {
    decode(T.self, at: 0, context(tree), &failures)
  }

  /// Decodes the value at a name, or appends its errors to `failures`. A missing value is an error, unless the type has
  /// an empty value, as arrays have.
  package func decodeMember<T: Decodable>(
    _ name: String, as type: T.Type, of tree: URLFormTree, failures: inout [CodingFailure]
  ) -> T? {
    let context = context(tree)
    return decode(T.self, at: context.value(below: name), context, &failures)
  }

  /// Decodes the value at a name if it is present and not nil, or appends its errors to `failures`.
  ///
  /// - Returns: the value, `.some(nil)` when it is absent or nil, and nil when it is invalid.
  package func decodeMemberIfPresent<T: Decodable>(
    _ name: String, as type: T.Type, of tree: URLFormTree, failures: inout [CodingFailure]
  ) -> T?? {
    let context = context(tree)
    guard let index = tree.index(of: name), !context.isNil(T.self, at: index) else { return .some(nil) }
    return decode(T.self, at: index, context, &failures).map { .some($0) }
  }

  /// Returns true when the value at a name is absent, or is decoded as nil for an optional of the type. For a ``Patch``, null
  /// is a value.
  package func isNothing<T: Decodable>(_ name: String, as type: T.Type, of tree: URLFormTree) -> Bool {
    guard let index = tree.index(of: name) else { return true }
    let context = context(tree)
    if T.self is any PatchType.Type, context.isNull(index) { return false }
    return context.isNil(T.self, at: index)
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
