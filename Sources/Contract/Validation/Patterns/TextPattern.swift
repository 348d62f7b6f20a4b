internal import ContractHTTP

/// A compiled regular expression that matches in linear time.
struct TextPattern: Sendable {
  private let program: PatternProgram?
  /// The error in the expression; nil if it is valid.
  let error: String?
  /// True if other engines may need exponential time, see ``PatternNode/nestsRepetitions``.
  let nestsRepetitions: Bool

  init(_ text: String) {
    do throws(PatternError) {
      var parser = PatternParser(text)
      let node = try parser.parse()
      program = try PatternProgram(node, parser.lookarounds)
      nestsRepetitions = node.nestsRepetitions || parser.lookarounds.contains { $0.node.nestsRepetitions }
      self.error = nil
    } catch {
      program = nil
      nestsRepetitions = false
      self.error = error.text
    }
  }

  /// Returns true if the whole string matches. A string that exceeds the maximum number of steps does not match.
  ///
  /// - Parameter used: the costly steps of the strings of one input so far, to which those of this string are added.
  func matches(_ text: String, steps used: inout Int) -> Bool {
    guard let program else { return false }
    // Clearing the marks of a small program costs less than the lock of the kept memories.
    let isLarge = program.instructions.count > 256
    var matcher = PatternMatcher(
      program, text.unicodeScalars.map { $0 }, after: used, memory: isLarge ? .taken() : PatternMemory())
    let isMatch = matcher.matchesAll()
    used += matcher.costlySteps
    if isLarge { PatternMemory.keep(&matcher.memory) }
    return isMatch
  }

  private static let known = Lock<[String: TextPattern]>([:])

  /// Returns the compiled pattern from a cache: rules in generic types are created again for each request.
  static func compiled(_ text: String) -> TextPattern {
    if let pattern = known.withLock({ $0[text] }) { return pattern }
    let pattern = TextPattern(text)
    known.withLock { known in
      if known.count < 1000 { known[text] = pattern }
    }
    return pattern
  }
}

/// An error in a regular expression.
struct PatternError: Error {
  let text: String

  init(_ text: String) { self.text = text }
}
