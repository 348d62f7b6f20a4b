/// A decoder for `Decodable` values in JSON.
///
/// Values are decoded as in Foundation's `JSONDecoder`, except that dates are RFC 3339 strings by default, a number
/// such as `1.0000000000000001` is not an integer, and a comma after the last element is a syntax error. `Data` is
/// base64, `Decimal` a number, `URL` and `UUID` are strings.
public struct JSONReader: Sendable {
  /// The format of dates and coding keys.
  public var options: JSONOptions

  /// The limits of the input.
  public var limits: JSONLimits

  /// The `userInfo` of the decoder that `Decodable` types see.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates a reader.
  public init(
    options: JSONOptions = JSONOptions(), limits: JSONLimits = JSONLimits(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.options = options
    self.limits = limits
    self.userInfo = userInfo
  }

  /// Decodes a value from a complete JSON text.
  ///
  /// - Throws: ``JSONSyntaxError`` for invalid JSON, `DecodingError` for an invalid value, and any error of the type's
  ///   `init(from:)`.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try decode(T.self, from: JSONDocument(bytes, limits: limits))
  }

  /// Decodes a value from a document's root.
  ///
  /// - Throws: `DecodingError`, and any error of the type's `init(from:)`.
  public func decode<T: Decodable>(_ type: T.Type, from document: JSONDocument) throws -> T {
    try decode(T.self, at: document.root)
  }

  /// Decodes a value from a node. Coding paths in errors start at the document's root.
  ///
  /// - Throws: `DecodingError`, and any error of the type's `init(from:)`.
  public func decode<T: Decodable>(_ type: T.Type, at node: JSONDocument.Node) throws -> T {
    // Valid strings, Booleans and integers need no context.
    if T.self == String.self, let value = node.string { return same(value) }
    if T.self == Bool.self, let value = node.bool { return same(value) }
    if T.self == Int.self, let value = node.integer(as: Int.self) { return same(value) }
    let context = JSONDecodeContext(tape: node.tape, options: options, userInfo: userInfo)
    return try context.decode(T.self, at: node.index)
  }

  /// Returns true for `null` with optional surrounding white space.
  package static func isNull(_ bytes: [UInt8]) -> Bool {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D }
    guard let start = bytes.firstIndex(where: { !isSpace($0) }), bytes[start] == UInt8(ascii: "n") else { return false }
    return bytes[start...].starts(with: "null".utf8) && bytes[(start + 4)...].allSatisfy(isSpace)
  }

  // MARK: - Collecting failures

  /// Returns all errors that occur when a document is decoded as a type; empty when there are none.
  ///
  /// The result lists missing, mistyped and invalid values, also in nested objects and arrays and for synthesized
  /// `Codable` conformances. An error that a type throws itself is one failure, and its other parts are not examined.
  /// The result is limited to 100 failures, found in a bounded number of steps.
  public func failures<T: Decodable>(decoding type: T.Type, from document: JSONDocument) -> [CodingFailure] {
    failures(decoding: T.self, at: document.root)
  }

  /// Returns all errors that occur when a node is decoded as a type. Pointers start at the document's root.
  public func failures<T: Decodable>(decoding type: T.Type, at node: JSONDocument.Node) -> [CodingFailure] {
    do {
      _ = try decode(T.self, at: node)
      return []
    } catch {
      return failures(decoding: T.self, at: node, after: error)
    }
  }

  /// Decodes a value from a node, or appends all its errors to `failures`.
  public func decode<T: Decodable>(
    _ type: T.Type, at node: JSONDocument.Node, failures: inout [CodingFailure]
  ) -> T? {
    do {
      return try decode(T.self, at: node)
    } catch {
      failures += self.failures(decoding: T.self, at: node, after: error)
      return nil
    }
  }

  /// Decodes a member of an object, or appends its errors to `failures`. A missing member is an error.
  public func decodeMember<T: Decodable>(
    _ name: String, as type: T.Type, of object: JSONDocument.Node, failures: inout [CodingFailure]
  ) -> T? {
    guard let member = object.member(name) else {
      let pointer = object.pointer + JSONPath.pointer([.name(name)])
      failures.append(CodingFailure(pointer: pointer, code: .missing, expected: ExpectedName.of(T.self)))
      return nil
    }
    return decode(T.self, at: member, failures: &failures)
  }

  /// Decodes a member of an object if it is present and not null, or appends its errors to `failures`.
  ///
  /// - Returns: the value, `.some(nil)` when the member is absent or null, and nil when it is invalid.
  public func decodeMemberIfPresent<T: Decodable>(
    _ name: String, as type: T.Type, of object: JSONDocument.Node, failures: inout [CodingFailure]
  ) -> T?? {
    guard let member = object.member(name), !member.isNull else { return .some(nil) }
    return decode(T.self, at: member, failures: &failures).map { .some($0) }
  }

  private func failures<T: Decodable>(
    decoding type: T.Type, at node: JSONDocument.Node, after error: any Error
  ) -> [CodingFailure] {
    let context = JSONDecodeContext(tape: node.tape, options: options, userInfo: userInfo)
    let collector = FailureCollector(context: context)
    _ = collector.explore(T.self, at: node.index, in: nil)
    if collector.failures.isEmpty { collector.record(error, of: T.self, at: node.index) }
    return collector.failures
  }
}
