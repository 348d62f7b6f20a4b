/// A matcher that runs a program on a string with Pike's algorithm. It follows all alternatives at once and executes
/// each instruction at most once per position, so the time is bounded by the number of instructions times the length.
struct PatternMatcher {
  /// The maximum number of instructions per string, and of costly instructions for all strings of an input. This many
  /// instructions take less than a tenth of a second.
  static let maxSteps = 5_000_000
  /// The instructions per character that are not counted as costly. They take about as long as decoding the character,
  /// so a long list of strings with a simple pattern is not refused.
  static let freeSteps = 8

  private let program: PatternProgram
  private let text: [Unicode.Scalar]
  /// The maximum number of instructions.
  private let budget: Int
  /// For each lookaround, whether it matches at each position.
  private var lookarounds: [[Bool]] = []
  private(set) var steps = 0

  /// The instructions waiting for a scalar at the current position.
  private var waiting: [Int] = []
  /// The position at which each instruction was last reached, as the mark `base + position`.
  var memory: PatternMemory
  private var base = 0
  private var stack: [Int] = []

  /// - Parameters:
  ///   - used: the costly steps of other strings of the input.
  ///   - memory: the memory of an earlier match.
  init(
    _ program: PatternProgram, _ text: [Unicode.Scalar], after used: Int = 0, memory: PatternMemory = PatternMemory()
  ) {
    self.program = program
    self.text = text
    self.budget = min(Self.maxSteps, max(0, Self.maxSteps - used) + Self.freeSteps * text.count)
    self.memory = memory
  }

  private var isWithinBudget: Bool { steps <= budget }

  /// The steps beyond the free ones.
  var costlySteps: Int { max(0, steps - Self.freeSteps * text.count) }

  /// Returns true if the expression matches the whole string.
  mutating func matchesAll() -> Bool {
    for lookaround in program.lookarounds {
      let results = results(of: lookaround)
      lookarounds.append(results)
    }
    begin()
    var isMatch = reach([program.start], at: 0)
    for position in text.indices {
      guard !waiting.isEmpty, isWithinBudget else { return false }
      isMatch = reach(taken(text[position]), at: position + 1)
    }
    return isMatch && isWithinBudget
  }

  /// Returns the positions at which a lookaround matches. A lookahead may start, and a lookbehind end, at any of them.
  private mutating func results(of lookaround: PatternProgram.Lookaround) -> [Bool] {
    var results = [Bool](repeating: false, count: text.count + 1)
    begin()
    for step in 0...text.count where isWithinBudget {
      let position = lookaround.isAhead ? text.count - step : step
      let next = step == 0 ? [] : taken(text[lookaround.isAhead ? position : position - 1])
      results[position] = reach(next + [lookaround.start], at: position)
    }
    return results
  }

  private mutating func begin() {
    waiting.removeAll(keepingCapacity: true)
    base = memory.begin(instructions: program.instructions.count, positions: text.count + 1)
  }

  /// Returns the instructions reached by consuming a scalar.
  private mutating func taken(_ scalar: Unicode.Scalar) -> [Int] {
    steps += waiting.count
    var next: [Int] = []
    for index in waiting {
      if case .take(let set) = program.instructions[index], program.sets[set].contains(scalar) {
        next.append(index + 1)
      }
    }
    return next
  }

  /// Follows instructions that consume nothing, and collects those that wait for a scalar.
  ///
  /// - Returns: true if a match is reached.
  private mutating func reach(_ instructions: [Int], at position: Int) -> Bool {
    waiting.removeAll(keepingCapacity: true)
    stack.removeAll(keepingCapacity: true)
    stack += instructions
    var isMatch = false
    while let index = stack.popLast() {
      guard memory.reach(index, base + position) else { continue }
      steps += 1
      switch program.instructions[index] {
      case .take: waiting.append(index)
      case .split(let first, let second):
        stack.append(first)
        stack.append(second)
      case .jump(let target): stack.append(target)
      case .assert(let assertion): if holds(assertion, at: position) { stack.append(index + 1) }
      case .lookaround(let number, let isNegated):
        if lookarounds[number][position] != isNegated { stack.append(index + 1) }
      case .match: isMatch = true
      }
    }
    return isMatch
  }

  private func holds(_ assertion: PatternNode.Assertion, at position: Int) -> Bool {
    switch assertion {
    case .start: return position == 0
    case .end: return position == text.count
    case .wordBoundary, .noWordBoundary:
      let before = position > 0 && ScalarSet.Class.isWord(text[position - 1])
      let after = position < text.count && ScalarSet.Class.isWord(text[position])
      return (before != after) == (assertion == .wordBoundary)
    }
  }
}
