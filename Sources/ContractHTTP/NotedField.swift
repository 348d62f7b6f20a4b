extension RequestHead {
  /// Headers whose line number is recorded while a head is parsed, for fast lookup.
  package enum NotedField: UInt8, Sendable, CaseIterable {
    case host, accept, expect, connection, contentType, contentLength, contentEncoding, transferEncoding

    /// Returns the header with this name; nil for any other name.
    @inline(__always)
    init?(_ name: Range<Int>, in bytes: Span<UInt8>) {
      let (start, raw) = (name.lowerBound, bytes.bytes)
      // In a token, setting bit 5 lowercases letters, and no other token byte becomes a letter or a hyphen.
      func eight(_ offset: Int) -> UInt64 {
        // SAFETY: any bit pattern is a valid integer, and the load checks its bounds; the same holds below.
        raw.unsafeLoadUnaligned(fromByteOffset: start &+ offset, as: UInt64.self).bigEndian | 0x2020_2020_2020_2020
      }
      func four(_ offset: Int) -> UInt32 {
        raw.unsafeLoadUnaligned(fromByteOffset: start &+ offset, as: UInt32.self).bigEndian | 0x2020_2020
      }
      func two(_ offset: Int) -> UInt16 {
        raw.unsafeLoadUnaligned(fromByteOffset: start &+ offset, as: UInt16.self).bigEndian | 0x2020
      }
      switch name.count {
      case 4 where four(0) == 0x686F_7374: self = .host
      case 6 where four(0) == 0x6163_6365 && two(4) == 0x7074: self = .accept
      case 6 where four(0) == 0x6578_7065 && two(4) == 0x6374: self = .expect
      case 10 where eight(0) == 0x636F_6E6E_6563_7469 && two(8) == 0x6F6E: self = .connection
      case 12 where eight(0) == Self.content && four(8) == 0x7479_7065: self = .contentType
      case 14 where eight(0) == Self.content && eight(6) == 0x742D_6C65_6E67_7468: self = .contentLength
      case 16 where eight(0) == Self.content && eight(8) == 0x656E_636F_6469_6E67: self = .contentEncoding
      case 17 where eight(0) == 0x7472_616E_7366_6572 && eight(8) == 0x2D65_6E63_6F64_696E && two(15) == 0x6E67:
        self = .transferEncoding
      default: return nil
      }
    }

    /// `content-`.
    private static var content: UInt64 { 0x636F_6E74_656E_742D }

    /// The offset of the header's 8 bits within a 64-bit word.
    var shift: UInt64 { UInt64(rawValue) &* 8 }
  }
}
