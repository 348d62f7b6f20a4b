/// A finder of paths from the root to entries of a tape.
///
/// Successful decoding does not track paths; when one is needed, the finder walks down from the root. It remembers the
/// last position, so that the paths of successive elements, for example of a type that tries several decodings for
/// each, take one walk in total.
struct JSONPathFinder {
  private struct Step {
    let container: Int
    var child: Int
    var position: Int
  }

  private var trail: [Step] = []

  mutating func path(to target: Int, in tape: JSONTape) -> [JSONPath] {
    while let last = trail.last, target <= last.container || target >= Int(tape.entries[last.container].next) {
      trail.removeLast()
    }
    if let last = trail.popLast() {
      // To find an earlier child, start again at the beginning of the container.
      let step = target < last.child ? Self.first(of: last.container, in: tape) : last
      trail.append(Self.advance(step, to: target, in: tape))
    }
    while trail.last.map({ $0.child != target }) ?? (target != 0) {
      trail.append(Self.advance(Self.first(of: trail.last?.child ?? 0, in: tape), to: target, in: tape))
    }
    return trail.map { step in
      tape.entries[step.container].kind == .object ? .name(tape.text(step.child - 1)) : .element(step.position)
    }
  }

  /// Returns the step to the first child of a non-empty container.
  private static func first(of container: Int, in tape: JSONTape) -> Step {
    Step(container: container, child: container + (tape.entries[container].kind == .object ? 2 : 1), position: 0)
  }

  /// Returns the step to the child that is or contains the target, which must not precede the current one.
  private static func advance(_ step: Step, to target: Int, in tape: JSONTape) -> Step {
    var step = step
    let name = tape.entries[step.container].kind == .object ? 1 : 0
    while Int(tape.entries[step.child].next) <= target {
      step.child = Int(tape.entries[step.child].next) + name
      step.position += 1
    }
    return step
  }
}

extension JSONTape {
  /// Returns the path from the root to the entry at an index.
  func path(to target: Int) -> [JSONPath] {
    var finder = JSONPathFinder()
    return finder.path(to: target, in: self)
  }
}
