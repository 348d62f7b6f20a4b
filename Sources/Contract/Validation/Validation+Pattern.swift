extension Validation where Value == String {
  /// A text that the whole regular expression matches: `.pattern("[a-z][a-z0-9-]*")`.
  ///
  /// The syntax is what ECMA 262 and Swift's `Regex` have in common: classes, groups, repetitions, anchors, conditions
  /// ahead and behind, `(?i)` and `(?s)`. `\d` and `\w` are ASCII, and one character is one Unicode code point, as in
  /// JSON Schema. Matching follows all ways at once, so its time grows with the text as its length does, for `(a+)+` as for
  /// `a+`. A back-reference, an atomic group or a possessive repetition cannot be matched so, and is a mistake.
  ///
  /// - Parameters:
  ///   - text: the expression. One that cannot be used allows nothing; verification and a server's start-up say so.
  ///   - limit: the longest text in characters that is matched at all. A longer one is refused before. A text whose length
  ///     times the size of the expression passes some millions of steps is refused as well.
  public static func pattern(_ text: String, limit: Int = 1000) -> Validation {
    let pattern = TextPattern.compiled(text)
    let tooLong = ValidationViolation(requirement: "must be at most \(limit) characters long")
    let unmatched = ValidationViolation(requirement: "must match `\(text)`")
    return Validation(
      requirement: unmatched.requirement, keywords: [.pattern(text), .maxLength(limit)]
    ) { value in
      guard value.unicodeScalars.prefix(limit + 1).count <= limit else { return [tooLong] }
      return pattern.matches(value) ? [] : [unmatched]
    }
  }
}
