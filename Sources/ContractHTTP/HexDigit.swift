/// Hexadecimal digits.
package enum HexDigit {
  /// Returns the value of a digit in either case; nil for other bytes.
  @inlinable
  package static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// Returns the digit of a value below 16, in uppercase.
  @inlinable
  package static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

  /// Returns two lowercase digits for each byte.
  package static func lowercase(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    for byte in bytes {
      // The bit makes a letter lowercase, and is already set in a digit.
      digits.append(digit(byte >> 4) | 0x20)
      digits.append(digit(byte & 0xF) | 0x20)
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Returns the 16 lowercase digits of a number.
  package static func lowercase(_ number: UInt64) -> String {
    lowercase((0..<8).map { UInt8(truncatingIfNeeded: number &>> (56 &- 8 &* $0)) })
  }

  /// Returns 128 random bits in 32 lowercase digits.
  package static func random() -> String {
    lowercase(UInt64.random(in: .min ... .max)) + lowercase(UInt64.random(in: .min ... .max))
  }

  /// Appends a percent-encoded byte.
  @inlinable
  package static func appendEncoded(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(0x25)
    output.append(digit(byte >> 4))
    output.append(digit(byte & 0xF))
  }
}
