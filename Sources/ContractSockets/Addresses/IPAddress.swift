#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An IPv4 or IPv6 address as a number. An IPv4-mapped IPv6 address (`::ffff:192.0.2.7`) is stored as IPv4.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address; IPv4 uses the low 32 bits.
  package let number: UInt128
  package let isIPv4: Bool

  init(ipv4: UInt32) {
    number = UInt128(ipv4)
    isIPv4 = true
  }

  init(ipv6: UInt128) {
    isIPv4 = ipv6 >> 32 == 0xFFFF
    number = isIPv4 ? ipv6 & 0xFFFF_FFFF : ipv6
  }

  /// Parses a numeric address; nil for any other text, including one with brackets, a port or a zone.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
    let text = String(text)
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      self.init(ipv4: UInt32(bigEndian: four.s_addr))
      return
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    // SAFETY: the bytes are only read, and only inside the call.
    self.init(ipv6: withUnsafeBytes(of: &six) { $0.reduce(0) { $0 << 8 | UInt128($1) } })
  }

  package var description: String {
    if isIPv4 { return (0..<4).map { String(number >> (24 - 8 * UInt128($0)) & 0xFF) }.joined(separator: ".") }
    var bytes = (0..<16).map { UInt8(truncatingIfNeeded: number >> (120 - 8 * UInt128($0))) }
    var text = [CChar](repeating: 0, count: 46)
    inet_ntop(AF_INET6, &bytes, &text, 46)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
