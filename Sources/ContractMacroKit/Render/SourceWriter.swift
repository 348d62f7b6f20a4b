/// A writer of Swift source line by line, indented by two spaces per level.
///
/// Renderers write text, because the compiler parses text, and users read it when they expand a macro.
struct SourceWriter {
  private(set) var text = ""
  /// The locations of the user's words in located text.
  let locations: SourceLocations
  private var indentation = ""
  private var introduction: [String] = []

  init(locations: SourceLocations = .none) { self.locations = locations }

  /// Adds one line.
  mutating func line(_ line: String) {
    for line in takeIntroduction() { text += indentation + line + "\n" }
    if !line.isEmpty { text += indentation + line }
    text += "\n"
  }

  /// Adds a comment or attribute before the next line. It moves with that line to a location in the user's file.
  mutating func introduce(_ line: String) { introduction.append(line) }

  /// Returns and removes the comments and attributes that introduce the next line.
  mutating func takeIntroduction() -> [String] {
    defer { introduction = [] }
    return introduction
  }

  /// Adds one line without indentation.
  mutating func raw(_ line: String) { text += line + "\n" }

  /// Adds an empty line.
  mutating func gap() { text += "\n" }

  /// Adds `head {`, the content one level deeper, and `}`.
  mutating func block(_ head: String, _ content: (inout SourceWriter) -> Void) {
    line(head + " {")
    indented(content)
    line("}")
  }

  /// Adds the content one level deeper.
  mutating func indented(_ content: (inout SourceWriter) -> Void) {
    indentation += "  "
    content(&self)
    indentation.removeLast(2)
  }

  /// Adds `open`, the items with commas, and `close`: all on one line if they fit, or else all items on a separate line, or
  /// else one item per line.
  mutating func list(_ open: String, _ items: [String], _ close: String) {
    let joined = items.joined(separator: ", ")
    guard !items.isEmpty, !fits(open + joined + close) else { return line(open + joined + close) }
    // A bracket that closes a call follows the last item. A bracket that is followed by a body starts a line.
    let isCall = close == ")"
    line(open)
    indented { writer in
      if writer.fits(joined + close) {
        writer.line(isCall ? joined + close : joined)
      } else {
        for item in items.dropLast() { writer.line(item + ",") }
        if let last = items.last { writer.line(isCall ? last + close : last) }
      }
    }
    if !isCall { line(close) }
  }

  private func fits(_ line: String) -> Bool { indentation.utf8.count + line.utf8.count <= 120 }
}

extension String {
  /// The text as a Swift string literal.
  var literal: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}": result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
