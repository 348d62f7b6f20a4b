/// A set of ASCII characters as a 128-bit mask.
struct ByteSet: Sendable {
  private let low: UInt64
  private let high: UInt64

  private init(_ low: UInt64, _ high: UInt64) {
    self.low = low
    self.high = high
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    let word = byte < 0x40 ? low : high
    return byte < 0x80 && (word &>> UInt64(byte & 0x3F)) & 1 != 0
  }

  /// `tchar` (RFC 9110 §5.6.2).
  static var token: ByteSet { ByteSet(0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE) }
  /// `unreserved` and `sub-delims` of a `reg-name` (RFC 3986 §3.2.2).
  static var hostName: ByteSet { ByteSet(0x2BFF_7FD2_0000_0000, 0x47FF_FFFE_87FF_FFFE) }
}
