/// Header names made of parameter names.
enum HeaderName {
  /// `customHeader` as `Custom-Header`, `xAPIKey` as `X-Api-Key`.
  ///
  /// A word ends before a capital that follows a small letter or digit, before the last capital of a run that a small
  /// letter follows, and at an underscore.
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
  /// True for a byte of a token (RFC 9110 §5.6.2).
  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
