extension Validation where Value == String {
  /// A text that the whole regular expression matches: `.pattern("[a-z][a-z0-9-]*")`.
  ///
  /// The syntax is that of Swift's `Regex`; `\d` and `\w` are ASCII, and one character is one Unicode code point, as in
  /// JSON Schema. Matching backtracks, so a pattern that repeats a repetition, such as `(a+)+`, may take time that
  /// doubles with every character: write it flat or keep `limit` small.
  ///
  /// - Parameters:
  ///   - text: the expression. One that cannot be read allows nothing; verification and a server's start-up say so.
  ///   - limit: the longest text in characters that is matched at all. A longer one is refused before.
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
