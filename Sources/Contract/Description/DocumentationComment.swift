internal import ContractHTTP

/// A documentation comment in Swift's Markdown: a summary, a discussion, and fields of a list.
///
/// ```
/// Lists todos.
///
/// The newest are first.
///
/// - Parameter limit: the maximum number.
/// - Returns: the todos.
/// ```
struct DocumentationComment {
  /// The paragraphs after the summary; nil if there are none.
  private(set) var discussion: String?
  /// The texts about parameters, by their names.
  private(set) var parameters: [String: String] = [:]
  /// The text about the result; nil if there is none.
  private(set) var result: String?

  /// The field to which the next line belongs.
  private enum Field {
    case discussion
    case parameter(String)
    case result
    case other
  }

  private var field = Field.discussion

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // The summary is the first paragraph.
    let rest = lines.drop { $0.isEmpty }.drop { !$0.isEmpty && !$0.starts(with: "- ") }
    for line in rest { read(line) }
    discussion = discussion.flatMap(Self.trimmed)
    result = result.flatMap(Self.trimmed)
    parameters = parameters.compactMapValues(Self.trimmed)
  }

  private mutating func read(_ line: String) {
    let words = line.drop { $0 == " " }
    let isIndented = words.startIndex != line.startIndex
    if let (name, text) = Self.fieldOfParameter(words, isIndented: isIndented, in: field) {
      field = .parameter(name)
      return append(text)
    }
    guard !isIndented, words.starts(with: "- ") else { return append(line) }
    for (keyword, next) in Self.keywords {
      guard let text = Self.text(of: words, after: keyword) else { continue }
      field = next
      return append(String(text))
    }
    // Other items of a list are text, such as `- Note: text`.
    field = .discussion
    append(line)
  }

  private static let keywords: [(String, Field)] = [
    ("- Returns:", .result), ("- Throws:", .other), ("- Parameters:", .parameter("")),
  ]

  /// Returns the text after a keyword, whose case does not matter; nil if `words` does not start with the keyword.
  private static func text(of words: Substring, after keyword: String) -> Substring? {
    let start = words.prefix(keyword.count)
    return start.lowercased() == keyword.lowercased() ? words[start.endIndex...] : nil
  }

  /// Returns the name and the text of `- Parameter name: text`, or of `- name: text` below `- Parameters:`.
  private static func fieldOfParameter(
    _ words: Substring, isIndented: Bool, in field: Field
  ) -> (name: String, text: String)? {
    let rest: Substring
    if let text = text(of: words, after: "- Parameter ") {
      rest = text
    } else if isIndented, case .parameter = field, words.starts(with: "- ") {
      rest = words.dropFirst(2)
    } else {
      return nil
    }
    guard let colon = rest.firstIndex(of: ":") else { return nil }
    return (String(rest[..<colon]), String(rest[rest.index(after: colon)...]))
  }

  private mutating func append(_ line: String) {
    switch field {
    case .discussion: discussion = (discussion.map { $0 + "\n" } ?? "") + line
    case .result: result = Self.joined(result, line)
    case .parameter(let name): parameters[name] = Self.joined(parameters[name], line)
    case .other: break
    }
  }

  /// Joins a line to the text of a field, which is one paragraph.
  private static func joined(_ text: String?, _ line: String) -> String {
    [text, line].compactMap { $0.flatMap(trimmed) }.joined(separator: " ")
  }

  private static func trimmed(_ text: String) -> String? {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\n" }
    let start = text.drop(while: isSpace)
    guard let last = start.lastIndex(where: { !isSpace($0) }) else { return nil }
    return String(start[...last])
  }
}
