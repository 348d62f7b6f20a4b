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
  private enum Field: Equatable {
    case discussion
    case parameter(String)
    case result
    case other
  }

  private var field = Field.discussion
  /// True in the list below `- Parameters:`.
  private var isInParameters = false
  /// The indentation of the list's first item; nil before it. Items with another indentation are text of a parameter.
  private var itemIndentation: Int?
  private var isAfterBlankLine = false

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
    if words.isEmpty {
      isAfterBlankLine = true
      return append("")
    }
    defer { isAfterBlankLine = false }
    let indentation = line.utf8.count - words.utf8.count
    if let (name, text) = fieldOfParameter(words, indentation) {
      field = .parameter(name)
      return append(text)
    }
    if indentation > 0 { return append(line) }
    guard words.starts(with: "- ") else {
      if isAfterBlankLine { endFields() }
      return append(line)
    }
    isInParameters = false
    for (keyword, next) in Self.keywords {
      guard let text = Self.text(of: words, after: keyword) else { continue }
      field = next
      isInParameters = next == .parameter("")
      itemIndentation = nil
      return append(String(text))
    }
    // Other items of a list are text, such as `- Note: text`.
    field = .discussion
    append(line)
  }

  /// Returns to the discussion, because a paragraph that is not indented does not belong to the list of fields.
  private mutating func endFields() {
    guard field != .discussion else { return }
    field = .discussion
    isInParameters = false
    if discussion?.hasSuffix("\n") == false { append("") }
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
  private mutating func fieldOfParameter(_ words: Substring, _ indentation: Int) -> (name: String, text: String)? {
    let rest: Substring
    if let text = Self.text(of: words, after: "- Parameter ") {
      isInParameters = false
      rest = text
    } else if isInParameters, indentation > 0, words.starts(with: "- "), indentation == itemIndentation ?? indentation {
      itemIndentation = indentation
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
