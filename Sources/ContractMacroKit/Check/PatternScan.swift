/// A scan of a regular expression for syntax of Swift's `Regex` that a rule refuses, because it prevents matching in linear
/// time or has another meaning in JSON Schema.
///
/// A server checks the rules of inputs when it starts, but it does not see those of members of `@Schema` types.
struct PatternScan {
  private var rest: ArraySlice<Unicode.Scalar>

  /// Returns the first refused syntax with its remedy; nil if there is none.
  ///
  /// - Parameter text: a valid expression of `Regex`.
  static func problem(in text: String) -> String? {
    var scan = PatternScan(rest: Array(text.unicodeScalars)[...])
    return scan.problem()
  }

  private mutating func problem() -> String? {
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\": if let problem = escape() { return problem }
      case "[": if let problem = set() { return problem }
      case "(":
        if take("?>") { return "atomic groups such as `(?>a)` are not supported; write `(?:`" }
        _ = take("?")
      case "*", "+", "?": if take("+") { return Self.possessive } else { _ = take("?") }
      case "{" where takeCount(): if take("+") { return Self.possessive } else { _ = take("?") }
      default: break
      }
    }
    return nil
  }

  private static let possessive = "possessive quantifiers such as `*+` are not supported; remove the `+`"

  private mutating func escape() -> String? {
    guard let letter = takeEscape(), letter == "k" || ("1"..."9").contains(letter) else { return nil }
    return "back-references such as `\\1` are not supported; remove them"
  }

  /// Takes an escape after its backslash, such as `n`, `u{41}` or `c[`, and returns its first character.
  private mutating func takeEscape() -> Unicode.Scalar? {
    let first = rest.popFirst()
    switch first {
    case "c": _ = rest.popFirst()
    // The braces of a code point contain digits, but are not a count.
    case "x", "u", "U": if take("{") { rest = rest.drop { $0 != "}" }.dropFirst() }
    default: break
    }
    return first
  }

  /// Scans a set after its opening bracket.
  private mutating func set() -> String? {
    _ = take("^")
    // A bracket at the start is an element.
    _ = take("]")
    while !rest.isEmpty, !take("]") {
      for operation in ["&&", "~~", "--"] where take(operation) {
        return "set operations such as `\(operation)` are not supported; escape the characters"
      }
      if takeElement() == "[" || takeDash() && takeElement() == "[" {
        return "nested sets are not supported; write `\\[` for the character"
      }
    }
    return nil
  }

  /// Takes the dash of a range in a set. Returns false if the dash is the last element of the set or part of an operation, or if
  /// there is none.
  private mutating func takeDash() -> Bool {
    guard rest.first == "-", let end = rest.dropFirst().first, end != "]", end != "-" else { return false }
    return take("-")
  }

  /// Takes a character or an escape in a set, and returns its first character.
  private mutating func takeElement() -> Unicode.Scalar? {
    let first = rest.popFirst()
    if first == "\\" { _ = takeEscape() }
    return first
  }

  /// Takes the rest of `{2,3}`. Returns false for other text in braces, which is literal.
  private mutating func takeCount() -> Bool {
    let count = rest.prefix { $0 != "}" }
    guard count.count < rest.count, count.contains(where: { $0 != "," }),
      count.allSatisfy({ ("0"..."9").contains($0) || $0 == "," })
    else { return false }
    rest = rest[(count.endIndex + 1)...]
    return true
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest = rest.dropFirst(text.unicodeScalars.count)
    return true
  }
}
