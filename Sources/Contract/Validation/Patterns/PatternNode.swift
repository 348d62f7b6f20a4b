/// A part of a regular expression.
indirect enum PatternNode {
  case empty
  /// One scalar of a set.
  case scalar(ScalarSet)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// From `min` to `max` times; without a bound where `max` is nil.
  case repetition(PatternNode, min: Int, max: Int?)
  case assertion(Assertion)
  /// A condition on what follows, or on what stands before, that takes nothing: by its number.
  case look(Int, isNegated: Bool)

  /// A condition on a place in a text.
  enum Assertion {
    case start
    case end
    case wordBoundary
    case noWordBoundary
  }

  /// What has to follow a place, or to stand before it.
  struct Look {
    let node: PatternNode
    let isAhead: Bool
  }
}
