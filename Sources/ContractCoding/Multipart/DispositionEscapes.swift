/// The escapes of names in `Content-Disposition`.
enum DispositionEscapes {
  /// Appends a name in quotation marks, escaped as in HTML forms: `"` as `%22`, CR as `%0D`, LF as `%0A`. Returns
  /// false, with the name incomplete, for other control characters.
  ///
  /// HTML does not escape `%`, so a name that contains `%22` is ambiguous. This function escapes only the `%` of such a name,
  /// as `%25`.
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

  /// Returns a name without the escapes of HTML forms.
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

  /// Returns a name from a client that escapes with `\"` and `\\`.
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

  /// Returns true when an escape follows a `%`, possibly after repetitions of `25`.
  private static func looksEscaped(_ rest: ArraySlice<UInt8>) -> Bool {
    var rest = rest
    while isPercent(rest) { rest = rest.dropFirst(2) }
    return escaped(rest) != nil
  }

  private static func isPercent(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.starts(with: "25".utf8)
  }

  /// Returns the byte for the two digits after a `%`; nil when HTML does not escape it.
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
