internal import ContractCoding
internal import ContractHTTP
internal import FoundationEssentials

extension ValueMaker {
  /// The largest integer that all readers of JSON keep exactly, for schemas without bounds.
  private static let safeInteger: Int128 = (1 << 53) - 1

  private static let plainScalars = Array("abcdefghijklmnopqrstuvwxyzABCXYZ0123456789".unicodeScalars)
  private static let rareScalars = Array(
    " -_.,;:/?#%&=+\"\\'<>{}[]\n\t\u{1}éßñ日本語🙂\u{301}\u{200D}\u{FEFF}\u{10FFFF}".unicodeScalars)

  /// The maximum length of created strings.
  static let maxLength = 20_000

  /// Returns the bounds of integers, inclusive; nil if there are none.
  func integerRange(_ rules: SchemaRules) -> ClosedRange<Int128>? {
    let numbers = rules.numbers.within(rules.format)
    let low = numbers.lower.flatMap { Self.integer($0, rounding: .up) }
    let high = numbers.upper.flatMap { Self.integer($0, rounding: .down) }
    let lower = low ?? min(-Self.safeInteger, (high ?? 0) - Self.safeInteger)
    let upper = high ?? max(Self.safeInteger, lower + Self.safeInteger)
    return lower <= upper ? lower...upper : nil
  }

  private static func integer(_ bound: NumberBound, rounding: FloatingPointRoundingRule) -> Int128? {
    // Bounds are clamped, because adding a step to larger bounds could overflow. The values are checked against the exact
    // bounds.
    let limit: Int128 = 1 << 100
    if let value = bound.value.integer {
      let step: Int128 = bound.isExclusive ? (rounding == .up ? 1 : -1) : 0
      return min(max(value, -limit), limit) + step
    }
    guard let double = bound.number.double, double.magnitude < 1e30 else { return nil }
    return Int128(double.rounded(rounding))
  }

  mutating func integer(_ rules: SchemaRules) -> JSONValue? {
    guard let range = integerRange(rules) else { return nil }
    let step = rules.numbers.multiples.compactMap { ExactDecimal($0).integer }.max { $0.magnitude < $1.magnitude }
    for _ in 0..<20 {
      var value: Int128
      switch Int.random(in: 0..<8, using: &random) {
      case 0: value = range.lowerBound
      case 1: value = range.upperBound
      case 2, 3: value = Int128.random(in: range, using: &random)
      default: value = Int128.random(in: -10...1000, using: &random)
      }
      if let step, step != 0 { value = value / step * step }
      let digits = JSONDigits(value)
      if range.contains(value), allows(digits, rules) { return .number(digits) }
    }
    return nil
  }

  /// Returns true if a number is within the bounds and a multiple of all required divisors.
  private func allows(_ digits: JSONDigits, _ rules: SchemaRules) -> Bool {
    let (value, numbers) = (ExactDecimal(digits), rules.numbers.within(rules.format))
    if let lower = numbers.lower, value < lower.value || (lower.isExclusive && value == lower.value) { return false }
    if let upper = numbers.upper, value > upper.value || (upper.isExclusive && value == upper.value) { return false }
    return numbers.multiples.allSatisfy { value.isMultiple(of: ExactDecimal($0)) == true }
  }

  mutating func number(_ rules: SchemaRules) -> JSONValue? {
    let limit = rules.format == "float" ? 1e30 : 1e300
    let low =
      rules.numbers.lower?.number.double ?? max(-limit, min(-1e6, (rules.numbers.upper?.number.double ?? 0) - 1e6))
    let high = rules.numbers.upper?.number.double ?? min(limit, max(1e6, low + 1e6))
    guard low <= high else { return nil }
    for attempt in 0..<40 {
      var value: Double
      switch Int.random(in: 0..<6, using: &random) {
      case 0: value = low
      case 1: value = high
      case 2: value = Double(Int.random(in: -10...100, using: &random))
      case 3: value = Double(Int.random(in: -100_000...100_000, using: &random)) / 100
      default: value = low + (high - low) * Double.random(in: 0...1, using: &random)
      }
      if let step = rules.numbers.multiples.first?.double, step != 0 {
        value = (value / step).rounded() * step
        // Every second attempt is rounded, because products of decimal fractions are inexact.
        if attempt % 2 == 1 { value = (value * 1e6).rounded() / 1e6 }
      }
      if let digits = JSONDigits(value), allows(digits, rules) { return .number(digits) }
    }
    return integer(rules)
  }

  // MARK: - Strings

  mutating func string(_ rules: SchemaRules) -> String? {
    let length = rules.strings.length
    guard length.minimum <= Self.maxLength else { return nil }
    if let pattern = rules.strings.patterns.first(where: { !SchemaPattern.compiled($0).isReadable }) {
      obstacle = "the pattern `\(pattern)` is unreadable"
      return nil
    }
    for attempt in 0..<100 {
      let text = candidate(rules, attempt)
      let count = text.unicodeScalars.count
      guard count >= length.minimum, count <= length.maximum ?? .max else { continue }
      guard rules.strings.patterns.allSatisfy({ SchemaPattern.compiled($0).matches(text) }) else { continue }
      return text
    }
    return nil
  }

  private mutating func candidate(_ rules: SchemaRules, _ attempt: Int) -> String {
    let length = rules.strings.length
    if let pattern = rules.strings.patterns.first {
      let sample = PatternSample(pattern).text(extra: [3, 1, 20, 0, 80][attempt % 5], using: &random)
      return sample
    }
    if let format = rules.format, let text = text(of: format) { return text }
    if rules.strings.encoding == "base64" { return base64(count: Int.random(in: 0...24, using: &random)) }
    let high = min(length.maximum ?? .max, length.minimum + 24)
    let low = min(length.minimum, high)
    return text(count: random.isOne(in: 8) ? low : Int.random(in: low...high, using: &random))
  }

  /// Returns a string with a number of code points.
  mutating func text(count: Int) -> String {
    var view = String.UnicodeScalarView()
    for _ in 0..<count {
      let scalars = alphabet == .text && random.isOne(in: 4) ? Self.rareScalars : Self.plainScalars
      view.append(scalars.randomElement(using: &random) ?? "a")
    }
    return String(view)
  }

  private mutating func base64(count: Int) -> String {
    Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }).base64EncodedString()
  }

  /// Returns a string in a format; nil for a format that restricts nothing.
  private mutating func text(of format: String) -> String? {
    switch format {
    case "date-time": return date()
    case "int64": return String(Int64.random(in: .min ... .max, using: &random))
    case "uint64": return String(UInt64.random(in: 0 ... .max, using: &random))
    case "date": return String(date().prefix(10))
    case "time": return String(date().dropFirst(11))
    case "uuid":
      let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
      let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { hex[$0].joined() }.joined(separator: "-")
    case "uri": return "https://example.com/\(word())?q=\(word())"
    case "uri-reference":
      let path = "\(word())?q=\(word())#\(word())"
      return ["/\(path)", path, "../\(path)", "//example.com/\(path)", "https://example.com/\(path)", "#\(word())"]
        .randomElement(using: &random)
    case "email": return "\(word())@example.com"
    case "hostname": return "\(word()).example.com"
    case "ipv4": return "192.0.2.\(Int.random(in: 1...254, using: &random))"
    case "ipv6": return "2001:db8::\(Int.random(in: 1...9999, using: &random))"
    case "duration": return "P\(Int.random(in: 1...30, using: &random))D"
    case "byte": return base64(count: Int.random(in: 0...24, using: &random))
    default: return nil
    }
  }

  private mutating func word() -> String {
    String(String.UnicodeScalarView((0..<6).map { _ in Unicode.Scalar(UInt8.random(in: 0x61...0x7A, using: &random)) }))
  }

  private mutating func date() -> String {
    let seconds = Int64.random(in: 0..<4_102_444_800, using: &random)
    return RFC3339.text(millisecondsSince1970: seconds * 1000 + Int64.random(in: 0..<1000, using: &random))
  }
}
