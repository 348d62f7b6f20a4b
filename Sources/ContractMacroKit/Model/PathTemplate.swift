import SwiftSyntax

/// A path as it is written in a verb attribute or in `@API(prefix:)`.
struct PathLiteral {
  /// The literal's value.
  let value: String
  /// The literal's expression.
  let expression: ExprSyntax
  /// Where the text starts inside the expression in UTF-8 bytes, when no escapes stand between source and value.
  let textOffset: Int?

  /// The location of the byte at `offset` of the value, as far as it is known.
  func location(at offset: Int) -> Finding.Location {
    guard let textOffset else { return Finding.Location(expression) }
    return Finding.Location(expression, offset: textOffset + offset)
  }
}

/// One segment of a path template.
struct PathSegment {
  /// What a segment matches.
  enum Kind: Equatable {
    case constant(String)
    case placeholder(String)
    /// Several segments, `{name...}`.
    case rest(String)
  }

  let kind: Kind
  /// The literal that the segment stands in.
  let literal: PathLiteral
  /// Where the segment starts in the literal's value, in UTF-8 bytes.
  let offset: Int

  var location: Finding.Location { literal.location(at: offset) }

  /// The name between the marks of a placeholder.
  var placeholder: String? {
    switch kind {
    case .placeholder(let name), .rest(let name): name
    case .constant: nil
    }
  }
}

/// A path template: prefix and path, cut into segments.
struct PathTemplate {
  /// The whole text, with the static query.
  let text: String
  let segments: [PathSegment]
  /// The names of the static query, with their locations.
  let queryNames: [(name: String, location: Finding.Location)]

  /// The template with every placeholder made equal: two endpoints with one shape and one method are one route.
  var shape: String {
    let path = segments.map { segment in
      switch segment.kind {
      case .constant(let text): text
      case .placeholder: ":"
      case .rest: "..."
      }
    }
    return path.joined(separator: "/") + (text.firstIndex(of: "?").map { text[$0...] } ?? "")
  }

  /// The placeholder called `name`.
  func placeholder(_ name: String) -> PathSegment? {
    segments.first { $0.placeholder == name }
  }
}
