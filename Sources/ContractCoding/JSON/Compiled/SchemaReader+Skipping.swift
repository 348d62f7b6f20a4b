extension SchemaReader {
  /// Skips any value and checks its syntax.
  @inline(never)
  mutating func skipValue() {
    /// The open containers, one bit each; 1 for objects.
    var kinds = InlineArray<8, UInt64>(repeating: 0)
    var open = 0
    repeat {
      skipSpace()
      guard next < end else { return breakOff() }
      let byte = next.pointee
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        guard open < depth, open < JSONLimits.hardMaxDepth else { return breakOff() }
        let isObject = byte == UInt8(ascii: "{")
        next += 1
        skipSpace()
        guard next < end else { return breakOff() }
        if next.pointee != byte + 2 {
          let bit: UInt64 = 1 << UInt64(open & 63)
          kinds[open >> 6] = isObject ? kinds[open >> 6] | bit : kinds[open >> 6] & ~bit
          open += 1
          if isObject { skipName() }
          continue
        }
        next += 1
      } else {
        skipScalar(byte)
      }
      while open > 0 {
        skipSpace()
        guard next < end else { return breakOff() }
        let isObject = kinds[(open - 1) >> 6] & (1 << UInt64((open - 1) & 63)) != 0
        let byte = next.pointee
        next += 1
        if byte == UInt8(ascii: ",") {
          if isObject { skipName() }
          break
        }
        guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return breakOff() }
        open -= 1
      }
    } while open > 0
  }

  /// Skips a name and its colon.
  private mutating func skipName() {
    skipSpace()
    guard next < end, next.pointee == UInt8(ascii: "\"") else { return breakOff() }
    _ = scanString()
    skipColon()
  }

  private mutating func skipScalar(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): _ = scanString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = scanNumber()
    case UInt8(ascii: "t"): skipWord(JSONWord.true, 4)
    case UInt8(ascii: "n"): skipWord(JSONWord.null, 4)
    case UInt8(ascii: "f"): skipWord(JSONWord.alse, 5)
    default: breakOff()
    }
  }
}
