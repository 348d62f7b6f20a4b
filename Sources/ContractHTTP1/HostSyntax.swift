/// `uri-host [ ":" port ]` (RFC 9110 §7.2, RFC 3986 §3.2.2).
enum HostSyntax {
  enum Port { case required, optional }

  /// Returns true when the range is a host, with a port as specified. An empty host is invalid here; callers allow an
  /// empty `Host` header themselves.
  static func isValid(_ bytes: Span<UInt8>, in range: Range<Int>, port: Port) -> Bool {
    guard !range.isEmpty else { return false }
    let hostEnd: Int
    if bytes[range.lowerBound] == 0x5B {
      guard let bracket = bytes.firstIndex(of: 0x5D, in: range) else { return false }
      guard isLiteral(bytes, in: (range.lowerBound + 1)..<bracket) else { return false }
      hostEnd = bracket + 1
    } else {
      guard let end = endOfName(bytes, in: range), end > range.lowerBound else { return false }
      hostEnd = end
    }
    if hostEnd == range.upperBound { return port == .optional }
    guard bytes[hostEnd] == 0x3A else { return false }
    return isPort(bytes, in: (hostEnd + 1)..<range.upperBound, mayBeEmpty: port == .optional)
  }

  /// Returns true for the contents of brackets: an IPv6 address, or `v1.anything` (IPvFuture).
  private static func isLiteral(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard let first = range.first, bytes[first] | 0x20 == 0x76 else { return isIPv6(bytes, in: range) }
    guard let dot = bytes.firstIndex(of: 0x2E, in: range), dot > first + 1, dot + 1 < range.upperBound else {
      return false
    }
    return ((first + 1)..<dot).allSatisfy { isHex(bytes[$0]) }
      && ((dot + 1)..<range.upperBound).allSatisfy { ByteSet.hostName.contains(bytes[$0]) || bytes[$0] == 0x3A }
  }

  /// Returns true for 8 groups, or fewer with one `::`. An IPv4 address may replace the last two groups.
  private static func isIPv6(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    var (index, groups, hasGap) = (range.lowerBound, 0, false)
    func isColon(_ index: Int) -> Bool { index < range.upperBound && bytes[index] == 0x3A }
    if isColon(index), isColon(index + 1) {
      hasGap = true
      index += 2
    }
    while index < range.upperBound {
      let start = index
      while index < range.upperBound, isHex(bytes[index]) { index += 1 }
      if index < range.upperBound, bytes[index] == 0x2E {
        guard isIPv4(bytes, in: start..<range.upperBound) else { return false }
        groups += 2
        break
      }
      guard (1...4).contains(index - start) else { return false }
      groups += 1
      if index == range.upperBound { break }
      guard isColon(index), index + 1 < range.upperBound else { return false }
      index += 1
      guard isColon(index) else { continue }
      guard !hasGap else { return false }
      hasGap = true
      index += 1
    }
    return hasGap ? groups < 8 : groups == 8
  }

  /// Returns true for four numbers up to 255 without leading zeros.
  private static func isIPv4(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    var (numbers, value, digits) = (1, 0, 0)
    for index in range {
      let digit = bytes[index] &- 0x30
      if digit < 10 {
        guard digits == 0 || value > 0 else { return false }
        value = value * 10 + Int(digit)
        digits += 1
      } else {
        guard bytes[index] == 0x2E, digits > 0 else { return false }
        (numbers, value, digits) = (numbers + 1, 0, 0)
      }
      guard value <= 255, numbers <= 4 else { return false }
    }
    return numbers == 4 && digits > 0
  }

  /// Returns the end of a `reg-name`: the offset of the colon before a port, or the end of the range. Returns nil when
  /// it contains other characters.
  private static func endOfName(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
    precondition(range.upperBound <= bytes.count)
    var index = range.lowerBound
    // The loop may read past the range, within the span.
    let last = bytes.count &- 8
    while index <= last {
      let found = ~ByteWord.hostCharacters(bytes.eight(at: index)) & ByteWord.tops
      if found != 0 {
        index &+= ByteWord.first(found)
        break
      }
      index &+= 8
    }
    if index >= range.upperBound { return range.upperBound }
    while index < range.upperBound {
      // SAFETY: `index` lies in the range, which the precondition checked.
      let byte = bytes[unchecked: index]
      if ByteSet.hostName.contains(byte) {
        index &+= 1
      } else if byte == 0x25 {
        guard range.upperBound - index > 2, isHex(bytes[index + 1]), isHex(bytes[index + 2]) else { return nil }
        index += 3
      } else {
        return byte == 0x3A ? index : nil
      }
    }
    return index
  }

  private static func isPort(_ bytes: Span<UInt8>, in range: Range<Int>, mayBeEmpty: Bool) -> Bool {
    if range.isEmpty { return mayBeEmpty }
    precondition(range.upperBound <= bytes.count)
    var value = 0
    var index = range.lowerBound
    while index < range.upperBound {
      // SAFETY: `index` lies in the range, which the precondition checked.
      let digit = bytes[unchecked: index] &- 0x30
      // The value is checked at every digit, so that it cannot overflow.
      value = value &* 10 &+ Int(digit)
      guard digit < 10, value <= 65_535 else { return false }
      index &+= 1
    }
    return true
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }
}
