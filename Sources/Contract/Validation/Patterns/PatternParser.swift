/// A parser of regular expressions: the subset of ECMA 262 that JSON Schema recommends, lookarounds, and the escapes
/// and categories of Swift's `Regex` that denote sets of scalars.
///
/// Back-references, atomic groups and possessive quantifiers are refused, because they prevent matching in linear time.
struct PatternParser {
  private static let maxDepth = 100
  private static let maxCount = 10_000

  var rest: ArraySlice<Unicode.Scalar>
  var ignoresCase = false
  var dotIsAll = false
  private var depth = 0
  /// The lookarounds by index; nested ones precede those that contain them.
  private(set) var lookarounds: [PatternNode.Lookaround] = []

  init(_ text: String) { rest = Array(text.unicodeScalars)[...] }

  mutating func parse() throws(PatternError) -> PatternNode {
    let node = try choice()
    guard rest.isEmpty else { throw PatternError("unmatched `)`; write `\\)` for the character") }
    return node
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest = rest.dropFirst()
    return true
  }

  mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest = rest.dropFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func choice() throws(PatternError) -> PatternNode {
    depth += 1
    guard depth <= Self.maxDepth else { throw PatternError("groups are nested deeper than \(Self.maxDepth)") }
    // Flags apply until the end of the group that sets them, where the outer flags are restored.
    let flags = (ignoresCase, dotIsAll)
    defer {
      depth -= 1
      (ignoresCase, dotIsAll) = flags
    }
    var choices: [PatternNode] = []
    repeat { choices.append(try sequence()) } while take("|")
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let next = rest.first, next != "|", next != ")" {
      nodes.append(try repeated(try atom()))
    }
    return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes)
  }

  // MARK: Repetitions

  private mutating func repeated(_ node: PatternNode) throws(PatternError) -> PatternNode {
    guard let (min, max) = try counts() else { return node }
    if let max, min > max { throw PatternError("the bounds of `{\(min),\(max)}` are out of order; swap them") }
    // Greedy and lazy quantifiers are equivalent when the whole string must match.
    if !take("?"), take("+") {
      throw PatternError("possessive quantifiers such as `*+` are not supported; remove the `+`")
    }
    if try counts() != nil { throw PatternError("a quantifier follows a quantifier; put the first into a group") }
    return .repetition(node, min: min, max: max)
  }

  private mutating func counts() throws(PatternError) -> (min: Int, max: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = rest
    guard take("{") else { return nil }
    let min = try number()
    let hasComma = take(",")
    let max = hasComma ? try number() : min
    // Any other text in braces is literal.
    guard take("}"), min != nil || max != nil else {
      rest = start
      return nil
    }
    return (min ?? 0, max)
  }

  private mutating func number() throws(PatternError) -> Int? {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    if digits.isEmpty { return nil }
    rest = rest[digits.endIndex...]
    guard digits.count <= 6, let number = Int(String(String.UnicodeScalarView(digits))), number <= Self.maxCount else {
      throw PatternError("a quantifier has a bound above \(Self.maxCount)")
    }
    return number
  }

  // MARK: Atoms

  private mutating func atom() throws(PatternError) -> PatternNode {
    guard let scalar = rest.popFirst() else { return .empty }
    switch scalar {
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case ".": return .scalar(ScalarSet(classes: dotIsAll ? [] : [(.newline, false)], isNegated: true))
    case "(": return try group()
    case "[": return .scalar(try set())
    case "\\": return try escape()
    case "*", "+", "?":
      throw PatternError("`\(scalar)` has nothing to repeat; write `\\\(scalar)` for the character")
    default: return .scalar(ScalarSet(ranges: [scalar...scalar], ignoresCase: ignoresCase))
    }
  }

  private mutating func group() throws(PatternError) -> PatternNode {
    guard take("?") else { return try closed() }
    if take(":") { return try closed() }
    if take("=") { return try lookaround(isAhead: true, isNegated: false) }
    if take("!") { return try lookaround(isAhead: true, isNegated: true) }
    if take("<=") { return try lookaround(isAhead: false, isNegated: false) }
    if take("<!") { return try lookaround(isAhead: false, isNegated: true) }
    if take("<") || take("P<") { return try namedGroup() }
    if take(">") { throw PatternError("atomic groups (`(?>`) are not supported; write `(?:`") }
    return try flags()
  }

  private mutating func closed() throws(PatternError) -> PatternNode {
    let node = try choice()
    guard take(")") else { throw PatternError("a group is not closed; write `\\(` for the character") }
    return node
  }

  private mutating func lookaround(isAhead: Bool, isNegated: Bool) throws(PatternError) -> PatternNode {
    lookarounds.append(PatternNode.Lookaround(node: try closed(), isAhead: isAhead))
    return .lookaround(lookarounds.count - 1, isNegated: isNegated)
  }

  private mutating func namedGroup() throws(PatternError) -> PatternNode {
    let name = rest.prefix { ScalarSet.Class.word.contains($0) }
    rest = rest[name.endIndex...]
    guard !name.isEmpty, take(">") else {
      throw PatternError("the name of a group must be letters and digits in `<>`")
    }
    return try closed()
  }

  /// Parses `(?i)`, which applies to the end of the group, or `(?i:…)`.
  private mutating func flags() throws(PatternError) -> PatternNode {
    let before = (ignoresCase, dotIsAll)
    let letters = rest.prefix { $0 == "i" || $0 == "s" }
    rest = rest[letters.endIndex...]
    if letters.contains("i") { ignoresCase = true }
    if letters.contains("s") { dotIsAll = true }
    if !letters.isEmpty, take(")") { return .empty }
    guard !letters.isEmpty, take(":") else {
      throw PatternError("`(?` must be followed by `:`, `=`, `!`, `<=`, `<!`, `<name>`, `i` or `s`")
    }
    defer { (ignoresCase, dotIsAll) = before }
    return try closed()
  }
}
