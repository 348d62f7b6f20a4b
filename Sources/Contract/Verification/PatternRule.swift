/// A rule: the patterns of validation rules are valid, and safe for programs that match by backtracking.
struct PatternRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    operations.flatMap { operation in
      operation.inputs.flatMap { input in
        Self.patterns(input.validation).compactMap { text in
          finding(in: text, of: input, operation)
        }
      }
    }
  }

  private func finding(
    in text: String, of input: InputDescription, _ operation: APIOperation
  ) -> VerificationFinding? {
    let pattern = TextPattern.compiled(text)
    let subject = "\(operation) has a rule for the \(input.location) value `\(input.name)` with the"
    if let error = pattern.error {
      return VerificationFinding(
        .error, "malformed-pattern", [operation], "\(subject) invalid pattern `\(text)`: \(error)")
    }
    guard pattern.nestsRepetitions else { return nil }
    return VerificationFinding(
      .warning, "nested-quantifiers", [operation],
      "\(subject) pattern `\(text)`, which repeats a repetition; a server matches it in linear time, but programs that "
        + "read the document and match by backtracking may take exponential time; write `a*` instead of `(a+)*`")
  }

  /// Returns the patterns among keywords, including those of elements.
  private static func patterns(_ keywords: [ValidationKeyword]) -> [String] {
    keywords.flatMap { keyword -> [String] in
      switch keyword {
      case .pattern(let text): [text]
      case .items(let keywords): patterns(keywords)
      default: []
      }
    }
  }
}
