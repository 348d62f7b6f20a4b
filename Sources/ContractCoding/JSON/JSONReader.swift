/// Reads `Decodable` values out of JSON.
///
/// It agrees with Foundation's `JSONDecoder` on what every value means, apart from dates, which are RFC 3339 strings
/// unless ``options`` say otherwise, and apart from these points, where it is exact or strict: a number such as
/// `1.0000000000000001` is no integer, and a comma after the last element is no JSON. `Data` is base64, `Decimal` a
/// number, `URL` and `UUID` are strings.
public struct JSONReader: Sendable {
  /// The spelling of dates.
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
    let context = JSONDecodeContext(tape: node.tape, options: options, userInfo: userInfo)
    return try context.decode(T.self, at: node.index)
  }
}
