/// The escapes of names in `Content-Disposition`.
enum DispositionEscapes {
  /// Appends a name in quotation marks, as HTML forms send it: `"` as `%22`, CR as `%0D`, LF as `%0A`. False, with the
  /// name unfinished, for other control characters.
  ///
  /// HTML does not escape `%`, so that a reader cannot tell a name with `%22` in it from one with `"`. Here such a `%`
  /// travels as `%25`, and only such a one.
  static func append(_ name: String, to bytes: inout [UInt8]) -> Bool {
    let name = Array(name.utf8)
    bytes.append(UInt8(ascii: "\""))
    for (index, byte) in name.enumerated() {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: "%22".utf8)
      case 0x0D: bytes.append(contentsOf: "%0D".utf8)
      case 0x0A: bytes.append(contentsOf: "%0A".utf8)
      case UInt8(ascii: "%"):
        bytes.append(byte)
        if looksEscaped(name[(index + 1)...]) { bytes.append(contentsOf: "25".utf8) }
      case 0x09, 0x20..<0x7F, 0x80...: bytes.append(byte)
      default: return false
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return true
  }

  /// A name without the escapes of HTML forms.
  static func withoutPercents(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(value.count)
    var index = value.startIndex
    while index < value.endIndex {
      let byte = value[index]
      index += 1
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      if let escaped = escaped(value[index...]) {
        result.append(escaped)
        index += 2
      } else {
        result.append(byte)
        if isPercent(value[index...]), looksEscaped(value[(index + 2)...]) { index += 2 }
      }
    }
    return result
  }

  /// A name of a client that sends `\"` and `\\` instead.
  static func withoutBackslashes(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isEscaped = false
    for (index, byte) in zip(value.indices, value) {
      let next = index + 1 < value.endIndex ? value[index + 1] : 0
      if !isEscaped, byte == UInt8(ascii: "\\"), next == byte || next == UInt8(ascii: "\"") {
        isEscaped = true
      } else {
        result.append(byte)
        isEscaped = false
      }
    }
    return result
  }

  /// True when what follows a `%` is an escape, or `25` and such a rest.
  private static func looksEscaped(_ rest: ArraySlice<UInt8>) -> Bool {
    var rest = rest
    while isPercent(rest) { rest = rest.dropFirst(2) }
    return escaped(rest) != nil
  }

  private static func isPercent(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.starts(with: "25".utf8)
  }

  /// The byte that two digits behind a `%` stand for; nil when they are not among those that HTML escapes.
  private static func escaped(_ rest: ArraySlice<UInt8>) -> UInt8? {
    guard rest.count >= 2 else { return nil }
    switch (rest[rest.startIndex], rest[rest.startIndex + 1]) {
    case (UInt8(ascii: "2"), UInt8(ascii: "2")): return UInt8(ascii: "\"")
    case (UInt8(ascii: "0"), UInt8(ascii: "D")), (UInt8(ascii: "0"), UInt8(ascii: "d")): return 0x0D
    case (UInt8(ascii: "0"), UInt8(ascii: "A")), (UInt8(ascii: "0"), UInt8(ascii: "a")): return 0x0A
    default: return nil
    }
  }
}
