/// The `token` grammar of RFC 9110 §5.6.2, used for methods and header names.
package enum HTTPToken {
  /// Returns true when `byte` is allowed in a token.
  package static func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
    default: false
    }
  }

  /// Returns `byte` in lowercase if it is an ASCII letter, otherwise unchanged.
  @inline(__always)
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
