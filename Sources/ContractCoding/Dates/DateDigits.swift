/// Fixed-width decimal numbers in dates.
enum DateDigits {
  /// Appends a number with leading zeros.
  static func append(_ value: Int, width: Int, to bytes: inout [UInt8]) {
    var divisor = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }

  /// Appends the time of day as `hh:mm:ss`.
  static func appendTime(_ second: Int, to bytes: inout [UInt8]) {
    append(second / 3600, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(second / 60 % 60, width: 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    append(second % 60, width: 2, to: &bytes)
  }

  /// Reads `hh:mm:ss` at a position and advances it. Returns the second of the day, and whether it is a leap second,
  /// `:60`.
  static func readTime(of bytes: ArraySlice<UInt8>, at position: inout Int) -> (ofDay: Int, isLeap: Bool)? {
    guard let hour = read(2, of: bytes, at: &position), hour < 24, skip(UInt8(ascii: ":"), of: bytes, at: &position),
      let minute = read(2, of: bytes, at: &position), minute < 60, skip(UInt8(ascii: ":"), of: bytes, at: &position),
      let second = read(2, of: bytes, at: &position), second <= 60
    else { return nil }
    return (hour * 3600 + minute * 60 + second, second == 60)
  }

  /// Reads exactly `width` digits at a position and advances it.
  static func read(_ width: Int, of bytes: ArraySlice<UInt8>, at position: inout Int) -> Int? {
    guard bytes.endIndex - position >= width else { return nil }
    var value = 0
    for index in position..<position + width {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    position += width
    return value
  }

  /// Skips one expected byte. Returns false when another byte follows.
  static func skip(_ byte: UInt8, of bytes: ArraySlice<UInt8>, at position: inout Int) -> Bool {
    guard position < bytes.endIndex, bytes[position] == byte else { return false }
    position += 1
    return true
  }
}
