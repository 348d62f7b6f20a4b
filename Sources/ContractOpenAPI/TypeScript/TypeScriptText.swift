internal import ContractCoding
internal import ContractHTTP

/// TypeScript source text, line by line, and the spelling of literals, names and comments in it.
struct TypeScriptText {
  private(set) var text = ""
  private var depth = 0

  /// Appends a line, or several lines with additional indentation.
  mutating func line(_ line: String = "") {
    for part in line.split(atByte: "\n", keepsEmpty: true) {
      if !part.isEmpty { text += String(repeating: "  ", count: depth) + Self.withoutTrailingSpace(part) }
      text += "\n"
    }
  }

  /// Appends a line, indented lines, and a last line.
  mutating func block(_ first: String, _ last: String = "}", _ body: (inout TypeScriptText) -> Void) {
    line(first)
    depth += 1
    body(&self)
    depth -= 1
    line(last)
  }

  /// Appends a documentation comment; nothing without lines.
  mutating func comment(_ lines: [String]) {
    line(lines: Self.comment(lines))
  }

  private mutating func line(lines: [String]) {
    for text in lines { line(text) }
  }

  private static func withoutTrailingSpace(_ line: Substring) -> Substring {
    guard let last = line.utf8.lastIndex(where: { $0 != 0x20 }) else { return line[line.endIndex...] }
    return line[..<line.utf8.index(after: last)]
  }

  // MARK: - Literals

  /// Returns a string literal. It is a JSON string, which is also JavaScript if U+2028 and U+2029 are escaped.
  static func literal(_ string: String) -> String {
    JSONValue.string(string).description
      .replacingBytes("\u{2028}", with: "\\u2028").replacingBytes("\u{2029}", with: "\\u2029")
  }

  /// Returns a member name of a type: unchanged if it is an identifier, otherwise as a string literal.
  static func name(_ name: String) -> String {
    isIdentifier(name) ? name : literal(name)
  }

  /// Returns a member name of an object literal, where `__proto__` would set the prototype.
  static func key(_ name: String) -> String {
    if name == "__proto__" { return "[\"__proto__\"]" }
    return isStatus(name) ? name : self.name(name)
  }

  /// True for three digits that do not start with 0.
  private static func isStatus(_ name: String) -> Bool {
    name.utf8.count == 3 && name.utf8.first != 0x30 && name.hasOnlyDigits
  }

  private static func isIdentifier(_ name: String) -> Bool {
    let isStart: (UInt8) -> Bool = { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "$")
    }
    guard let first = name.utf8.first, isStart(first) else { return false }
    return name.utf8.allSatisfy { isStart($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  // MARK: - Comments

  /// The maximum length of a line of a comment in bytes.
  private static let width = 100

  /// Returns the lines of a documentation comment; none without text.
  static func comment(_ paragraphs: [String]) -> [String] {
    var lines: [Substring] = []
    for paragraph in paragraphs {
      for line in paragraph.replacingBytes("\r", with: "").split(atByte: "\n", keepsEmpty: true) {
        lines += wrapped(line.replacingBytes("\u{2028}", with: " ").replacingBytes("\u{2029}", with: " ")[...])
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    while lines.first?.isEmpty == true { lines.removeFirst() }
    // A comment end in a description would turn the rest of the description into code.
    let safe = lines.map { $0.replacingBytes("*/", with: "*\\/") }
    guard let first = safe.first else { return [] }
    if safe.count == 1 { return ["/** \(first) */"] }
    return ["/**"] + safe.map { $0.isEmpty ? " *" : " * \($0)" } + [" */"]
  }

  /// Returns the parts of a line, which is broken at spaces if it is long.
  private static func wrapped(_ line: Substring) -> [Substring] {
    guard line.utf8.count > width else { return [line] }
    var lines: [Substring] = []
    var current = ""
    for word in line.split(atByte: " ", keepsEmpty: true) {
      if !current.isEmpty, current.utf8.count + 1 + word.utf8.count > width {
        lines.append(current[...])
        current = String(word)
      } else {
        current += current.isEmpty ? String(word) : " " + word
      }
    }
    return lines + [current[...]]
  }
}
