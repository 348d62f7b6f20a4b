import SwiftSyntax

/// The documentation comment of a declaration.
///
/// Comments before the first attribute, between attributes and before the keyword are joined.
struct Documentation {
  /// The comment's lines as written, without indentation.
  let lines: [String]

  /// Reads the comments of a declaration with these parts.
  init(of attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax, _ keyword: TokenSyntax) {
    let starts =
      attributes.map { $0.firstToken(viewMode: .sourceAccurate) }
      + modifiers.map { $0.firstToken(viewMode: .sourceAccurate) }
    self.init(of: starts.compactMap { $0 } + [keyword])
  }

  init(of tokens: [TokenSyntax]) {
    var lines: [String] = []
    for token in tokens {
      for piece in token.leadingTrivia {
        switch piece {
        case .docLineComment(let text): lines.append(text)
        case .docBlockComment(let text): lines += Documentation.lines(ofBlock: text)
        default: break
        }
      }
    }
    self.lines = lines
  }

  /// The first paragraph on one line; nil without documentation.
  var summary: String? {
    let words = lines.map { line in
      String(line.drop { $0 == "/" }).trimmingSpaces()
    }
    let paragraph = words.drop(while: \.isEmpty).prefix { !$0.isEmpty && !$0.hasPrefix("- ") }
    return paragraph.isEmpty ? nil : paragraph.joined(separator: " ")
  }

  /// The whole comment without comment markers; nil without documentation.
  var text: String? {
    let words = lines.map { line in
      var line = line.drop { $0 == "/" }
      if line.first == " " { line = line.dropFirst() }
      return String(line).trimmingTrailingSpaces()
    }
    let start = words.drop(while: \.isEmpty)
    guard let last = start.lastIndex(where: { !$0.isEmpty }) else { return nil }
    return start[...last].joined(separator: "\n")
  }

  /// Returns a block comment as line comments, without the indentation that all its lines have.
  private static func lines(ofBlock text: String) -> [String] {
    let inner = text.dropFirst(3).dropLast(2).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let first = inner.first.map { String($0).trimmingSpaces() } ?? ""
    let rest = unindented(inner.dropFirst().map { String($0).trimmingTrailingSpaces() })
    var lines = ([first] + rest).map { $0.isEmpty ? "///" : "/// " + $0 }
    while lines.first == "///" { lines.removeFirst() }
    while lines.last == "///" { lines.removeLast() }
    return lines
  }

  /// Returns the lines that follow the first line of a block comment, without their margin: common indentation, or asterisks
  /// and one space.
  private static func unindented(_ lines: [String]) -> [String] {
    let written = lines.filter { !$0.isEmpty }.map { $0.drop(while: isSpace) }
    if written.allSatisfy({ $0.hasPrefix("*") }) {
      return lines.map { line in
        let rest = line.drop(while: isSpace).dropFirst()
        return String(rest.first == " " ? rest.dropFirst() : rest)
      }
    }
    let margin = lines.filter { !$0.isEmpty }.map { $0.prefix(while: isSpace).count }.min() ?? 0
    return lines.map { String($0.dropFirst(margin)) }
  }

  private static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
}

extension String {
  /// Returns the text without spaces, tabs and carriage returns at both ends.
  func trimmingSpaces() -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" || character == "\r" }
    let start = drop(while: isSpace)
    guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(start[...last])
  }

  /// Returns the text without trailing spaces, tabs and carriage returns.
  func trimmingTrailingSpaces() -> String {
    guard let last = lastIndex(where: { $0 != " " && $0 != "\t" && $0 != "\r" }) else { return "" }
    return String(self[...last])
  }
}
