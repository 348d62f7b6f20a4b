/// A regular expression compiled to instructions of an automaton (Thompson's construction).
struct PatternProgram: Sendable {
  enum Instruction: Sendable {
    /// Consumes a scalar of the set with this index and continues with the next instruction.
    case take(Int)
    /// Continues with both instructions.
    case split(Int, Int)
    case jump(Int)
    /// Continues if the assertion holds at the position.
    case assert(PatternNode.Assertion)
    /// Continues if the lookaround with this index matches, or does not match if negated.
    case lookaround(Int, isNegated: Bool)
    case match
  }

  /// A lookaround, which is evaluated at every position of a string.
  struct Lookaround: Sendable {
    /// The first instruction of the lookaround.
    let start: Int
    /// True for a lookahead, whose instructions consume scalars from the end of the string to its start.
    let isAhead: Bool
  }

  /// The maximum size of a program; only large expressions repeated many times exceed it.
  private static let maxInstructions = 20_000

  private(set) var instructions: [Instruction] = []
  private(set) var sets: [ScalarSet] = []
  /// Nested lookarounds precede those that contain them.
  private(set) var lookarounds: [Lookaround] = []
  /// The first instruction of the whole expression.
  private(set) var start = 0

  init(_ node: PatternNode, _ lookarounds: [PatternNode.Lookaround]) throws(PatternError) {
    for lookaround in lookarounds {
      self.lookarounds.append(Lookaround(start: instructions.count, isAhead: lookaround.isAhead))
      try emit(lookaround.node, reversed: lookaround.isAhead)
      try add(.match)
    }
    start = instructions.count
    try emit(node, reversed: false)
    try add(.match)
  }

  private mutating func add(_ instruction: Instruction) throws(PatternError) {
    guard instructions.count < Self.maxInstructions else {
      throw PatternError("the expression repeats large parts too many times; write smaller bounds")
    }
    instructions.append(instruction)
  }

  /// - Parameter reversed: whether the instructions consume scalars from the end to the start.
  private mutating func emit(_ node: PatternNode, reversed: Bool) throws(PatternError) {
    switch node {
    case .empty: break
    case .scalar(let set):
      sets.append(set)
      try add(.take(sets.count - 1))
    case .sequence(let nodes):
      for node in reversed ? nodes.reversed() : nodes { try emit(node, reversed: reversed) }
    case .choice(let nodes): try emit(choices: nodes, reversed: reversed)
    case .repetition(let node, let min, let max): try emit(node, min: min, max: max, reversed: reversed)
    case .assertion(let assertion): try add(.assert(assertion))
    case .lookaround(let number, let isNegated): try add(.lookaround(number, isNegated: isNegated))
    }
  }

  private mutating func emit(choices: [PatternNode], reversed: Bool) throws(PatternError) {
    var jumps: [Int] = []
    for node in choices.dropLast() {
      let split = instructions.count
      try add(.split(split + 1, split + 1))
      try emit(node, reversed: reversed)
      jumps.append(instructions.count)
      try add(.jump(0))
      instructions[split] = .split(split + 1, instructions.count)
    }
    if let last = choices.last { try emit(last, reversed: reversed) }
    for jump in jumps { instructions[jump] = .jump(instructions.count) }
  }

  private mutating func emit(_ node: PatternNode, min: Int, max: Int?, reversed: Bool) throws(PatternError) {
    for _ in 0..<min {
      let count = instructions.count
      try emit(node, reversed: reversed)
      // A node without instructions is emitted once: repeating it adds nothing, and would take very long in nested repetitions.
      if instructions.count == count { break }
    }
    guard let max else {
      let split = instructions.count
      try add(.split(split + 1, split + 1))
      try emit(node, reversed: reversed)
      try add(.jump(split))
      instructions[split] = .split(split + 1, instructions.count)
      return
    }
    var splits: [Int] = []
    for _ in min..<max {
      splits.append(instructions.count)
      try add(.split(0, 0))
      try emit(node, reversed: reversed)
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }
}
