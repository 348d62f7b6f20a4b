internal import ContractHTTP

/// A regular expression, compiled once, whose matching takes time in proportion to the text.
struct TextPattern: Sendable {
  private let program: PatternProgram?
  /// What is wrong with the expression; nil when it can be used.
  let mistake: String?

  init(_ text: String) {
    do throws(PatternMistake) {
      var parser = PatternParser(text)
      let node = try parser.parse()
      program = try PatternProgram(node, parser.looks)
      mistake = nil
    } catch {
      program = nil
      mistake = error.text
    }
  }

  /// True when the whole text matches. A text that would take more steps than there are for one is not matched.
  func matches(_ text: String) -> Bool {
    guard let program else { return false }
    var matcher = PatternMatcher(program, text.unicodeScalars.map { $0 })
    return matcher.matchesAll()
  }

  /// What is wrong with an expression; nil when it can be used.
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

/// Why an expression cannot be used.
struct PatternMistake: Error {
  let text: String

  init(_ text: String) { self.text = text }
}
