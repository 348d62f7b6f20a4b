package import FoundationEssentials

/// Random values that include the extremes. A seed reproduces them.
package struct Randomness {
  /// SplitMix64 (Steele, Lea and Flood 2014). The sequence depends only on the seed.
  package struct Generator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
      state = seed
    }

    package mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  package let seed: UInt64
  package var generator: Generator

  package init(seed: UInt64 = .random(in: .min ... .max)) {
    self.seed = seed
    self.generator = Generator(seed: seed)
  }

  package mutating func flip() -> Bool { Bool.random(using: &generator) }

  package mutating func maybe<T>(_ one: (inout Randomness) -> T) -> T? { flip() ? one(&self) : nil }

  package mutating func element<T: CaseIterable>(_ type: T.Type) -> T { T.allCases.randomElement(using: &generator)! }

  package mutating func integer<I: FixedWidthInteger>() -> I {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: .min
    case 1: .max
    case 2: 0
    case 3: I(truncatingIfNeeded: Int.random(in: -9...9, using: &generator))
    default: I.random(in: .min ... .max, using: &generator)
    }
  }

  /// A finite number: JSON has no other.
  package mutating func double() -> Double {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: .greatestFiniteMagnitude
    case 1: .leastNonzeroMagnitude
    case 2: -0.0
    case 3: Double(Int.random(in: -1000...1000, using: &generator)) / 8
    default: finite(Double(bitPattern: generator.next()))
    }
  }

  package mutating func float() -> Float {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: .greatestFiniteMagnitude
    case 1: -.leastNonzeroMagnitude
    case 2: -0.0
    default: finite(Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())))
    }
  }

  private func finite<F: BinaryFloatingPoint>(_ value: F) -> F { value.isFinite ? value : 0.1 }

  /// Text of any scalars except NUL, which only JSON can carry.
  package mutating func text() -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &generator) { text.append(scalar()) }
    return String(text)
  }

  private mutating func scalar() -> Unicode.Scalar {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: " /?#%&+=[]{}:;,.\"\\'~*<>|^`\t\r\n\u{1}\u{7F}".unicodeScalars.randomElement(using: &generator)!
    case 1: "äöüßé日本語👩‍👩‍👧🏳️‍🌈\u{301}\u{200B}\u{FEFF}\u{10FFFF}\u{80}".unicodeScalars.randomElement(using: &generator)!
    case 2: Unicode.Scalar(UInt32.random(in: 1...0x10FFFF, using: &generator)) ?? "\u{FFFD}"
    default: Unicode.Scalar(UInt8.random(in: 0x21...0x7E, using: &generator))
    }
  }

  package mutating func uuid() -> UUID {
    let (a, b) = (generator.next(), generator.next())
    func byte(_ word: UInt64, _ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: word >> (index * 8)) }
    return UUID(
      uuid: (
        byte(a, 0), byte(a, 1), byte(a, 2), byte(a, 3), byte(a, 4), byte(a, 5), byte(a, 6), byte(a, 7),
        byte(b, 0), byte(b, 1), byte(b, 2), byte(b, 3), byte(b, 4), byte(b, 5), byte(b, 6), byte(b, 7)
      ))
  }

  /// A date in the years that RFC 3339 can write.
  package mutating func date() -> Date {
    Date(
      timeIntervalSinceReferenceDate: Double.random(
        in: -62_135_596_800...252_423_993_599 - 978_307_200, using: &generator))
  }

  package mutating func bytes() -> [UInt8] {
    (0..<Int.random(in: 0...20, using: &generator)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  package mutating func data() -> Data { Data(bytes()) }

  package mutating func list<T>(_ element: (inout Randomness) -> T) -> [T] {
    var list: [T] = []
    for _ in 0..<Int.random(in: 0...4, using: &generator) { list.append(element(&self)) }
    return list
  }
}
