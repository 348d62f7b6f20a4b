/// The patterns of rules can be read, and matched in a bounded time.
struct PatternRule: VerificationRule {
  func findings(in operations: [APIOperation]) -> [VerificationFinding] {
    operations.flatMap { operation in
      operation.inputs.flatMap { input in
        Self.patterns(input.validation).compactMap { text in
          TextPattern.mistake(in: text).map { mistake in
            VerificationFinding(
              .error, "malformed-pattern", [operation],
              "\(operation) has a rule for the \(input.place) value `\(input.name)` whose pattern `\(text)` "
                + "cannot be used: \(mistake)")
          }
        }
      }
    }
  }

  /// The patterns among keywords, those for elements included.
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
