/// The value of a string that holds escapes (RFC 8259, section 7). The parser has checked the escapes before.
enum JSONEscapes {
  static func unescape(_ content: ArraySlice<UInt8>) -> String {
    String(decoding: bytes(of: content), as: UTF8.self)
  }

  /// The UTF-8 of the value.
  static func bytes(of content: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(content.count)
    var index = content.startIndex
    while index < content.endIndex {
      let byte = content[index]
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        output.append(byte)
        continue
      }
      let escape = content[index]
      index += 1
      if escape == UInt8(ascii: "u") {
        append(scalar(in: content, at: &index), to: &output)
      } else {
        output.append(simple(escape))
      }
    }
    return output
  }

  /// The byte that a two-character escape stands for.
  private static func simple(_ escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: escape
    }
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair.
  private static func scalar(in content: ArraySlice<UInt8>, at index: inout Int) -> UInt32 {
    let first = hex(in: content, at: &index)
    guard (0xD800...0xDBFF).contains(first) else { return first }
    index += 2
    let second = hex(in: content, at: &index)
    return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
  }

  private static func hex(in content: ArraySlice<UInt8>, at index: inout Int) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      value = value << 4 | UInt32(hexValue(content[index]) ?? 0)
      index += 1
    }
    return value
  }

  /// The value of one hexadecimal digit.
  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func append(_ scalar: UInt32, to output: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(scalar) else { return }
    output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
