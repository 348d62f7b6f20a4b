/// A rule: the patterns of validation rules are valid.
struct PatternRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    operations.flatMap { operation in
      operation.inputs.flatMap { input in
        Self.patterns(input.validation).compactMap { text in
          TextPattern.error(in: text).map { error in
            VerificationFinding(
              .error, "malformed-pattern", [operation],
              "\(operation) has a rule for the \(input.location) value `\(input.name)` with the invalid pattern "
                + "`\(text)`: \(error)")
          }
        }
      }
    }
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
