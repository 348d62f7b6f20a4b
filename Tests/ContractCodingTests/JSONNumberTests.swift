import ContractTestSupport
import FoundationEssentials
import Testing

@testable import ContractCoding

@Suite("JSON numbers")
struct JSONNumberTests {
  private func read<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    try JSONReader().decode(T.self, from: Array(text.utf8))
  }

  private func write<T: Encodable>(_ value: T) throws -> String {
    String(decoding: try JSONWriter.bytes(of: value), as: UTF8.self)
  }

  // MARK: - Integers

  @Test("Integers of every width are read and written up to their limits, and refused beyond them")
  func bounds() throws {
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(Int.self)
    try check(Int128.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    try check(UInt.self)
    try check(UInt128.self)
  }

  @Test("Numbers in errors are shortened to 64 characters")
  func errors() {
    let digits = String(repeating: "9", count: 500)
    for (text, shown) in [
      (digits, "\(digits.prefix(64))…"), ("-1\(digits)", "-1\(digits.prefix(62))…"), ("300", "300"),
    ] {
      let error = #expect(throws: DecodingError.self) { try read(UInt8.self, text) }
      guard case .dataCorrupted(let context) = error else {
        Issue.record("\(text) is out of range")
        return
      }
      #expect(context.debugDescription == "\(shown) is out of range for UInt8.")
    }
  }

  private func check<I: FixedWidthInteger & Codable & Sendable>(_ type: I.Type) throws {
    let values: [I] = [I.min, I.max, 0, 1, I.max / 10, I.max / 10 + 1, I.min / 2]
    for value in values {
      #expect(try write(value) == "\(value)")
      #expect(try read(I.self, "\(value)") == value)
      #expect(try read(I.self, "\(value).000") == value)
      #expect(try read(I.self, "\(value)e0") == value)
      if value != 0 { #expect(try read(I.self, "\(value)00E-2") == value) }
      let holder = Holder<I>(value: value, maybe: value)
      #expect(try write(holder) == "{\"value\":\(value),\"maybe\":\(value)}")
      #expect(try read(Holder<I>.self, "{\"maybe\":\(value),\"value\":\(value)}") == holder)
      #expect(try read([I].self, "[\(value)]") == [value])
    }
    let beyond = [
      Self.successor("\(I.max)"), "\(I.max)0", I.isSigned ? "-" + Self.successor("\(I.min.magnitude)") : "-1",
    ]
    for text in beyond {
      for spelling in [text, text + ".0", text + "e0"] {
        #expect {
          try read(I.self, spelling)
        } throws: { error in
          guard case .dataCorrupted? = error as? DecodingError else { return false }
          return true
        }
      }
    }
    for text in ["0.5", "-0.1", "1e-1", "true", "\"1\"", "[1]"] {
      #expect(throws: DecodingError.self) { try read(I.self, text) }
    }
    #expect(try read(I.self, "-0") == 0 && read(I.self, "-0.0e9") == 0)
  }

  /// The decimal digits of the next number.
  private static func successor(_ digits: String) -> String {
    var result: [Character] = []
    var carries = true
    for digit in digits.reversed() {
      let value = (digit.wholeNumberValue ?? 0) + (carries ? 1 : 0)
      carries = value == 10
      result.append(Character("\(value % 10)"))
    }
    return String((carries ? result + ["1"] : result).reversed())
  }

  @Test("Integers of every length are written")
  func lengths() throws {
    var value: UInt64 = 0
    for _ in 0..<20 {
      #expect(try write([value, value &+ 1]) == "[\(value),\(value &+ 1)]")
      #expect(try write(Int64(truncatingIfNeeded: value)) == "\(Int64(truncatingIfNeeded: value))")
      value = value &* 10 &+ 9
    }
  }

  // MARK: - Floating point

  @Test("A Double is written with the shortest digits, as in Foundation, and read back bit for bit")
  func shortest() throws {
    var generator = Randomness.Generator(seed: 41)
    var doubles: [Double] = [
      0, -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 1e11, 99_999_999_999.9999,
      100_000_000_000.1, 9_007_199_254_740_994, 1e15, 1e16, 1e22, 1e23, 0.0001, 0.00001, 0.00015, 0.1 + 0.2, 1 / 3,
    ]
    for _ in 0..<20_000 {
      let value = Double(bitPattern: generator.next())
      if value.isFinite { doubles.append(value) }
      // Subnormal numbers.
      doubles.append(Double(bitPattern: generator.next() >> 12))
      // Short numbers and adjacent values.
      let digits = Double(Int64.random(in: -999_999_999_999_999...999_999_999_999_999, using: &generator))
      let size = ([1, 1e3, 1e6, 1e9, 1e12] as [Double]).randomElement(using: &generator) ?? 1.0
      let power = ([1, 10, 100, 1000, 1e4, 1e5] as [Double]).randomElement(using: &generator) ?? 1
      let placed = (digits / size).rounded() / power
      doubles += [placed, placed.nextUp, placed.nextDown]
    }
    for chunk in stride(from: 0, to: doubles.count, by: 500) {
      let values = Array(doubles[chunk..<min(chunk + 500, doubles.count)])
      let text = try write(values)
      #expect(try text == String(decoding: JSONEncoder().encode(values), as: UTF8.self))
      #expect(try read([Double].self, text).map(\.bitPattern) == values.map(\.bitPattern))
    }
  }

  @Test("A Float is written with the shortest digits, as in Foundation, and read back bit for bit")
  func floats() throws {
    var generator = Randomness.Generator(seed: 43)
    var floats: [Float] = [0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 16_777_218, 0.1]
    for _ in 0..<10_000 {
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
      if value.isFinite { floats.append(value) }
    }
    let text = try write(floats)
    #expect(try text == String(decoding: JSONEncoder().encode(floats), as: UTF8.self))
    #expect(try read([Float].self, text).map(\.bitPattern) == floats.map(\.bitPattern))
  }

  @Test("A decimal number is read as the nearest value, as in the standard library")
  func nearest() throws {
    var generator = Randomness.Generator(seed: 47)
    func digits(_ count: Int) -> String {
      String((0..<count).map { _ in Character("\(Int.random(in: 0...9, using: &generator))") })
    }
    for _ in 0..<10_000 {
      var text = Bool.random(using: &generator) ? "-" : ""
      text += "\(Int.random(in: 1...9, using: &generator))" + digits(.random(in: 0...24, using: &generator))
      if Bool.random(using: &generator) { text += "." + digits(.random(in: 1...24, using: &generator)) }
      if Bool.random(using: &generator) { text += "e\(Int.random(in: -300...270, using: &generator))" }
      #expect(try read(Double.self, text).bitPattern == Double(text)?.bitPattern, "\(text)")
      let float = Float(text)
      if let float, float.isFinite, !float.isZero { #expect(try read(Float.self, text) == float, "\(text)") }
    }
    // Halfway between two values, and a little more.
    #expect(try read(Double.self, "9007199254740993") == 9_007_199_254_740_992)
    #expect(try read(Double.self, "9007199254740993.0000000000000000000000001") == 9_007_199_254_740_994)
    #expect(try read(Double.self, "2.4703282292062328e-324") == .leastNonzeroMagnitude)
    #expect(throws: DecodingError.self) { try read(Double.self, "2.4703282292062327e-324") }
    #expect(throws: DecodingError.self) { try read(Double.self, "1.7976931348623159e308") }
  }

  @Test("A document keeps all digits of a number")
  func text() throws {
    let long = String(repeating: "1234567890", count: 1000)
    for text in [long, "-" + long + "." + long, "0." + long + "e-5"] {
      #expect(try JSONDocument(Array(text.utf8)).root.numberText == text)
    }
  }

  @Test("Decimals are read and written with all their digits")
  func decimals() throws {
    for text in ["0", "1.5", "-12.345678901234567890123456789", "99999999999999999999999999999999999999", "1e-100"] {
      let value = try read(Decimal.self, text)
      #expect(value == Decimal(string: text))
      #expect(try read(Decimal.self, write(value)) == value)
    }
    #expect(throws: DecodingError.self) { try read(Decimal.self, "\"1\"") }
  }

  @Test("A Decimal is read from any notation of its value, and a number outside its range is refused")
  func spellingsOfDecimals() throws {
    let large = try #require(Decimal(string: "10e127"))
    let zeros = String(repeating: "0", count: 128)
    for text in ["1e128", "0.1e129", "10E+127", "1" + zeros, "1" + zeros + ".0", "0.000001e134"] {
      #expect(try read(Decimal.self, text) == large, "\(text)")
      #expect(try read(Decimal.self, "-" + text) == -large, "-\(text)")
    }
    #expect(try read(Decimal.self, "3.40282366920938463463374607431768211455e165") == .greatestFiniteMagnitude)
    #expect(try read(Decimal.self, "0e500") == 0)
    let small = try #require(Decimal(string: "1e-128"))
    for text in ["10e-129", "1.5e-128", "0.001e-125", "1" + zeros + "e-256", "0." + zeros + "1e1"] {
      #expect(try read(Decimal.self, text) == small, "\(text)")
      #expect(try read(Decimal.self, "-" + text) == -small, "-\(text)")
    }
    let shifted = "0." + String(repeating: "0", count: 203) + "6e117"
    #expect(try read(Decimal.self, shifted) == Decimal(string: "6e-87"))
    let refused = [
      "3.40282366920938463463374607431768211456e165", "1e166", "1e500", "1e99999999999999999999", "1e-129",
      "0.9e-128", "0." + zeros + "9",
      "1e9223372036854775807", "1e-9223372036854775807", "1e-9223372036854775808", "1e-9223372036854775809",
    ]
    for text in refused {
      #expect(throws: DecodingError.self, "\(text)") { try read(Decimal.self, text) }
    }
  }

  @Test("A number is read as a Float unless it rounds to infinity")
  func rangeOfFloat() throws {
    #expect(try read(Float.self, "3.40282356779733661637539395458142568447e38") == .greatestFiniteMagnitude)
    #expect(try read(Float.self, "-3.40282356779733661637539395458142568447e38") == -.greatestFiniteMagnitude)
    for text in ["3.40282356779733661637539395458142568448e38", "-3.40282356779733661637539395458142568448e38"] {
      #expect(throws: DecodingError.self) { try read(Float.self, text) }
    }
  }
}

private struct Holder<I: Codable & Equatable>: Codable, Equatable {
  var value: I
  var maybe: I?
}
