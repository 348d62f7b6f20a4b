import SwiftSyntax

/// A path as written in a verb attribute or in `@API(prefix:)`.
struct PathLiteral {
  /// The literal's value.
  let value: String
  /// The literal's expression.
  let expression: ExprSyntax
  /// The offset of the text in the expression in UTF-8 bytes; nil if escapes make source and value differ.
  let textOffset: Int?

  /// Returns the location of the byte at `offset` of the value, or of the whole expression if the byte has none.
  func location(at offset: Int) -> Finding.Location {
    guard let textOffset else { return Finding.Location(expression) }
    return Finding.Location(expression, offset: textOffset + offset)
  }
}

/// One segment of a path template.
struct PathSegment {
  /// The kind of a segment.
  enum Kind: Equatable {
    case constant(String)
    case placeholder(String)
    /// Several segments, `{name...}`.
    case rest(String)
  }

  let kind: Kind
  /// The literal that contains the segment.
  let literal: PathLiteral
  /// The offset of the segment in the literal's value, in UTF-8 bytes.
  let offset: Int

  var location: Finding.Location { literal.location(at: offset) }

  /// The name of a placeholder; nil for a constant.
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

  /// The template without the names of placeholders. Endpoints with the same shape and method have the same route.
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

  /// Returns the placeholder called `name`.
  func placeholder(_ name: String) -> PathSegment? {
    segments.first { $0.placeholder == name }
  }
}
