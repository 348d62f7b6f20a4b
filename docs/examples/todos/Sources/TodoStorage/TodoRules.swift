internal import TodoContract

/// The rules for the values of a todo.
enum TodoRules {
  static let maxTitleLength = 200
  static let maxTagLength = 50
  static let maxTags = 20
  static let limits = 1...1000

  /// Checks the given values.
  ///
  /// - Throws: ``TodoError/invalid(problems:)`` with all invalid values.
  static func check(title: String? = nil, tags: [String]? = nil, limit: Int? = nil) throws(TodoError) {
    var problems: [InvalidValue] = []
    if let title, let reason = objection(to: title, maxLength: maxTitleLength) {
      problems.append(InvalidValue("title", reason))
    }
    if let tags, tags.count > maxTags {
      problems.append(InvalidValue("tags", "must not be more than \(maxTags)"))
    }
    for (index, tag) in (tags ?? []).prefix(maxTags).enumerated() {
      guard let reason = objection(to: tag, maxLength: maxTagLength) else { continue }
      problems.append(InvalidValue("tags[\(index)]", reason))
    }
    if let limit, !limits.contains(limit) {
      problems.append(InvalidValue("limit", "must be from \(limits.lowerBound) to \(limits.upperBound)"))
    }
    guard problems.isEmpty else { throw .invalid(problems: problems) }
  }

  private static func objection(to text: String, maxLength: Int) -> String? {
    if text.allSatisfy(\.isWhitespace) { return "must not be empty" }
    if text.count > maxLength { return "must not be longer than \(maxLength) characters" }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "must not have control characters"
    }
    return nil
  }
}
