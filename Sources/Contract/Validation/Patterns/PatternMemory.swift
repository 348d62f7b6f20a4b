internal import ContractHTTP

/// The marks of a matcher, which later matches use again. Clearing them for each match would take longer than matching a
/// short string with a large program, and is not among the steps that a matcher counts.
struct PatternMemory: Sendable {
  /// The mark at which each instruction was last reached. Every position of every match has its own mark, so old marks need
  /// not be removed, even those of other programs.
  private(set) var reached: [Int] = []
  /// The first unused mark. Zero is the mark of instructions that were never reached.
  private var next: Int

  /// - Parameter next: the first mark, above zero.
  init(next: Int = 1) { self.next = next }

  /// Makes room for a match.
  ///
  /// - Parameters:
  ///   - instructions: the number of instructions of the program.
  ///   - positions: the number of positions of the string.
  /// - Returns: the mark of the first position; the others follow.
  mutating func begin(instructions: Int, positions: Int) -> Int {
    if reached.count < instructions {
      reached += [Int](repeating: 0, count: instructions - reached.count)
    }
    if next > Int.max - positions {
      reached = [Int](repeating: 0, count: reached.count)
      next = 1
    }
    defer { next += positions }
    return next
  }

  /// Marks an instruction as reached.
  ///
  /// - Returns: false if it has this mark already.
  mutating func reach(_ instruction: Int, _ mark: Int) -> Bool {
    if reached[instruction] == mark { return false }
    reached[instruction] = mark
    return true
  }

  // MARK: Between matches

  /// The maximum number of memories that are kept. A match does not suspend, so there are at most as many as threads. Each is
  /// as large as the largest program that used it, at most 160 kB.
  private static let maxUnused = 64

  private static let unused = Lock<[PatternMemory]>([])

  /// Returns a memory for a match, and the memory of an earlier one if possible.
  static func taken() -> PatternMemory { unused.withLock { $0.popLast() } ?? PatternMemory() }

  /// Keeps a memory for later matches and replaces it by an empty one: a second reference to the marks would cause a copy.
  static func keep(_ memory: inout PatternMemory) {
    unused.withLock { unused in
      guard unused.count < maxUnused else { return }
      unused.append(PatternMemory())
      swap(&unused[unused.count - 1], &memory)
    }
  }
}
