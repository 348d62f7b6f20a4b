internal import Contract
internal import ContractHTTP

/// A `pattern` of a schema. It may match anywhere in a string.
struct SchemaPattern: Sendable {
  private static let known = Lock<[String: SchemaPattern]>([:])
  private static let operation = APIOperation(id: "pattern", method: .get, path: "/")

  private static let maxLength = 1_000_000
  /// The length up to which no expression exceeds the maximum number of steps.
  private static let certainLength = 200

  /// Whether the expression can be matched in linear time, as this package requires.
  let isReadable: Bool
  private let rule: Validation<String>
  /// The rule that only strings without a match satisfy.
  private let opposite: Validation<String>

  private init(_ text: String) {
    // An unreadable expression allows no string, so adding an alternative that allows every string shows whether the
    // expression is readable. The first form detects an expression that ends in an escape. The second form detects an
    // expression whose parentheses would close the group around it.
    isReadable = ["(?:\(text))|[\\s\\S]*", "\(text)|[\\s\\S]*"].allSatisfy { Self.allows("", .pattern($0)) }
    rule = .pattern("[\\s\\S]*(?:\(text))[\\s\\S]*", limit: Self.maxLength)
    opposite = .pattern("(?![\\s\\S]*(?:\(text)))[\\s\\S]*", limit: Self.maxLength)
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

  /// Returns whether the expression matches anywhere in a string; nil for a string that is too long to be matched.
  func isMatch(_ text: String) -> Bool? {
    if matches(text) { return true }
    // The result is nil for a string that satisfies neither the expression nor its opposite, because it exceeds a limit of
    // length or time.
    return text.utf8.count <= Self.certainLength || Self.allows(text, opposite) ? false : nil
  }

  private static func allows(_ text: String, _ rule: Validation<String>) -> Bool {
    (try? RequestEncoder(for: operation).check(.query, "", text, rule)) != nil
  }
}
