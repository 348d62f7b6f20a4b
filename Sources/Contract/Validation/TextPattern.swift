internal import ContractHTTP
internal import _StringProcessing

/// A regular expression, compiled once.
struct TextPattern: Sendable {
  // SAFETY: a regular expression made from text alone holds no closure; nothing changes it but its lazily compiled
  // program, which the standard library publishes atomically.
  nonisolated(unsafe) private let regex: Regex<AnyRegexOutput>?
  /// What is wrong with the expression; nil when it can be used.
  let mistake: String?

  init(_ text: String) {
    do {
      regex = try Regex(text).matchingSemantics(.unicodeScalar).asciiOnlyDigits().asciiOnlyWordCharacters()
      mistake = nil
    } catch {
      regex = nil
      mistake = "\(error)"
    }
  }

  /// True when the whole text matches.
  func matches(_ text: String) -> Bool {
    guard let regex else { return false }
    return (try? regex.wholeMatch(in: text)) != nil
  }

  /// What is wrong with an expression; nil when it can be used. Not inlined, because whoever has no patterns shall not
  /// need the types of expressions.
  @inline(never)
  static func mistake(in text: String) -> String? { compiled(text).mistake }

  private static let known = Lock<[String: TextPattern]>([:])

  /// The pattern for `text`. Rules inside generic types are made anew for each request; their patterns are not.
  static func compiled(_ text: String) -> TextPattern {
    if let pattern = known.withLock({ $0[text] }) { return pattern }
    let pattern = TextPattern(text)
    known.withLock { known in
      if known.count < 1000 { known[text] = pattern }
    }
    return pattern
  }
}
