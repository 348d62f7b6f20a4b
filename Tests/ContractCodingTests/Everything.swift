import ContractTestSupport
import FoundationEssentials

/// A value with a member of every kind, nested to some depth.
struct Everything: Codable, Equatable {
  var bool: Bool
  var int: Int
  var int8: Int8
  var int16: Int16
  var int32: Int32
  var int64: Int64
  var int128: Int128
  var uint: UInt
  var uint8: UInt8
  var uint16: UInt16
  var uint32: UInt32
  var uint64: UInt64
  var uint128: UInt128
  var double: Double
  var float: Float
  var string: String
  var date: Date
  var data: Data
  var uuid: UUID
  var url: URL
  var decimal: Decimal
  var suit: Suit
  var shape: Shape
  var optionalInt: Int?
  var optionalString: String?
  var optionalDate: Date?
  var ints: [Int]
  var bytes: [UInt8]
  var strings: [String]
  var doubles: [Double]
  var optionals: [Int?]
  var dates: [Date]
  var matrix: [[Float]]
  var byName: [String: Int]
  var byNumber: [Int: String]
  var bySuit: [Suit: Bool]
  var byShapeless: [Double: Bool]
  var set: Set<Int16>
  var range: ClosedRange<Int>
  var children: [Everything]
  var byChild: [String: Everything]

  init(random generator: inout Randomness.Generator, depth: Int) {
    bool = .random(using: &generator)
    int = RandomValue.integer(&generator)
    int8 = RandomValue.integer(&generator)
    int16 = RandomValue.integer(&generator)
    int32 = RandomValue.integer(&generator)
    int64 = RandomValue.integer(&generator)
    int128 = RandomValue.integer(&generator)
    uint = RandomValue.integer(&generator)
    uint8 = RandomValue.integer(&generator)
    uint16 = RandomValue.integer(&generator)
    uint32 = RandomValue.integer(&generator)
    uint64 = RandomValue.integer(&generator)
    uint128 = RandomValue.integer(&generator)
    double = RandomValue.double(&generator)
    float = Float(bitPattern: UInt32.random(in: 0...0x7F7F_FFFF, using: &generator))
    string = RandomValue.string(&generator)
    date = RandomValue.date(&generator)
    data = Data(RandomValue.array(&generator) { UInt8.random(in: 0...255, using: &$0) })
    uuid =
      UUID(
        uuidString:
          "00000000-0000-4000-8000-\(String(UInt64.random(in: 1 << 44..<1 << 48, using: &generator), radix: 16))")
      ?? UUID()
    url =
      URL(string: "https://example.org/\(UInt16.random(in: 0...999, using: &generator))?q=a%20b") ?? URL(filePath: "/")
    decimal = Decimal(Int32.random(in: .min ... .max, using: &generator)) / 1000
    suit = Bool.random(using: &generator) ? .hearts : .spades
    shape = [.circle(radius: 0.5), .square(7), .empty].randomElement(using: &generator) ?? .empty
    optionalInt = Bool.random(using: &generator) ? nil : 5
    optionalString = Bool.random(using: &generator) ? nil : RandomValue.string(&generator)
    optionalDate = Bool.random(using: &generator) ? nil : RandomValue.date(&generator)
    ints = RandomValue.array(&generator) { RandomValue.integer(&$0) }
    bytes = RandomValue.array(&generator) { UInt8.random(in: 0...255, using: &$0) }
    strings = RandomValue.array(&generator) { RandomValue.string(&$0) }
    doubles = RandomValue.array(&generator) { RandomValue.double(&$0) }
    optionals = RandomValue.array(&generator) { Bool.random(using: &$0) ? nil : 3 }
    dates = RandomValue.array(&generator) { RandomValue.date(&$0) }
    matrix = RandomValue.array(&generator) { RandomValue.array(&$0) { Float.random(in: -1...1, using: &$0) } }
    byName = Dictionary(RandomValue.array(&generator) { (RandomValue.string(&$0), 1) }) { first, _ in first }
    byNumber = Dictionary(RandomValue.array(&generator) { (RandomValue.integer(&$0), "v") }) { first, _ in first }
    bySuit = Bool.random(using: &generator) ? [.hearts: true] : [.hearts: false, .spades: true]
    byShapeless = Bool.random(using: &generator) ? [:] : [0.5: true, -1e300: false]
    set = Set(RandomValue.array(&generator) { RandomValue.integer(&$0) })
    range = -3...Int.random(in: 0...9, using: &generator)
    let count = depth > 0 ? Int.random(in: 0...1, using: &generator) : 0
    children = (0..<count).map { _ in Everything(random: &generator, depth: depth - 1) }
    byChild = count == 0 ? [:] : ["a/b~\"é": Everything(random: &generator, depth: 0)]
  }
}

/// Random values, often extreme ones.
enum RandomValue {
  static func integer<I: FixedWidthInteger>(_ generator: inout Randomness.Generator) -> I {
    switch Int.random(in: 0...4, using: &generator) {
    case 0: .max
    case 1: .min
    case 2: I(clamping: Int.random(in: -9...9, using: &generator))
    default: I.random(in: .min ... .max, using: &generator)
    }
  }

  static func double(_ generator: inout Randomness.Generator) -> Double {
    switch Int.random(in: 0...6, using: &generator) {
    case 0:
      return [.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0, 0.1]
        .randomElement(using: &generator) ?? 0
    case 1: return Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) / 100
    case 2: return Double(Int.random(in: .min ... .max, using: &generator))
    default:
      let value = Double(bitPattern: UInt64.random(in: 0 ... .max, using: &generator))
      return value.isFinite ? value : 1.5
    }
  }

  static func string(_ generator: inout Randomness.Generator) -> String {
    var string = ""
    for _ in 0..<Int.random(in: 0...20, using: &generator) {
      let ranges: [ClosedRange<UInt32>] = [
        0...0x1F, 0x20...0x7F, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF,
      ]
      let range = ranges.randomElement(using: &generator) ?? 0x61...0x7A
      string.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: range, using: &generator)) ?? "?")
    }
    return string
  }

  static func date(_ generator: inout Randomness.Generator) -> Date {
    switch Int.random(in: 0...3, using: &generator) {
    case 0:
      Date(timeIntervalSinceReferenceDate: Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &generator)))
    case 1: Date(timeIntervalSince1970: Double(Int.random(in: 0...2_000_000_000_000, using: &generator)) / 1000)
    case 2: Date(timeIntervalSinceReferenceDate: Double.random(in: -1...1, using: &generator))
    default:
      Date(timeIntervalSinceReferenceDate: Double.random(in: -63_000_000_000...252_000_000_000, using: &generator))
    }
  }

  static func array<E>(_ generator: inout Randomness.Generator, _ element: (inout Randomness.Generator) -> E) -> [E] {
    (0..<Int.random(in: 0...4, using: &generator)).map { _ in element(&generator) }
  }
}
