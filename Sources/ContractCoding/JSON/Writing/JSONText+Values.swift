import FoundationEssentials

extension JSONText {
  // MARK: - Numbers

  @inline(__always)
  static func append<I: FixedWidthInteger, S: JSONSink>(_ value: I, to sink: inout S) {
    if I.bitWidth > 64 {
      var text = value.description
      text.withUTF8 { append(ascii: $0, to: &sink) }
    } else {
      sink.append(room: maxDigits + 1) { start in
        var target = start
        put(value, &target)
        return target - start
      }
    }
  }

  /// The number of digits of the largest 64-bit integer.
  static let maxDigits = 20

  /// Writes an integer of at most 64 bits.
  @inline(__always)
  static func put<I: FixedWidthInteger>(_ value: I, _ target: inout UnsafeMutablePointer<UInt8>) {
    if value < 0 { put(UInt8(ascii: "-"), &target) }
    let digits = UInt64(truncatingIfNeeded: value.magnitude)
    if digits < 10 {
      put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digits), &target)
    } else {
      putMany(digits, &target)
    }
  }

  /// Writes an integer of two or more digits.
  private static func putMany(_ value: UInt64, _ target: inout UnsafeMutablePointer<UInt8>) {
    // SAFETY: the callers have reserved `maxDigits` bytes, and a pair is an index below 100 into 200 bytes.
    var power: UInt64 = 100
    var count = 2
    while count < maxDigits, value >= power {
      count += 1
      power = count < maxDigits ? power &* 10 : power
    }
    target += count
    var rest = value
    var digit = target
    let pairs = UnsafeRawPointer(Self.pairs.utf8Start)
    while rest >= 10 {
      let quotient = rest / 100
      let pair = Int(truncatingIfNeeded: rest &- quotient &* 100)
      rest = quotient
      digit -= 2
      UnsafeMutableRawPointer(digit).storeBytes(
        of: pairs.loadUnaligned(fromByteOffset: pair * 2, as: UInt16.self), as: UInt16.self)
    }
    if count % 2 != 0 { digit[-1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest) }
  }

  /// The numbers from 00 to 99.
  private static let pairs: StaticString = """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """

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
  /// Different numbers of at most 15 digits are different `Double` values. A number of this form that is parsed as the
  /// value is therefore the shortest, apart from trailing zeros. Parsing divides the same two exact numbers.
  private static func appendShort<S: JSONSink>(_ value: Double, to sink: inout S) -> Bool {
    let magnitude = value.magnitude
    guard magnitude < 1e11, magnitude > 0 || value.sign == .plus else { return false }
    var scaled = magnitude
    var power = 1.0
    for places in 0...4 {
      let digits = scaled.rounded()
      if digits / power == magnitude {
        append(UInt64(digits), by: UInt64(power), places, isNegative: value < 0, to: &sink)
        return true
      }
      power *= 10
      scaled = magnitude * power
    }
    return false
  }

  /// Appends the quotient of an integer and a power of ten with all its decimal places.
  private static func append<S: JSONSink>(
    _ value: UInt64, by power: UInt64, _ places: Int, isNegative: Bool, to sink: inout S
  ) {
    // SAFETY: sign, digits, point and decimal places fit in the requested room.
    sink.append(room: maxDigits + 2 + places) { start in
      var target = start
      if isNegative { put(UInt8(ascii: "-"), &target) }
      put(value / power, &target)
      guard places > 0 else { return target - start }
      put(UInt8(ascii: "."), &target)
      var rest = value % power
      for index in (0..<places).reversed() {
        (target + index).initialize(to: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
      }
      return target + places - start
    }
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

  /// Returns the value and the message of the error for a date without a representation. The value is the interval,
  /// because the description of a date that is not finite traps.
  static func unrepresentable(_ date: Date, _ strategy: DateStrategy) -> (TimeInterval, String) {
    if case .rfc3339 = strategy {
      return (date.timeIntervalSinceReferenceDate, "RFC 3339 supports only the years 0001 to 9999.")
    }
    return (date.timeIntervalSinceReferenceDate, "JSON cannot represent this date as a number.")
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
