import SwiftSyntax

/// Source text in pieces, some of which are words of the user's source.
///
/// ``SourceWriter`` writes each user's word at its line and column in the user's file, so that errors about the word are
/// shown there.
struct LocatedText: ExpressibleByStringInterpolation {
  struct Piece {
    let text: String
    /// The user's word; nil for other text.
    let node: Syntax?
    /// The offset in `text` of the byte with the word's location.
    var offset = 0
  }

  private(set) var pieces: [Piece]

  init(pieces: [Piece]) { self.pieces = pieces }

  init(_ text: String) { self.init(pieces: [Piece(text: text, node: nil)]) }

  init(stringLiteral text: String) { self.init(text) }

  init(stringInterpolation: StringInterpolation) { self.init(pieces: stringInterpolation.pieces) }

  /// Creates a word of the user's source, spelled as `text`.
  init(_ text: String, at node: Syntax?) { self.init(pieces: [Piece(text: text, node: node)]) }

  /// Creates a type as spelled in generated code.
  init(_ type: TypeModel, spelled text: String? = nil) { self.init(text ?? type.text, at: type.anchor) }

  /// Creates a user's expression.
  init(_ value: ExprSyntax) { self.init(value.trimmedDescription, at: value.anchor) }

  /// Creates a user's expression for code inside a generated type, where `Self` would mean the generated type.
  init(inner value: ExprSyntax) { self.init(value, spellingSelf: value.owner) }

  /// Creates a user's expression with `Self` replaced by the spelling of a type; unchanged for nil.
  init(_ value: ExprSyntax, spellingSelf owner: String?) {
    self.init(value.description(spellingSelf: owner), at: value.anchor)
  }

  /// Returns the text with `Self` in the user's words replaced by the spelling of a type; unchanged for nil.
  func spellingSelf(_ owner: String?) -> LocatedText {
    LocatedText(
      pieces: pieces.map { piece in
        guard let node = piece.node, piece.text == node.trimmedDescription else { return piece }
        return Piece(text: node.description(spellingSelf: owner), node: node, offset: piece.offset)
      })
  }

  /// The text without locations.
  var text: String { pieces.reduce(into: "") { $0 += $1.text } }

  /// True when no piece has a location.
  var isPlain: Bool { pieces.allSatisfy { $0.node == nil } }

  static func + (left: LocatedText, right: LocatedText) -> LocatedText {
    LocatedText(pieces: left.pieces + right.pieces)
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) { pieces.append(Piece(text: text, node: nil)) }

    mutating func appendInterpolation(_ text: String) { appendLiteral(text) }

    mutating func appendInterpolation(_ text: LocatedText) { pieces += text.pieces }

    mutating func appendInterpolation(_ number: Int) { appendLiteral("\(number)") }

    /// Appends a type.
    mutating func appendInterpolation(_ type: TypeModel) { pieces += LocatedText(type).pieces }

    /// Appends `text`, whose byte at `offset` belongs to `node`.
    mutating func appendInterpolation(_ text: String, at node: Syntax?, offset: Int = 0) {
      pieces.append(Piece(text: text, node: node, offset: offset))
    }
  }
}

extension [LocatedText] {
  /// The texts with commas between them.
  var listed: LocatedText {
    let separator = LocatedText.Piece(text: ", ", node: nil)
    let pieces = map { $0.pieces }.joined(separator: [separator])
    return LocatedText(pieces: [LocatedText.Piece](pieces))
  }
}

extension SourceWriter {
  /// Returns true if a piece of the text has a location.
  private func isLocated(_ text: LocatedText) -> Bool {
    text.pieces.contains { piece in piece.node.flatMap(locations.location) != nil }
  }

  /// Returns the layout of `text` after its introduction; nil if it has no locations.
  private mutating func layout(_ text: LocatedText) -> LocatedLayout? {
    guard isLocated(text) else { return nil }
    return LocatedLayout(LocatedText(takeIntroduction().map { $0 + "\n" }.joined()) + text, locations)
  }

  /// Adds one declaration or statement.
  mutating func line(_ text: LocatedText) {
    guard let layout = layout(text) else { return line(text.text) }
    raw(layout.directive)
    for line in layout.lines { raw(line) }
    line("#sourceLocation()")
  }

  /// Adds `head {`, the content one level deeper, and `close`.
  mutating func block(_ head: LocatedText, close: String = "}", _ content: (inout SourceWriter) -> Void) {
    if let layout = layout(head + " {") {
      raw(layout.directive)
      for line in layout.lines { raw(line) }
      indented { $0.line("#sourceLocation()") }
    } else {
      line(head.text + " {")
    }
    indented(content)
    line(close)
  }

  /// Adds a branch of a switch with one statement.
  mutating func branch(_ head: String, _ statement: LocatedText) {
    guard !statement.isPlain else { return line("\(head) \(statement.text)") }
    line(head)
    indented { $0.line(statement) }
  }

  /// Adds a static property with the rules for values of a type.
  ///
  /// - Parameter isStored: false in generic types, which cannot store static properties.
  mutating func rules(_ name: String, _ type: LocatedText, _ rules: [LocatedText], isStored: Bool) {
    let declaration: LocatedText = "static \(isStored ? "let" : "var") \(name): [Contract::Validation<\(type)>]"
    guard isStored else { return block(declaration) { $0.list("[", rules, "]") } }
    guard !type.isPlain else { return list("\(declaration) = [", rules, "]") }
    block("\(declaration) =", close: "}()") { $0.list("[", rules, "]") }
  }

  /// Adds `open`, the items with commas, `close {`, the content one level deeper, and `}`.
  mutating func block(
    _ open: LocatedText, _ items: [LocatedText], _ close: LocatedText, _ content: (inout SourceWriter) -> Void
  ) {
    let joined = open + items.listed + close
    guard !isLocated(joined) else { return block(joined, content) }
    list(open.text, items.map(\.text), close.text + " {")
    indented(content)
    line("}")
  }

  /// Adds `open`, the items with commas, and `close`. If no item has a location, the layout is that of ``list(_:_:_:)``.
  mutating func list(_ open: LocatedText, _ items: [LocatedText], _ close: String) {
    let joined = open + items.listed + LocatedText(close)
    guard let layout = layout(joined) else { return list(open.text, items.map(\.text), close) }
    raw(layout.directive)
    for line in layout.lines { raw(line) }
    line("#sourceLocation()")
  }
}

/// The lines of a ``LocatedText`` in which each located piece has the line and column of its word.
///
/// A directive cannot be inside a declaration. So one directive precedes the declaration, and line breaks and spaces
/// inside it move the pieces.
struct LocatedLayout {
  private(set) var directive = ""
  private(set) var lines = [""]
  /// False if a piece missed its column, because the preceding text is longer than in the user's file.
  private(set) var isExact = true
  /// The line number in the user's file of the last of `lines`.
  private var line = 0

  /// Creates the layout; nil if no piece has a location.
  init?(_ text: LocatedText, _ locations: SourceLocations) {
    var first: SourceLocations.Location?
    var skipped = 0
    for piece in text.pieces {
      if let location = piece.node.flatMap(locations.location) {
        let column = max(location.column - 1 - piece.offset, 0)
        if first == nil {
          first = location
          line = location.line
          lead(to: column)
          skipped = lines.count - 1
        } else if first?.file == location.file {
          advance(to: location.line, column)
        }
      }
      append(piece.text)
    }
    guard let first else { return nil }
    directive = "#sourceLocation(file: \(first.file), line: \(max(first.line - skipped, 1)))"
  }

  /// Moves the text before the first located piece so that it ends at `column`, or leaves it on a separate line.
  private mutating func lead(to column: Int) {
    let last = lines[lines.count - 1]
    if last.utf8.count <= column {
      lines[lines.count - 1] = String(repeating: " ", count: column - last.utf8.count) + last
    } else {
      lines.append(String(repeating: " ", count: column))
    }
  }

  /// Advances to a line and column. A piece whose location was passed is written some columns too late.
  private mutating func advance(to line: Int, _ column: Int) {
    if line > self.line, line - self.line < 1000 {
      lines += Array(repeating: "", count: line - self.line)
      self.line = line
    }
    guard line == self.line else { return isExact = false }
    let missing = column - lines[lines.count - 1].utf8.count
    if missing < 0 { isExact = false }
    lines[lines.count - 1] += String(repeating: " ", count: max(missing, 0))
  }

  private mutating func append(_ text: String) {
    guard text.utf8.contains(UInt8(ascii: "\n")) else { return lines[lines.count - 1] += text }
    let parts = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index > 0 { lines.append("") }
      lines[lines.count - 1] += Substring(part)
    }
    line += max(parts.count - 1, 0)
  }
}
