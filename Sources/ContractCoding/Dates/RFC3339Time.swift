/// The parts of an RFC 3339 date-time with a valid date.
struct RFC3339Time {
  /// The whole seconds since 1970-01-01T00:00:00Z.
  let secondsSince1970: Int
  /// The digits of the fraction, without trailing zeros.
  let fraction: ArraySlice<UInt8>

  init?(parsing bytes: ArraySlice<UInt8>) {
    var position = bytes.startIndex
    guard let year = DateDigits.read(4, of: bytes, at: &position), year >= 1,
      DateDigits.skip(UInt8(ascii: "-"), of: bytes, at: &position),
      let month = DateDigits.read(2, of: bytes, at: &position),
      DateDigits.skip(UInt8(ascii: "-"), of: bytes, at: &position),
      let day = DateDigits.read(2, of: bytes, at: &position),
      position < bytes.endIndex, bytes[position] | 0x20 == UInt8(ascii: "t")
    else { return nil }
    position += 1
    guard let second = DateDigits.readTime(of: bytes, at: &position),
      let fraction = Self.fraction(of: bytes, at: &position),
      let offset = Self.offset(of: bytes, at: &position), position == bytes.endIndex
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    guard date.exists else { return nil }
    let seconds = date.daysSince1970 * 86_400 + second.ofDay - offset
    if second.isLeap, (seconds - 1).quotientAndRemainder(dividingBy: 86_400).remainder != Self.lastSecond(seconds) {
      return nil
    }
    secondsSince1970 = seconds
    self.fraction = fraction
  }

  /// Returns the remainder of the last second of a day, which is negative before 1970.
  private static func lastSecond(_ seconds: Int) -> Int {
    seconds - 1 >= 0 ? 86_399 : -1
  }

  /// Parses an optional fraction.
  private static func fraction(of bytes: ArraySlice<UInt8>, at position: inout Int) -> ArraySlice<UInt8>? {
    guard DateDigits.skip(UInt8(ascii: "."), of: bytes, at: &position) else { return [] }
    let start = position
    while position < bytes.endIndex, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    guard position > start else { return nil }
    var end = position
    while end > start, bytes[end - 1] == UInt8(ascii: "0") { end -= 1 }
    return bytes[start..<end]
  }

  /// Parses `Z` or an offset; returns seconds east of UTC.
  private static func offset(of bytes: ArraySlice<UInt8>, at position: inout Int) -> Int? {
    guard position < bytes.endIndex else { return nil }
    let sign = bytes[position]
    position += 1
    if sign | 0x20 == UInt8(ascii: "z") { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let hour = DateDigits.read(2, of: bytes, at: &position), hour < 24,
      DateDigits.skip(UInt8(ascii: ":"), of: bytes, at: &position),
      let minute = DateDigits.read(2, of: bytes, at: &position), minute < 60
    else { return nil }
    let seconds = hour * 3600 + minute * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}
