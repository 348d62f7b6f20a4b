extension SchemaWriter {
  // MARK: - Strings

  /// Writes a string.
  public mutating func string(_ value: String) {
    // Unlike `withUTF8`, it needs no copy that can be changed. Strings are contiguous UTF-8 on Linux.
    if value.utf8.withContiguousStorageIfAvailable({ quoted($0) }) == nil { quoted(copied: value) }
  }

  @inline(never)
  private mutating func quoted(copied value: String) {
    var value = value
    value.withUTF8 { quoted($0) }
  }

  /// Writes a string in quotation marks, with escapes where JSON demands them.
  @inline(__always)
  private mutating func quoted(_ text: UnsafeBufferPointer<UInt8>) {
    reserve(text.count + 10)
    next.pointee = UInt8(ascii: "\"")
    let target = UnsafeMutableRawPointer(next + 1)
    let count = text.count
    guard let base = text.baseAddress, count > 0 else {
      next[1] = UInt8(ascii: "\"")
      next += 2
      return
    }
    let source = UnsafeRawPointer(base)
    if count < 8 {
      // SAFETY: the loads stay within the text: a word is put together of pieces that may overlap.
      let isPlain: Bool
      if count >= 4 {
        let low = source.loadUnaligned(as: UInt32.self)
        let high = source.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
        target.storeBytes(of: low, as: UInt32.self)
        target.storeBytes(of: high, toByteOffset: count - 4, as: UInt32.self)
        isPlain = Self.isPlain(UInt64(low) << 32 | UInt64(high))
      } else {
        let first = base[0]
        let middle = base[count / 2]
        let last = base[count - 1]
        next[1] = first
        next[1 + count / 2] = middle
        next[count] = last
        // 0x20 in the places that are free means itself.
        isPlain = Self.isPlain(0x2020_2020_2000_0000 | UInt64(first) << 16 | UInt64(middle) << 8 | UInt64(last))
      }
      guard isPlain else { return escaped(text) }
    } else {
      var index = 0
      while index + 8 <= count {
        let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        guard Self.isPlain(word) else { return escaped(text) }
        target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
        index += 8
      }
      let word = source.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      guard Self.isPlain(word) else { return escaped(text) }
      target.storeBytes(of: word, toByteOffset: count - 8, as: UInt64.self)
    }
    next[count + 1] = UInt8(ascii: "\"")
    next += count + 2
  }

  /// True when no byte of a word needs an escape.
  @inline(__always)
  private static func isPlain(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let quote = word ^ (ones &* 0x22)
    let slash = word ^ (ones &* 0x5C)
    return
      (((word &- ones &* 0x20) & ~word) | ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash)) & highs == 0
  }

  /// Writes a string in which something needs an escape.
  @inline(never)
  private mutating func escaped(_ text: UnsafeBufferPointer<UInt8>) {
    reserve(text.count * 6 + 2)
    next.pointee = UInt8(ascii: "\"")
    next += 1
    for byte in text {
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        next.pointee = byte
        next += 1
      } else {
        escape(byte)
      }
    }
    next.pointee = UInt8(ascii: "\"")
    next += 1
  }

  private mutating func escape(_ byte: UInt8) {
    next.pointee = UInt8(ascii: "\\")
    let short: UInt8? =
      switch byte {
      case 0x08: UInt8(ascii: "b")
      case 0x09: UInt8(ascii: "t")
      case 0x0A: UInt8(ascii: "n")
      case 0x0C: UInt8(ascii: "f")
      case 0x0D: UInt8(ascii: "r")
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
      default: nil
      }
    if let short {
      next[1] = short
      next += 2
      return
    }
    next[1] = UInt8(ascii: "u")
    next[2] = UInt8(ascii: "0")
    next[3] = UInt8(ascii: "0")
    next[4] = UInt8(ascii: "0") + byte >> 4
    next[5] = byte & 0xF < 10 ? UInt8(ascii: "0") + byte & 0xF : UInt8(ascii: "a") - 10 + byte & 0xF
    next += 6
  }
}
