/// The derivation of header names from parameter names.
enum HeaderName {
  /// Returns `Custom-Header` for `customHeader` and `X-Api-Key` for `xAPIKey`.
  ///
  /// A word ends at an underscore, between a lowercase letter or digit and an uppercase letter, and before the last of
  /// several uppercase letters that precede a lowercase letter.
  static func capitalKebab(_ name: String) -> String {
    let characters = Array(name)
    var words: [String] = []
    var word = ""
    for (index, character) in characters.enumerated() {
      if character == "_" {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if character.isUppercase, let previous = word.last {
        let next = index + 1 < characters.count ? characters[index + 1] : nil
        if !previous.isUppercase || next?.isLowercase == true {
          words.append(word)
          word = ""
        }
      }
      word.append(character)
    }
    if !word.isEmpty { words.append(word) }
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: "-")
  }
}

extension HeaderName {
  /// Returns true for a byte of a token (RFC 9110 §5.6.2).
  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
