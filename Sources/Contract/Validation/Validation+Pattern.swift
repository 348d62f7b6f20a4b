extension Validation where Value == String {
  /// Requires the regular expression to match the whole string: `.pattern("[a-z][a-z0-9-]*")`.
  ///
  /// The syntax is the common subset of ECMA 262 and Swift's `Regex`: classes, groups, quantifiers, anchors, lookaheads
  /// and lookbehinds, `(?i)` and `(?s)`. `\d` and `\w` are ASCII, and one character is one Unicode code point, as in
  /// JSON Schema. The matching time is linear in the length of the string, even for `(a+)+`. Back-references, atomic
  /// groups and possessive quantifiers are therefore errors.
  ///
  /// - Parameters:
  ///   - text: the expression. An invalid one allows no value; `verify()` and a starting server report
  ///     it.
  ///   - limit: the maximum length in characters. Longer strings are refused without matching. A string is also refused
  ///     if its length times the size of the expression exceeds 5 million steps. The strings of one input, such as the
  ///     elements of an array, share these steps. The first eight steps per character are not counted.
  public static func pattern(_ text: String, limit: Int = 1000) -> Validation {
    let pattern = TextPattern.compiled(text)
    let tooLong = ValidationViolation(requirement: "must be at most \(limit) characters long")
    let unmatched = ValidationViolation(requirement: "must match `\(text)`")
    return Validation(
      requirement: unmatched.requirement, keywords: [.pattern(text), .maxLength(limit)]
    ) { value, steps in
      guard value.unicodeScalars.prefix(limit + 1).count <= limit else { return [tooLong] }
      return pattern.matches(value, steps: &steps) ? [] : [unmatched]
    }
  }
}
