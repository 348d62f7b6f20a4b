extension SchemaWriter {
  // MARK: - Strings

  /// Writes a string.
  public mutating func string(_ value: String) {
    if makesShortStrings, let words = ShortString.words(of: value), words.isPlain { return put(words) }
    // Unlike `withUTF8`, this needs no mutable copy. Strings are contiguous UTF-8 on Linux.
    if value.utf8.withContiguousStorageIfAvailable({ quoted($0) }) == nil { quoted(copied: value) }
  }

  /// Writes a short string without escapes word by word.
  @inline(__always)
  private mutating func put(_ words: ShortString.Words) {
    reserve(24)
    let count = words.count
    let target = UnsafeMutableRawPointer(next)
    next.pointee = UInt8(ascii: "\"")
    target.storeBytes(of: words.low, toByteOffset: 1, as: UInt64.self)
    target.storeBytes(of: words.high, toByteOffset: 9, as: UInt64.self)
    next[count &+ 1] = UInt8(ascii: "\"")
    next += count &+ 2
  }

  /// Writes an array of strings.
  mutating func strings(_ values: [String]) {
    beginArray()
    values.withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      for index in 0..<elements.count {
        if makesShortStrings, let words = ShortString.words(at: first + index), words.isPlain {
          put(words)
        } else {
          string(elements[index])
        }
        comma()
      }
    }
    endArray()
  }

  @inline(never)
  private mutating func quoted(copied value: String) {
    var value = value
    value.withUTF8 { quoted($0) }
  }

  /// Writes a string in quotation marks, with escapes where JSON requires them.
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
      // SAFETY: the loads stay within the text; a word is composed of pieces that may overlap.
      let isPlain: Bool
      if count >= 4 {
        let low = source.loadUnaligned(as: UInt32.self)
        let high = source.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
        target.storeBytes(of: low, as: UInt32.self)
        target.storeBytes(of: high, toByteOffset: count - 4, as: UInt32.self)
        isPlain = JSONWord.isPlain(UInt64(low) << 32 | UInt64(high))
      } else {
        let first = base[0]
        let middle = base[count / 2]
        let last = base[count - 1]
        next[1] = first
        next[1 + count / 2] = middle
        next[count] = last
        // The padding 0x20 needs no escape.
        isPlain = JSONWord.isPlain(0x2020_2020_2000_0000 | UInt64(first) << 16 | UInt64(middle) << 8 | UInt64(last))
      }
      guard isPlain else { return escaped(text) }
    } else {
      var index = 0
      while index + 8 <= count {
        let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        guard JSONWord.isPlain(word) else { return escaped(text) }
        target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
        index += 8
      }
      let word = source.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      guard JSONWord.isPlain(word) else { return escaped(text) }
      target.storeBytes(of: word, toByteOffset: count - 8, as: UInt64.self)
    }
    next[count + 1] = UInt8(ascii: "\"")
    next += count + 2
  }

  /// Writes a string that needs escapes.
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
