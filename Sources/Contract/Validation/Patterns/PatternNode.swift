/// A node of a regular expression's syntax tree.
indirect enum PatternNode {
  case empty
  /// One scalar of a set.
  case scalar(ScalarSet)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// From `min` to `max` repetitions; unbounded if `max` is nil.
  case repetition(PatternNode, min: Int, max: Int?)
  case assertion(Assertion)
  /// A lookaround, by its index; it consumes nothing.
  case lookaround(Int, isNegated: Bool)

  /// A condition on a position in a string.
  enum Assertion {
    case start
    case end
    case wordBoundary
    case noWordBoundary
  }

  /// A lookahead or lookbehind.
  struct Lookaround {
    let node: PatternNode
    let isAhead: Bool
  }
}
