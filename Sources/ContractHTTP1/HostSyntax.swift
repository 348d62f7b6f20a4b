/// `uri-host [ ":" port ]` (RFC 9110 §7.2, RFC 3986 §3.2.2).
enum HostSyntax {
  enum Port { case required, optional }

  /// True when `place` is a host, with a port as asked. An empty host is none here; the `Host` field may be empty, which
  /// its reader decides.
  static func isValid(_ bytes: Span<UInt8>, in place: Range<Int>, port: Port) -> Bool {
    guard !place.isEmpty else { return false }
    let hostEnd: Int
    if bytes[place.lowerBound] == 0x5B {
      guard let bracket = bytes.firstIndex(of: 0x5D, in: place) else { return false }
      guard isLiteral(bytes, in: (place.lowerBound + 1)..<bracket) else { return false }
      hostEnd = bracket + 1
    } else {
      guard let end = endOfName(bytes, in: place), end > place.lowerBound else { return false }
      hostEnd = end
    }
    if hostEnd == place.upperBound { return port == .optional }
    guard bytes[hostEnd] == 0x3A else { return false }
    return isPort(bytes, in: (hostEnd + 1)..<place.upperBound, mayBeEmpty: port == .optional)
  }

  /// What stands between brackets: an IPv6 address, or `v1.anything` (IPvFuture).
  private static func isLiteral(_ bytes: Span<UInt8>, in place: Range<Int>) -> Bool {
    guard let first = place.first, bytes[first] | 0x20 == 0x76 else { return isIPv6(bytes, in: place) }
    guard let dot = bytes.firstIndex(of: 0x2E, in: place), dot > first + 1, dot + 1 < place.upperBound else {
      return false
    }
    return ((first + 1)..<dot).allSatisfy { isHex(bytes[$0]) }
      && ((dot + 1)..<place.upperBound).allSatisfy { ByteSet.hostName.contains(bytes[$0]) || bytes[$0] == 0x3A }
  }

  /// Eight groups, or fewer with one `::` for the zeros in between; an IPv4 address may stand for the last two.
  private static func isIPv6(_ bytes: Span<UInt8>, in place: Range<Int>) -> Bool {
    var (index, groups, hasGap) = (place.lowerBound, 0, false)
    func isColon(_ index: Int) -> Bool { index < place.upperBound && bytes[index] == 0x3A }
    if isColon(index), isColon(index + 1) {
      hasGap = true
      index += 2
    }
    while index < place.upperBound {
      let start = index
      while index < place.upperBound, isHex(bytes[index]) { index += 1 }
      if index < place.upperBound, bytes[index] == 0x2E {
        guard isIPv4(bytes, in: start..<place.upperBound) else { return false }
        groups += 2
        break
      }
      guard (1...4).contains(index - start) else { return false }
      groups += 1
      if index == place.upperBound { break }
      guard isColon(index), index + 1 < place.upperBound else { return false }
      index += 1
      guard isColon(index) else { continue }
      guard !hasGap else { return false }
      hasGap = true
      index += 1
    }
    return hasGap ? groups < 8 : groups == 8
  }

  /// Four numbers up to 255 without zeros before them.
  private static func isIPv4(_ bytes: Span<UInt8>, in place: Range<Int>) -> Bool {
    var (numbers, value, digits) = (1, 0, 0)
    for index in place {
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

  /// Where a `reg-name` ends: before the colon of a port, or at the end of `place`. Nil when it has other characters.
  private static func endOfName(_ bytes: Span<UInt8>, in place: Range<Int>) -> Int? {
    precondition(place.upperBound <= bytes.count)
    var index = place.lowerBound
    // What stands behind the place is looked at as well.
    let last = bytes.count &- 8
    while index <= last {
      let found = ~ByteWord.hostCharacters(bytes.eight(at: index)) & ByteWord.tops
      if found != 0 {
        index &+= ByteWord.first(found)
        break
      }
      index &+= 8
    }
    if index >= place.upperBound { return place.upperBound }
    while index < place.upperBound {
      // SAFETY: the index lies in `place`, which was checked to lie inside the span.
      let byte = bytes[unchecked: index]
      if ByteSet.hostName.contains(byte) {
        index &+= 1
      } else if byte == 0x25 {
        guard place.upperBound - index > 2, isHex(bytes[index + 1]), isHex(bytes[index + 2]) else { return nil }
        index += 3
      } else {
        return byte == 0x3A ? index : nil
      }
    }
    return index
  }

  private static func isPort(_ bytes: Span<UInt8>, in place: Range<Int>, mayBeEmpty: Bool) -> Bool {
    if place.isEmpty { return mayBeEmpty }
    precondition(place.upperBound <= bytes.count)
    var value = 0
    var index = place.lowerBound
    while index < place.upperBound {
      // SAFETY: the index lies in `place`, which was checked to lie inside the span.
      let digit = bytes[unchecked: index] &- 0x30
      // Checked at every digit, so that no number of digits overflows.
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
