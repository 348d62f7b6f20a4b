extension PatternNode {
  /// True if a repetition without an upper bound repeats another repetition that can match the same text in several ways, as in
  /// `(a+)*`. An engine that matches by backtracking may need exponential time for it.
  var nestsRepetitions: Bool {
    switch self {
    case .repetition(let body, _, nil): body.canBeOneRepetition || body.nestsRepetitions
    case .repetition(let body, _, _): body.nestsRepetitions
    case .sequence(let nodes), .choice(let nodes): nodes.contains(where: \.nestsRepetitions)
    case .empty, .scalar, .assertion, .lookaround: false
    }
  }

  /// True if a repetition of variable length can match alone, because everything else may be empty.
  private var canBeOneRepetition: Bool {
    switch self {
    case .repetition(let body, let min, let max):
      max.map { $0 > Swift.max(min, 1) } ?? true || body.canBeOneRepetition
    case .choice(let nodes): nodes.contains(where: \.canBeOneRepetition)
    case .sequence(let nodes):
      nodes.indices.contains { index in
        nodes[index].canBeOneRepetition && nodes.indices.allSatisfy { $0 == index || nodes[$0].canBeEmpty }
      }
    case .empty, .scalar, .assertion, .lookaround: false
    }
  }

  private var canBeEmpty: Bool {
    switch self {
    case .empty, .assertion, .lookaround: true
    case .scalar: false
    case .sequence(let nodes): nodes.allSatisfy(\.canBeEmpty)
    case .choice(let nodes): nodes.contains(where: \.canBeEmpty)
    case .repetition(let body, let min, _): min == 0 || body.canBeEmpty
    }
  }
}
