internal import Contract
internal import ContractHTTP

/// A `pattern` of a schema, which matches anywhere in a string.
struct SchemaPattern: Sendable {
  private static let known = Lock<[String: SchemaPattern]>([:])
  private static let operation = APIOperation(id: "pattern", method: .get, path: "/")

  /// Whether the expression can be matched in linear time, as this package requires.
  let isReadable: Bool
  private let rule: Validation<String>

  private init(_ text: String) {
    // An unreadable expression allows no string, so an alternative that allows every string distinguishes the two. The
    // first form detects an expression that ends in an escape, the second one whose parentheses close another's.
    isReadable = ["(?:\(text))|[\\s\\S]*", "\(text)|[\\s\\S]*"].allSatisfy { Self.allows("", .pattern($0)) }
    rule = .pattern("[\\s\\S]*(?:\(text))[\\s\\S]*", limit: 1_000_000)
  }

  /// Returns the compiled expression, from a cache.
  static func compiled(_ text: String) -> SchemaPattern {
    if let pattern = known.withLock({ $0[text] }) { return pattern }
    let pattern = SchemaPattern(text)
    known.withLock { known in
      if known.count < 10_000 { known[text] = pattern }
    }
    return pattern
  }

  /// Returns true if the expression matches anywhere in a string.
  func matches(_ text: String) -> Bool { Self.allows(text, rule) }

  private static func allows(_ text: String, _ rule: Validation<String>) -> Bool {
    (try? RequestEncoder(for: operation).check(.query, "", text, rule)) != nil
  }
}
