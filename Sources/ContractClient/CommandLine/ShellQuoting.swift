/// Quoting for the words of a POSIX shell (POSIX.1-2024, Shell Command Language §2.2).
enum ShellQuoting {
  /// Returns a word that a shell reads as `text`, in single quotes if it holds special characters.
  static func quoted(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
    var word = "'"
    for character in text.unicodeScalars {
      if character == "'" { word += #"'\''"# } else { word.unicodeScalars.append(character) }
    }
    return word + "'"
  }

  /// Returns a `printf` format that writes these bytes, with everything except visible ASCII as octal escapes.
  static func printfFormat(_ bytes: [UInt8]) -> String {
    var format: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "%"): format += [byte, byte]
      // `printf` would read a dash at the start as an option.
      case UInt8(ascii: "-") where index == 0: format += #"\055"#.utf8
      case 0x20...0x7E where byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "'"): format.append(byte)
      default:
        let digits: [UInt8] = [byte >> 6, byte >> 3 & 7, byte & 7]
        format.append(UInt8(ascii: "\\"))
        format += digits.map { $0 + 0x30 }
      }
    }
    return "'\(String(decoding: format, as: UTF8.self))'"
  }

  /// Returns the bytes that `printf` writes for a format; nil if the format has conversions.
  static func printfBytes(_ format: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(format.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard rest.popFirst() == byte else { return nil }
        bytes.append(byte)
      case UInt8(ascii: "\\"):
        guard let escaped = escape(&rest) else { return nil }
        bytes.append(escaped)
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  private static func escape(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    var value = 0
    var count = 0
    while count < 3, let digit = rest.first, (0x30...0x37).contains(digit) {
      value = value * 8 + Int(digit - 0x30)
      rest.removeFirst()
      count += 1
    }
    if count > 0 { return UInt8(exactly: value) }
    let escapes: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "\\"): UInt8(ascii: "\\"),
      UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12,
    ]
    return rest.popFirst().flatMap { escapes[$0] }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-_./:@%+,".utf8.contains(byte)
    }
  }
}
