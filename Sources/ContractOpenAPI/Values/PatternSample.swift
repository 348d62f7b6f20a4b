/// A regular expression as a source of strings that probably match it.
///
/// Look-arounds and word boundaries are ignored, so a string must be checked by ``SchemaPattern``.
struct PatternSample {
  private indirect enum Node {
    case scalars([ClosedRange<UInt32>])
    case sequence([Node])
    case choice([Node])
    case repetition(Node, min: Int, max: Int?)

    /// Whether the node generates no characters.
    var isEmpty: Bool {
      switch self {
      case .scalars(let ranges): ranges.isEmpty
      case .sequence(let nodes), .choice(let nodes): nodes.allSatisfy(\.isEmpty)
      case .repetition(let node, _, let max): max == 0 || node.isEmpty
      }
    }
  }

  private static let maxLength = 10_000

  private let root: Node

  init(_ text: String) {
    var parser = Parser(rest: Array(text.unicodeScalars)[...])
    root = parser.choice()
  }

  /// Returns a string.
  ///
  /// - Parameter extra: the maximum number of repetitions beyond the minimum.
  func text(extra: Int, using random: inout SeededRandom) -> String {
    var output: [Unicode.Scalar] = []
    append(root, extra, to: &output, &random)
    return String(String.UnicodeScalarView(output))
  }

  private func append(
    _ node: Node, _ extra: Int, to output: inout [Unicode.Scalar], _ random: inout SeededRandom
  ) {
    guard output.count < Self.maxLength else { return }
    switch node {
    case .scalars(let ranges):
      guard let range = ranges.randomElement(using: &random) else { return }
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { output.append(scalar) }
    case .sequence(let nodes): for node in nodes { append(node, extra, to: &output, &random) }
    case .choice(let nodes):
      if let node = nodes.randomElement(using: &random) { append(node, extra, to: &output, &random) }
    case .repetition(let node, let min, let max):
      let most = Swift.min(max ?? .max, min + extra)
      for _ in 0..<Int.random(in: min...Swift.max(min, most), using: &random) {
        append(node, extra, to: &output, &random)
      }
    }
  }

  /// A lenient parser. Text that is not a valid expression results in literal characters.
  private struct Parser {
    var rest: ArraySlice<Unicode.Scalar>
    private var depth = 0
    private static let word: [ClosedRange<UInt32>] = [0x61...0x7A, 0x30...0x39, 0x41...0x5A]

    init(rest: ArraySlice<Unicode.Scalar>) { self.rest = rest }

    mutating func choice() -> Node {
      depth += 1
      defer { depth -= 1 }
      guard depth < 100 else { return .sequence([]) }
      var choices: [Node] = []
      repeat {
        var nodes: [Node] = []
        while let next = rest.first, next != "|", next != ")" { if let atom = atom() { nodes.append(repeated(atom)) } }
        choices.append(.sequence(nodes))
      } while take("|")
      return .choice(choices)
    }

    private mutating func take(_ text: String) -> Bool {
      guard rest.starts(with: text.unicodeScalars) else { return false }
      rest = rest.dropFirst(text.unicodeScalars.count)
      return true
    }

    private mutating func atom() -> Node? {
      guard let scalar = rest.popFirst() else { return nil }
      switch scalar {
      case "^", "$": return nil
      case ".": return .scalars([0x20...0x7E])
      case "[": return .scalars(set())
      case "\\": return escape().map(Node.scalars)
      case "(":
        var isLook = false
        if take("?") {
          isLook = ["=", "!", "<=", "<!"].contains { take($0) }
          // Flags and the name of a group are skipped.
          if !isLook { rest = rest.drop { $0 != ":" && $0 != ">" && $0 != ")" }.dropFirst() }
        }
        let node = choice()
        _ = take(")")
        return isLook ? nil : node
      default: return .scalars([scalar.value...scalar.value])
      }
    }

    private mutating func repeated(_ node: Node) -> Node {
      var (min, max): (Int, Int?) = (1, 1)
      if take("*") {
        (min, max) = (0, nil)
      } else if take("+") {
        (min, max) = (1, nil)
      } else if take("?") {
        (min, max) = (0, 1)
      } else if rest.first == "{" {
        let bounds = rest.dropFirst().prefix { $0 != "}" }
        let parts = bounds.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.map(Self.number)
        guard parts.count <= 2, let first = numbers[0], first <= 10_000 else { return node }
        guard let last = parts.last, last.isEmpty || numbers.last != .some(nil) else { return node }
        rest = rest[bounds.endIndex...].dropFirst()
        (min, max) = (first, numbers.last ?? nil)
      } else {
        return node
      }
      _ = take("?")
      // An empty node remains empty, however often it is repeated.
      return node.isEmpty ? node : .repetition(node, min: min, max: max)
    }

    /// Returns the number that ASCII digits represent; nil for other text, around which braces are literal characters.
    private static func number(_ digits: ArraySlice<Unicode.Scalar>) -> Int? {
      guard digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
      return Int(String(String.UnicodeScalarView(digits)))
    }

    /// Parses the characters after a backslash; nil for an assertion.
    private mutating func escape() -> [ClosedRange<UInt32>]? {
      guard let letter = rest.popFirst() else { return nil }
      switch letter {
      case "d": return [0x30...0x39]
      case "D": return [0x61...0x7A]
      case "w": return Self.word
      case "W": return [0x20...0x2F]
      case "s", "h": return [0x20...0x20]
      case "S": return [0x21...0x7E]
      case "n", "R", "v": return [0x0A...0x0A]
      case "r": return [0x0D...0x0D]
      case "t": return [0x09...0x09]
      case "b", "B", "A", "z", "Z": return nil
      case "p", "P":
        // Only the categories of letters, digits and spaces are distinguished, because most expressions use no others.
        let name = rest.first == "{" ? rest.prefix { $0 != "}" } : rest.prefix(1)
        rest = rest.first == "{" ? rest[name.endIndex...].dropFirst() : rest.dropFirst()
        let initial = name.first { $0 != "{" }
        if letter == "P" { return [0x20...0x2F, 0x30...0x39, 0x41...0x5A, 0x61...0x7A] }
        if initial == "N" { return [0x30...0x39] }
        if name.contains("u") { return [0x41...0x5A] }
        return initial == "L" ? [0x61...0x7A] : initial == "Z" ? [0x20...0x20] : [0x21...0x2F]
      case "x", "u":
        let digits = rest.prefix(letter == "x" ? 2 : 4)
        guard let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16) else {
          return [letter.value...letter.value]
        }
        rest = rest[digits.endIndex...]
        return [value...value]
      default: return [letter.value...letter.value]
      }
    }

    /// Parses a set after its `[`.
    private mutating func set() -> [ClosedRange<UInt32>] {
      let isNegated = take("^")
      var ranges: [ClosedRange<UInt32>] = []
      if take("]") { ranges.append(0x5D...0x5D) }
      while let scalar = rest.popFirst(), scalar != "]" {
        var members = scalar == "\\" ? escape() ?? [] : [scalar.value...scalar.value]
        if members.count == 1, members[0].count == 1, rest.first == "-", rest.dropFirst().first != "]" {
          rest = rest.dropFirst()
          guard let last = rest.popFirst() else { break }
          let end = last == "\\" ? escape()?.first?.upperBound ?? 0 : last.value
          members = [members[0].lowerBound...Swift.max(members[0].lowerBound, end)]
        }
        ranges += members
      }
      guard isNegated else { return ranges }
      return (UInt32(0x20)...0x7E).filter { value in !ranges.contains { $0.contains(value) } }.map { $0...$0 }
    }
  }
}
