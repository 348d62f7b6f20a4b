extension PatternParser {
  /// Parses an escape outside a set.
  mutating func escape() throws(PatternError) -> PatternNode {
    switch rest.first {
    case nil: throw PatternError("the expression ends with `\\`; write `\\\\` for the character")
    case "A": return assertion(.start)
    case "z", "Z": return assertion(.end)
    case "b": return assertion(.wordBoundary)
    case "B": return assertion(.noWordBoundary)
    case "R":
      rest = rest.dropFirst()
      let pair = ["\r", "\n"].map { PatternNode.scalar(ScalarSet(ranges: [$0...$0])) }
      return .choice([.sequence(pair), .scalar(ScalarSet(classes: [(.newline, false)]))])
    case "k", ("1"..."9")?:
      throw PatternError("back-references such as `\\1` are not supported; remove them to keep matching linear")
    default: break
    }
    if let known = try setClass() { return .scalar(ScalarSet(classes: [known])) }
    let scalar = try escapedScalar()
    return .scalar(ScalarSet(ranges: [scalar...scalar], ignoresCase: ignoresCase))
  }

  private mutating func assertion(_ assertion: PatternNode.Assertion) -> PatternNode {
    rest = rest.dropFirst()
    return .assertion(assertion)
  }

  /// Parses a set after its `[`, up to and including `]`.
  mutating func set() throws(PatternError) -> ScalarSet {
    let isNegated = take("^")
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var classes: [(kind: ScalarSet.Class, isNegated: Bool)] = []
    // A `]` at the start is a member.
    if take("]") { ranges.append("]"..."]") }
    while !take("]") {
      for operation in ["&&", "~~", "--"] where take(operation) {
        throw PatternError("`\(operation)` in a set is a set operation in some dialects; escape the characters")
      }
      guard let next = rest.popFirst() else {
        throw PatternError("a set is not closed; write `\\[` for the character")
      }
      if next == "[" { throw PatternError("nested sets are not supported; write `\\[` for the character") }
      if next == "\\", let known = try setClass() {
        classes.append(known)
        continue
      }
      let first = next == "\\" ? try escapedScalar() : next
      ranges.append(try range(from: first))
    }
    return ScalarSet(ranges: ranges, classes: classes, isNegated: isNegated, ignoresCase: ignoresCase)
  }

  private mutating func range(from first: Unicode.Scalar) throws(PatternError) -> ClosedRange<Unicode.Scalar> {
    // A dash at the end is a member.
    guard rest.first == "-", let behind = rest.dropFirst().first, behind != "]", behind != "-" else {
      return first...first
    }
    rest = rest.dropFirst(2)
    if behind == "[" { throw PatternError("nested sets are not supported; write `\\[` for the character") }
    let isSet = behind == "\\" ? try setClass() != nil : false
    if isSet { throw PatternError("a range in a set ends with a character class; escape its dash") }
    let last = behind == "\\" ? try escapedScalar() : behind
    guard first <= last else { throw PatternError("the range `\(first)-\(last)` in a set is out of order") }
    return first...last
  }

  /// Parses a character class escape; returns nil, consuming nothing, for any other escape.
  private mutating func setClass() throws(PatternError) -> (kind: ScalarSet.Class, isNegated: Bool)? {
    let known: (ScalarSet.Class, Bool)
    switch rest.first {
    case "d": known = (.digit, false)
    case "D": known = (.digit, true)
    case "w": known = (.word, false)
    case "W": known = (.word, true)
    case "s": known = (.space, false)
    case "S": known = (.space, true)
    case "h": known = (.horizontalSpace, false)
    case "H": known = (.horizontalSpace, true)
    case "v": known = (.newline, false)
    case "V", "N": known = (.newline, true)
    case "p", "P": return try category()
    default: return nil
    }
    rest = rest.dropFirst()
    return known
  }

  /// Parses `p{Lu}`, `P{Lu}`, `p{^Lu}` or `pL`.
  private mutating func category() throws(PatternError) -> (kind: ScalarSet.Class, isNegated: Bool) {
    var isNegated = rest.popFirst() == "P"
    var name: ArraySlice<Unicode.Scalar> = []
    if take("{") {
      if take("^") { isNegated.toggle() }
      name = rest.prefix { $0 != "}" }
      rest = rest[name.endIndex...].dropFirst()
    } else if let letter = rest.popFirst() {
      name = [letter]
    }
    let text = String(String.UnicodeScalarView(name))
    guard Unicode.GeneralCategory.names.contains(text) else {
      throw PatternError("`\(text)` is not a general category of Unicode; use one such as `L` or `Nd`")
    }
    return (.category(text), isNegated)
  }

  /// Parses an escape that denotes one scalar.
  private mutating func escapedScalar() throws(PatternError) -> Unicode.Scalar {
    guard let letter = rest.popFirst() else {
      throw PatternError("the expression ends with `\\`; write `\\\\` for the character")
    }
    switch letter {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "f": return "\u{C}"
    case "a": return "\u{7}"
    case "e": return "\u{1B}"
    case "b": return "\u{8}"
    case "0": return "\0"
    case "x": return try scalar(digits: 2)
    case "u": return try scalar(digits: 4)
    case "U": return try scalar(digits: 8)
    case "c": return try controlScalar()
    default: break
    }
    guard !ScalarSet.Class.word.contains(letter) || letter == "_" else {
      throw PatternError("the escape `\\\(letter)` is not supported")
    }
    return letter
  }

  private mutating func controlScalar() throws(PatternError) -> Unicode.Scalar {
    guard let letter = rest.popFirst(), ("@"..."_").contains(letter) || ("a"..."z").contains(letter) else {
      throw PatternError("`\\c` must be followed by a letter")
    }
    return Unicode.Scalar(UInt8(letter.value & 0x1F))
  }

  /// Parses `count` hexadecimal digits, or any number of them in braces.
  private mutating func scalar(digits count: Int) throws(PatternError) -> Unicode.Scalar {
    let isBraced = take("{")
    let digits = isBraced ? rest.prefix { $0 != "}" } : rest.prefix(count)
    rest = rest[digits.endIndex...]
    let isWhole = isBraced ? take("}") : digits.count == count
    let isHex = digits.allSatisfy { $0.properties.isASCIIHexDigit }
    guard isWhole, isHex, let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw PatternError("a code point escape has invalid hexadecimal digits or names no code point") }
    return scalar
  }
}
