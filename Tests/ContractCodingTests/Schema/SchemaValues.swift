import ContractCoding
import ContractTestSupport
import FoundationEssentials

/// Random values of the hand-written types.
struct SchemaValues {
  var generator: Randomness.Generator

  init(seed: UInt64) {
    generator = Randomness.Generator(seed: seed)
  }

  mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  mutating func text() -> String {
    let pieces = [
      "a", "Zz9", "\"", "\\", "/", "\n", "\t", "\u{8}", "\u{c}", "\r", "\u{0}", "\u{1f}", "\u{7f}", "ü", "–", "日本", "🎉",
      "\u{2028}", "e\u{301}", " ", "longer than fifteen bytes of text", "\u{FFFF}", "\u{10FFFF}",
    ]
    return (0..<pick(6)).map { _ in pieces[pick(pieces.count)] }.joined()
  }

  mutating func int() -> Int {
    switch pick(4) {
    case 0: pick(10)
    case 1: pick(100_000) - 50_000
    case 2: [.max, .min, 0, -1, 99, 100, 999_999_999, 1_000_000_000, 999_999_999_999_999_999][pick(9)]
    default: Int(truncatingIfNeeded: generator.next()) >> pick(60)
    }
  }

  mutating func double() -> Double {
    switch pick(4) {
    case 0: Double(pick(1000)) / 8
    case 1: Double(int())
    case 2:
      [0, -0.0, 1e-300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, 1 / 3, -2.5e17, 1e16, 123456789.125][
        pick(10)]
    default:
      Double(bitPattern: generator.next()).isFinite ? Double(bitPattern: generator.next() & 0x7FDF_FFFF_FFFF_FFFF) : 1
    }
  }

  mutating func todo() -> HandTodo {
    HandTodo(id: int(), title: text(), done: pick(2) == 0, tags: (0..<pick(4)).map { _ in text() })
  }

  mutating func plain() -> HandPlain { HandPlain(x: double(), y: double()) }

  mutating func task() -> HandTask {
    HandTask(
      name: text(), note: pick(2) == 0 ? nil : text(), count: int(), label: pick(2) == 0 ? nil : text(), first: todo(),
      rest: (0..<pick(4)).map { _ in todo() },
      byName: Dictionary((0..<pick(4)).map { _ in (text(), todo()) }, uniquingKeysWith: { first, _ in first }),
      state: pick(2) == 0 ? .open : .done,
      due: pick(2) == 0 ? nil : Date(timeIntervalSince1970: Double(pick(2_000_000_000)) + Double(pick(1000)) / 1000),
      place: plain(), places: pick(2) == 0 ? nil : (0..<pick(3)).map { _ in plain() })
  }

  mutating func shape(depth: Int = 3) -> HandShape {
    switch pick(depth > 0 ? 4 : 3) {
    case 0: .nothing
    case 1: .circle(radius: double())
    case 2: .line(int(), pick(2) == 0 ? nil : int())
    default: .group(name: text(), of: (0..<pick(4)).map { _ in shape(depth: depth - 1) })
    }
  }

  mutating func page() -> HandPage<HandTodo> {
    HandPage(items: (0..<pick(5)).map { _ in todo() }, next: pick(2) == 0 ? nil : todo(), total: int())
  }
}
