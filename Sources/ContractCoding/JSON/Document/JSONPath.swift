/// One step from a value to a value inside it; the coding key of errors.
enum JSONPath: CodingKey, Hashable {
  case name(String)
  case element(Int)

  init?(stringValue: String) {
    self = .name(stringValue)
  }

  init?(intValue: Int) {
    self = .element(intValue)
  }

  var stringValue: String {
    switch self {
    case .name(let name): name
    case .element(let index): "Index \(index)"
    }
  }

  var intValue: Int? {
    switch self {
    case .name: nil
    case .element(let index): index
    }
  }

  /// The JSON Pointer (RFC 6901) of a path.
  static func pointer(_ path: [JSONPath]) -> String {
    var pointer = ""
    for step in path {
      switch step {
      case .name(let name): appendToken(name, to: &pointer)
      case .element(let index): pointer += "/\(index)"
      }
    }
    return pointer
  }

  /// The JSON Pointer of the coding path that an error carries.
  static func pointer(_ path: [any CodingKey]) -> String {
    var pointer = ""
    for key in path {
      if let index = key.intValue, key.stringValue.hasPrefix("Index ") {
        pointer += "/\(index)"
      } else {
        appendToken(key.stringValue, to: &pointer)
      }
    }
    return pointer
  }

  /// Adds one reference token, with `~` and `/` escaped (RFC 6901, section 3).
  private static func appendToken(_ token: String, to pointer: inout String) {
    pointer += "/"
    for character in token.unicodeScalars {
      switch character {
      case "~": pointer += "~0"
      case "/": pointer += "~1"
      default: pointer.unicodeScalars.append(character)
      }
    }
  }
}

/// Finds the steps from the root to entries of a tape.
///
/// Nothing keeps track of paths while decoding goes well; this walks down from the root when one is needed. It remembers
/// where it walked last, so that paths of one element after another, as of a type that tries several decodings for each,
/// cost one walk in all instead of one each.
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
      // A child before the one walked to last is looked for from the container's start.
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

  /// The step to the first child of a container that has one.
  private static func first(of container: Int, in tape: JSONTape) -> Step {
    Step(container: container, child: container + (tape.entries[container].kind == .object ? 2 : 1), position: 0)
  }

  /// The step to the child that is, or holds, a target behind or at the present one.
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
  /// The steps from the root to the entry at an index.
  func path(to target: Int) -> [JSONPath] {
    var finder = JSONPathFinder()
    return finder.path(to: target, in: self)
  }
}
