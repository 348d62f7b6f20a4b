import FoundationEssentials

extension JSONText {
  // MARK: - Numbers

  @inline(__always)
  static func append<I: FixedWidthInteger, S: JSONSink>(_ value: I, to sink: inout S) {
    if I.bitWidth > 64 {
      var text = value.description
      text.withUTF8 { append(ascii: $0, to: &sink) }
    } else {
      append(UInt64(truncatingIfNeeded: value.magnitude), isNegative: value < 0, places: 0, to: &sink)
    }
  }

  /// Appends an integer divided by a power of ten. If there are decimal places, the last digit is not zero.
  private static func append<S: JSONSink>(_ value: UInt64, isNegative: Bool, places: Int, to sink: inout S) {
    let width = max(decimalWidth(value), places &+ 1)
    let sign = isNegative ? 1 : 0
    let length = width &+ sign &+ (places > 0 ? 1 : 0)
    sink.append(room: length) { target in
      // SAFETY: sign, digits and point are exactly as long as the requested room.
      if isNegative { target.initialize(to: UInt8(ascii: "-")) }
      var rest = value
      var index = length
      while index > sign {
        index &-= 1
        if places > 0, index == length &- places &- 1 {
          (target + index).initialize(to: UInt8(ascii: "."))
          continue
        }
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        (target + index).initialize(to: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
        rest = quotient
      }
      return length
    }
  }

  /// Returns the number of digits.
  @inline(__always)
  private static func decimalWidth(_ value: UInt64) -> Int {
    var rest = value
    var width = 1
    while true {
      if rest < 10 { return width }
      if rest < 100 { return width &+ 1 }
      if rest < 1000 { return width &+ 2 }
      if rest < 10_000 { return width &+ 3 }
      rest /= 10_000
      width &+= 4
    }
  }

  /// Appends the shortest digits that identify the value. Returns false for infinities and NaN.
  @inline(__always)
  static func append<F: BinaryFloatingPoint & CustomStringConvertible, S: JSONSink>(
    _ value: F, to sink: inout S
  ) -> Bool {
    guard value.isFinite else { return false }
    if let value = value as? Double, appendShort(value, to: &sink) { return true }
    var text = value.description
    text.withUTF8 { text in
      let end = text.suffix(2)
      let dropsZero = text.count > 2 && end.first == UInt8(ascii: ".") && end.last == UInt8(ascii: "0")
      append(ascii: UnsafeBufferPointer(rebasing: dropsZero ? text.dropLast(2) : text[...]), to: &sink)
    }
    return true
  }

  /// Appends a value of at most 15 digits with at most four decimal places. Returns false for other values.
  ///
  /// Different numbers of 15 digits are different as `Double`. So if one of them is parsed as the value, no shorter one
  /// is, except itself without trailing zeros. Dividing two exact numbers is how the value is parsed.
  private static func appendShort<S: JSONSink>(_ value: Double, to sink: inout S) -> Bool {
    let magnitude = value.magnitude
    guard magnitude < 1e11, magnitude > 0 || value.sign == .plus else { return false }
    var scaled = magnitude
    var power = 1.0
    for places in 0...4 {
      let digits = scaled.rounded()
      if digits / power == magnitude {
        append(UInt64(digits), isNegative: value < 0, places: places, to: &sink)
        return true
      }
      power *= 10
      scaled = magnitude * power
    }
    return false
  }

  // MARK: - Values of FoundationEssentials

  /// Appends a date in the format of a strategy. Returns false, without appending, when it has no representation.
  static func append<S: JSONSink>(_ date: Date, _ strategy: DateStrategy, to sink: inout S) throws -> Bool {
    switch strategy {
    case .rfc3339:
      var text: [UInt8] = []
      text.reserveCapacity(40)
      text.append(UInt8(ascii: "\""))
      guard RFC3339.append(date, to: &text) else { return false }
      text.append(UInt8(ascii: "\""))
      text.withUnsafeBufferPointer { append(ascii: $0, to: &sink) }
      return true
    case .custom(let encode, _):
      append(try encode(date), to: &sink)
      return true
    case .secondsSince1970, .millisecondsSince1970, .deferredToDate:
      return strategy.number(of: date).map { append($0, to: &sink) } ?? false
    }
  }

  static func append<S: JSONSink>(_ data: Data, to sink: inout S) {
    var text: [UInt8] = [UInt8(ascii: "\"")]
    text.append(contentsOf: data.base64EncodedData())
    text.append(UInt8(ascii: "\""))
    text.withUnsafeBufferPointer { append(ascii: $0, to: &sink) }
  }

  /// Appends a decimal as a number. Returns false for NaN.
  static func append<S: JSONSink>(_ value: Decimal, to sink: inout S) -> Bool {
    guard value.isFinite else { return false }
    var text = value.description
    text.withUTF8 { append(ascii: $0, to: &sink) }
    return true
  }
}
