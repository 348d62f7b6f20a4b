internal import ContractHTTP

/// Decoding of string escapes (RFC 8259 §7) that the parser has already checked.
enum JSONEscapes {
  /// Returns the decoded string as UTF-8.
  static func bytes(of content: ArraySlice<UInt8>) -> [UInt8] {
    content.withUnsafeBufferPointer { bytes(of: $0) }
  }

  /// Returns the decoded string as UTF-8.
  static func bytes(of content: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: content.count) { room, count in count = write(content, to: room) }
  }

  /// Returns the decoded string.
  static func text(_ content: UnsafeBufferPointer<UInt8>) -> String {
    String(unsafeUninitializedCapacity: content.count) { write(content, to: $0) }
  }

  /// Writes the decoded string as UTF-8 to memory with the capacity of `content`, and returns its length.
  private static func write(_ content: UnsafeBufferPointer<UInt8>, to room: UnsafeMutableBufferPointer<UInt8>) -> Int {
    // SAFETY: a decoded escape is never longer than the escape, so the output never overtakes the input, and the memory
    // is as large as the input.
    var count = 0
    var index = 0
    while index < content.count {
      let byte = content[index]
      index &+= 1
      guard byte == UInt8(ascii: "\\") else {
        room.initializeElement(at: count, to: byte)
        count &+= 1
        continue
      }
      let escape = content[index]
      index &+= 1
      if escape == UInt8(ascii: "u") {
        for unit in utf8(of: scalar(in: content, at: &index)) {
          room.initializeElement(at: count, to: unit)
          count &+= 1
        }
      } else {
        room.initializeElement(at: count, to: simple(escape))
        count &+= 1
      }
    }
    return count
  }

  /// Returns the byte for a two-character escape.
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
  private static func scalar(in content: UnsafeBufferPointer<UInt8>, at index: inout Int) -> UInt32 {
    let first = hex(in: content, at: &index)
    guard (0xD800...0xDBFF).contains(first) else { return first }
    index += 2
    let second = hex(in: content, at: &index)
    return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)
  }

  private static func hex(in content: UnsafeBufferPointer<UInt8>, at index: inout Int) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      value = value << 4 | UInt32(HexDigit.value(content[index]) ?? 0)
      index += 1
    }
    return value
  }

  private static func utf8(of scalar: UInt32) -> UTF8.EncodedScalar {
    Unicode.Scalar(scalar).flatMap { UTF8.encode($0) } ?? UTF8.encodedReplacementCharacter
  }
}
