import SwiftParser
import SwiftSyntax

/// A parser of path literals and their segments.
enum PathParser {
  /// Returns the literal in `expression`; nil if it is interpolated or not a literal.
  static func literal(_ expression: ExprSyntax) -> PathLiteral? {
    guard let string = expression.as(StringLiteralExprSyntax.self), let value = string.representedLiteralValue else {
      return nil
    }
    // Offsets in the value apply to the source only if both have the same bytes: in a literal of one segment on one line,
    // without escapes.
    let source = string.segments.trimmedDescription
    let start = string.segments.positionAfterSkippingLeadingTrivia.utf8Offset
    let offset = start - string.positionAfterSkippingLeadingTrivia.utf8Offset
    return PathLiteral(value: value, expression: expression, textOffset: source == value ? offset : nil)
  }

  /// Returns the template of an optional prefix and a path. With a prefix, an empty path is the prefix itself. An empty
  /// prefix is ignored.
  static func template(prefix: PathLiteral?, path: PathLiteral) -> PathTemplate {
    let (pathText, query) = split(path.value)
    var segments: [PathSegment] = []
    if let prefix, !prefix.value.isEmpty { segments += cut(prefix.value[...], of: prefix) }
    if segments.isEmpty || !pathText.isEmpty { segments += cut(pathText, of: path) }
    return PathTemplate(
      text: (prefix?.value ?? "") + path.value, segments: segments, queryNames: queryNames(query, of: path))
  }

  /// Returns the parts before and after `?`.
  static func split(_ text: String) -> (path: Substring, query: Substring?) {
    guard let mark = text.firstIndex(of: "?") else { return (text[...], nil) }
    return (text[..<mark], text[text.index(after: mark)...])
  }

  /// Returns true for a valid name of a placeholder: letters, digits, `_` and `-`.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  }

  private static func cut(_ text: Substring, of literal: PathLiteral) -> [PathSegment] {
    var segments: [PathSegment] = []
    var offset = text.hasPrefix("/") ? 1 : 0
    for part in text.dropFirst(offset).split(separator: "/", omittingEmptySubsequences: false) {
      segments.append(PathSegment(kind: kind(of: part), literal: literal, offset: offset))
      offset += part.utf8.count + 1
    }
    return segments
  }

  private static func kind(of part: Substring) -> PathSegment.Kind {
    if part.hasPrefix(":") { return .placeholder(String(part.dropFirst())) }
    if part.hasPrefix("{"), part.hasSuffix("}") {
      let name = part.dropFirst().dropLast()
      return name.hasSuffix("...") ? .rest(String(name.dropLast(3))) : .placeholder(String(name))
    }
    return .constant(String(part))
  }

  private static func queryNames(_ query: Substring?, of literal: PathLiteral) -> [(String, Finding.Location)] {
    guard let query else { return [] }
    var names: [(String, Finding.Location)] = []
    var offset = literal.value.utf8.count - query.utf8.count
    for part in query.split(separator: "&", omittingEmptySubsequences: false) {
      let name = part.prefix { $0 != "=" }
      if !name.isEmpty { names.append((String(name), literal.location(at: offset))) }
      offset += part.utf8.count + 1
    }
    return names
  }
}
