/// Reads `Decodable` values out of JSON.
///
/// It agrees with Foundation's `JSONDecoder` on what every value means, apart from dates, which are RFC 3339 strings
/// unless ``options`` say otherwise, and apart from these points, where it is exact or strict: a number such as
/// `1.0000000000000001` is no integer, and a comma after the last element is no JSON. `Data` is base64, `Decimal` a
/// number, `URL` and `UUID` are strings.
public struct JSONReader: Sendable {
  /// The spelling of dates and coding keys.
  public var options: JSONOptions

  /// What a text may cost.
  public var limits: JSONLimits

  /// What `Decodable` types find in their decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// A reader with the given options and limits.
  public init(
    options: JSONOptions = JSONOptions(), limits: JSONLimits = JSONLimits(),
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.options = options
    self.limits = limits
    self.userInfo = userInfo
  }

  /// Reads a value from a whole text.
  ///
  /// - Throws: ``JSONSyntaxError`` when the text is not JSON, `DecodingError` when it holds something else, and whatever
  ///   the type's own `init(from:)` throws.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try decode(T.self, from: JSONDocument(bytes, limits: limits))
  }

  /// Reads a value from a document's root.
  ///
  /// - Throws: `DecodingError`, and whatever the type's own `init(from:)` throws.
  public func decode<T: Decodable>(_ type: T.Type, from document: JSONDocument) throws -> T {
    try decode(T.self, at: document.root)
  }

  /// Reads a value from one node. Coding paths in errors start at the document's root.
  ///
  /// - Throws: `DecodingError`, and whatever the type's own `init(from:)` throws.
  public func decode<T: Decodable>(_ type: T.Type, at node: JSONDocument.Node) throws -> T {
    // Strings, truth values and integers need no context when they are right.
    // SAFETY: each cast follows the comparison of the two types; the standard library checks the size once more.
    if T.self == String.self, let value = node.string { return unsafeBitCast(value, to: T.self) }
    if T.self == Bool.self, let value = node.bool { return unsafeBitCast(value, to: T.self) }
    if T.self == Int.self, let value = node.integer(as: Int.self) { return unsafeBitCast(value, to: T.self) }
    let context = JSONDecodeContext(tape: node.tape, options: options, userInfo: userInfo)
    return try context.decode(T.self, at: node.index)
  }

  /// True for a text that is `null`, with or without white space around it.
  package static func isNull(_ bytes: [UInt8]) -> Bool {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D }
    guard let start = bytes.firstIndex(where: { !isSpace($0) }), bytes[start] == UInt8(ascii: "n") else { return false }
    return bytes[start...].starts(with: "null".utf8) && bytes[(start + 4)...].allSatisfy(isSpace)
  }

  // MARK: - Collecting failures

  /// Everything that keeps a document from being read as a type; empty when nothing does.
  ///
  /// Every missing, mistyped or refused value is found, in nested objects and arrays too, also for types whose `Codable`
  /// conformance is synthesised. Where a type throws an error of its own, that is one failure, and its other parts are
  /// not looked at. At most 100 failures, found in a bounded number of steps.
  public func failures<T: Decodable>(decoding type: T.Type, from document: JSONDocument) -> [CodingFailure] {
    failures(decoding: T.self, at: document.root)
  }

  /// Everything that keeps a node from being read as a type. Pointers start at the document's root.
  public func failures<T: Decodable>(decoding type: T.Type, at node: JSONDocument.Node) -> [CodingFailure] {
    do {
      _ = try decode(T.self, at: node)
      return []
    } catch {
      return failures(decoding: T.self, at: node, after: error)
    }
  }

  /// Reads a value from a node, or adds everything that is wrong with it to a list.
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

  /// Reads a member of an object, or adds what is wrong with it to a list. A missing one is a failure.
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

  /// Reads a member of an object unless it is absent or null, or adds what is wrong with it to a list.
  ///
  /// - Returns: the value, `.some(nil)` when the member is absent or null, and nil when it is wrong.
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
