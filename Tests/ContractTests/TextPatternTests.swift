import Testing

@testable import Contract

@Suite("Patterns", .timeLimit(.minutes(2)))
struct TextPatternTests {
  struct Row: CustomTestStringConvertible {
    let pattern: String
    let matches: [String]
    let others: [String]
    var testDescription: String { pattern }

    init(_ pattern: String, _ matches: [String], not others: [String]) {
      self.pattern = pattern
      self.matches = matches
      self.others = others
    }
  }

  static let rows: [Row] = [
    Row("", [""], not: ["a"]), Row("a|ab|", ["a", "ab", ""], not: ["b", "aba"]),
    Row("(a|b(c|d))*e", ["e", "abce", "bdae"], not: ["be", "abc"]), Row("a.c", ["abc", "a😀c"], not: ["a\nc", "ac"]),
    Row("a?b*?c+", ["c", "abbcc"], not: ["aac", "ab"]), Row("a{2}", ["aa"], not: ["a", "aaa"]),
    Row("a{2,}", ["aa", "aaaa"], not: ["a"]), Row("a{,2}b", ["b", "aab"], not: ["aaab"]),
    Row("a{1,3}", ["a", "aaa"], not: ["", "aaaa"]), Row("(?:ab){0}c", ["c"], not: ["abc"]),
    Row("(((){10000}){10000}){10000}a", ["a"], not: ["", "aa"]),
    Row("a{b}", ["a{b}"], not: ["ab"]), Row("{}", ["{}"], not: [""]), Row("a{,}", ["a{,}"], not: ["a"]),
    Row("[a-cx]", ["a", "b", "x"], not: ["d", "-"]), Row("[^a-c]", ["d", "\n", "é"], not: ["a", ""]),
    Row("[]a]", ["]", "a"], not: ["b"]), Row("[^]a]", ["b"], not: ["]"]), Row("[-a]", ["-", "a"], not: ["b"]),
    Row("[a-]", ["-", "a"], not: ["b"]), Row(#"[\]\\\^.$]"#, ["]", "\\", "^", ".", "$"], not: ["a"]),
    Row(#"[\w.-]+"#, ["a-b.c_1"], not: ["a b", "é"]), Row(#"[^\s\d]"#, ["a"], not: [" ", "\u{2003}", "1"]),
    Row(#"\d\D\w\W\s\S"#, ["1a_- x"], not: ["aa_- x"]),
    Row(#"\x41\u0042\u{43}\x{44}\cJ\t"#, ["ABCD\n\t"], not: ["ABCD"]),
    Row(#"\p{Lu}\P{Lu}\pN\p{^N}"#, ["Éé٣x"], not: ["éé٣x"]), Row(#"[\p{L}']+"#, ["d'Été"], not: ["1"]),
    Row("^a$", ["a"], not: ["aa", "a\n"]), Row(#"\Aa\z"#, ["a"], not: ["b"]), Row("a^b", [], not: ["ab", "a^b"]),
    Row(#"\ba+\b.\Ba*"#, ["aa ", "a "], not: ["aaa", " aa", "aa a"]), Row("(?<year>[0-9]{4})", ["2026"], not: ["202"]),
    Row("(?i)straSSe", ["STRASSE", "strasse"], not: ["strase"]), Row("(?i:a)[b]", ["Ab", "ab"], not: ["aB"]),
    Row("((?i)a)b", ["Ab"], not: ["aB"]), Row("(?s).", ["\n", "a"], not: [""]),
    Row("(?i)[^a]", ["b"], not: ["a", "A"]),
    Row(#"\R"#, ["\r\n", "\n", "\u{2028}"], not: ["\n\n", "a"]), Row(#"\."#, ["."], not: ["a"]),
    // Conditions.
    Row("(?=.*[A-Z])(?=.*[0-9])(?!.*a).{3,5}", ["B2x", "x2Bxx"], not: ["b2x", "B2a", "B2", "B2xxxx"]),
    Row("(?!admin$).*", ["user", "administer", ""], not: ["admin"]), Row("a(?=b(?=c)).*", ["abc"], not: ["abd", "ac"]),
    Row(".*(?<=x)y", ["xy", "axy"], not: ["y", "ay"]), Row(".*(?<!x)y", ["y", "ay"], not: ["xy"]),
    Row("(a(?!c)|b|c)*", ["abcab", "cc"], not: ["abac"]), Row("(?=ab)a(?<=^a)b(?=$)", ["ab"], not: ["abb"]),
  ]

  @Test("A pattern matches whole strings", arguments: rows)
  func matching(row: Row) {
    let pattern = TextPattern(row.pattern)
    #expect(pattern.error == nil)
    for text in row.matches { #expect(pattern.matches(text), "\(text.debugDescription)") }
    for text in row.others { #expect(!pattern.matches(text), "\(text.debugDescription)") }
  }

  @Test(
    "A pattern that may take exponential time by backtracking is recognized",
    arguments: [
      "(a+)*", "(a*)+b", "(?:[a-z]+){2,}", "((a+)?b*)*", "(a|b+)*", #"(\w+\s?)*"#, "(?=(a+)+$)a*", "((ab)*)*",
      "(a{1,5})*",
    ])
  func nested(pattern: String) {
    #expect(TextPattern(pattern).nestsRepetitions)
  }

  @Test(
    "A pattern that takes no exponential time by backtracking is not reported",
    arguments: ["a+b*", "([a-z]+-)*[a-z]+", "(a+b)*", "(a+){2,3}", "(a{2})*", "(a?)*", "(?:/[a-z]+)*", "", "(a|b)*"])
  func apart(pattern: String) {
    #expect(!TextPattern(pattern).nestsRepetitions)
  }

  static let refused: [(String, String)] = [
    ("(", "a group is not closed; write `\\(` for the character"),
    ("a)", "unmatched `)`; write `\\)` for the character"),
    ("[a", "a set is not closed; write `\\[` for the character"),
    ("*a", "`*` has nothing to repeat; write `\\*` for the character"),
    ("a**", "a quantifier follows a quantifier; put the first into a group"),
    ("\\", "the expression ends with `\\`; write `\\\\` for the character"),
    ("a{3,1}", "the bounds of `{3,1}` are out of order; swap them"),
    ("a{99999}", "a quantifier has a bound above 10000"),
    ("[b-a]", "the range `b-a` in a set is out of order"), ("\\q", "the escape `\\q` is not supported"),
    ("(a)\\1", "back-references such as `\\1` are not supported; remove them to keep matching linear"),
    ("a++", "possessive quantifiers such as `*+` are not supported; remove the `+`"),
    ("(?>a)", "atomic groups (`(?>`) are not supported; write `(?:`"),
    ("((a{1,100}){1,100}){1,100}", "the expression repeats large parts too many times; write smaller bounds"),
    ("\\p{Script=Latin}", "`Script=Latin` is not a general category of Unicode; use one such as `L` or `Nd`"),
    ("[[:alpha:]]", "nested sets are not supported; write `\\[` for the character"),
    ("\\u12", "a code point escape has invalid hexadecimal digits or names no code point"),
    (String(repeating: "(", count: 101), "groups are nested deeper than 100"),
  ]

  @Test("An unsupported pattern matches nothing and has an error message", arguments: refused)
  func errors(text: String, error: String) {
    let pattern = TextPattern(text)
    #expect(pattern.error == error)
    #expect(!pattern.matches("a") && !pattern.matches(""))
  }

  @Test(
    "A pattern matches in linear time, however its repetitions are nested",
    arguments: [
      "([a-zA-Z0-9]+)*@x[.]y", "(a+)+", "(a*)*b", "(a|a)*c", "(a|aa)+$", "((a?){1,20}){1,20}b", "(?=(a+)+b)(a+)+",
      "(.*a){12}", "(a*)*(?<=(a*)*b)",
    ])
  func steps(text: String) throws {
    var parser = PatternParser(text)
    let node = try parser.parse()
    let program = try PatternProgram(node, parser.lookarounds)
    for count in [20, 200, 1000] {
      var matcher = PatternMatcher(program, Array(repeating: "a", count: count))
      _ = matcher.matchesAll()
      #expect(matcher.steps <= 2 * program.instructions.count * (count + 1))
    }
  }

  @Test("A match that exceeds the step limit is refused")
  func budget() throws {
    var parser = PatternParser("(a{0,100}){0,90}")
    let program = try PatternProgram(try parser.parse(), parser.lookarounds)
    var matcher = PatternMatcher(program, Array(repeating: "a", count: 1_000))
    let isMatch = matcher.matchesAll()
    #expect(!isMatch)
    #expect(matcher.steps <= PatternMatcher.maxSteps + 2 * program.instructions.count)
  }

  /// A string of which one match takes more than half of the steps that an input has.
  private static let costly = String(repeating: "a", count: 200)
  private static let costlyPattern = "(a{0,100}){0,90}"

  @Test("Matching the costly test string takes more than half of the steps allowed for one input")
  func costs() throws {
    var parser = PatternParser(Self.costlyPattern)
    let program = try PatternProgram(try parser.parse(), parser.lookarounds)
    var matcher = PatternMatcher(program, Array(Self.costly.unicodeScalars))
    let isMatch = matcher.matchesAll()
    #expect(isMatch)
    #expect((PatternMatcher.maxSteps / 2 + 5_000..<PatternMatcher.maxSteps).contains(matcher.steps))
  }

  @Test("The strings of one input share the costly steps of their patterns")
  func sharedBudget() {
    let rule = Validation<[String]>.each(.pattern(Self.costlyPattern), .pattern("[ab]+"))
    for (list, refused) in [
      ([Self.costly], []), (["a", Self.costly, "aa"], []), ([Self.costly, "a", Self.costly, "aa"], [2, 3]),
      (Array(repeating: Self.costly, count: 20), Array(1..<20)),
    ] {
      var steps = 0
      #expect(rule.violations(list, &steps).map(\.steps) == refused.map { [$0] })
      #expect(steps < PatternMatcher.maxSteps * 2)
    }
  }

  @Test("A simple pattern matches however many steps other strings have taken")
  func freeSteps() {
    let rule = Validation<String>.pattern("[a-z0-9-]+")
    var steps = PatternMatcher.maxSteps * 2
    #expect(rule.violations(String(repeating: "a-1", count: 300), &steps).isEmpty)
    #expect(!rule.violations("A", &steps).isEmpty)
  }

  @Test("The marks of a large pattern are cleared for the first string only")
  func marks() throws {
    var parser = PatternParser("([a-z0-9-]{1,63}[.]){1,100}[a-z]{2,63}")
    let program = try PatternProgram(try parser.parse(), parser.lookarounds)
    var memory = PatternMemory()
    for text in ["aaaa.bc", "!"] {
      var matcher = PatternMatcher(program, Array(text.unicodeScalars), memory: memory)
      let isMatch = matcher.matchesAll()
      #expect(isMatch == (text != "!"))
      memory = matcher.memory
    }
    #expect(memory.reached.count == program.instructions.count)
    // The positions of the first string have the marks 1 to 8, that of the second string has 9.
    #expect(memory.reached.filter { (1...8).contains($0) }.count > 5)
    #expect(memory.reached.contains(9))
  }

  @Test("Matches of different patterns share a memory, even when its marks start over", arguments: [1, Int.max - 50])
  func sharedMemory(next: Int) throws {
    var memory = PatternMemory(next: next)
    for row in Self.rows {
      var parser = PatternParser(row.pattern)
      let node = try parser.parse()
      let program = try PatternProgram(node, parser.lookarounds)
      for text in row.matches + row.others {
        var matcher = PatternMatcher(program, Array(text.unicodeScalars), memory: memory)
        let isMatch = matcher.matchesAll()
        #expect(isMatch == row.matches.contains(text), "\(row.pattern) and \(text.debugDescription)")
        memory = matcher.memory
      }
    }
  }

  /// Expressions of every kind, small enough for the standard library's matching to try all ways.
  private static func expression(_ depth: Int, _ random: inout some RandomNumberGenerator) -> String {
    let atoms = ["a", "b", ".", "[ab]", "[^a]", "c", "\\w", "\\n", "^", "$", ""]
    guard depth > 0 else { return atoms.randomElement(using: &random) ?? "a" }
    let inner = expression(depth - 1, &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return inner + expression(depth - 1, &random)
    case 1: return "(?:\(inner)|\(expression(depth - 1, &random)))"
    case 2: return "(\(inner))*"
    case 3: return "(?:\(inner)){1,2}"
    case 4: return "(\(inner))?"
    case 5: return "(?=\(inner))"
    case 6: return "(?!\(inner))"
    default: return expression(depth - 1, &random) + inner
    }
  }

  @Test("A pattern matches like the standard library's Regex")
  func others() throws {
    var random = SystemRandomNumberGenerator()
    let texts = ["", "a", "b", "ab", "ba", "aab", "abc", "c\n", "\n", "aaaa"]
    for _ in 0..<2000 {
      let text = Self.expression(3, &random)
      guard let regex = try? Regex(text).matchingSemantics(.unicodeScalar).asciiOnlyWordCharacters() else { continue }
      let pattern = TextPattern(text)
      #expect(pattern.error == nil, "\(text)")
      for input in texts {
        let isMatch = (try? regex.wholeMatch(in: input)) != nil
        #expect(pattern.matches(input) == isMatch, "\(text) and \(input.debugDescription)")
      }
    }
  }
}

extension TextPattern {
  /// Returns true if the only string of an input matches.
  fileprivate func matches(_ text: String) -> Bool {
    var steps = 0
    return matches(text, steps: &steps)
  }
}
