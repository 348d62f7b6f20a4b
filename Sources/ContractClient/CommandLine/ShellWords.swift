/// A tokenizer that splits a command line into words as a POSIX shell does, without expanding, reading or running anything
/// (POSIX.1-2024, Shell Command Language §2.2, including `$'…'` of §2.2.4).
struct ShellWords {
  enum Token: Equatable {
    case word(String)
    /// An unquoted `|`.
    case pipe
  }

  private var rest: ArraySlice<UInt8>
  private var word: [UInt8]?
  private var tokens: [Token] = []

  private init(_ text: String) {
    rest = Array(text.utf8)[...]
  }

  /// Returns the tokens of one command, which may span lines joined by backslashes.
  static func tokens(of text: String) throws(CurlCommandError) -> [Token] {
    var words = ShellWords(text)
    try words.read()
    return words.tokens
  }

  private mutating func read() throws(CurlCommandError) {
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): try endWord()
      case UInt8(ascii: "\r") where rest.first == UInt8(ascii: "\n"): continue
      case UInt8(ascii: "\n"):
        try endWord()
        let isBlank = rest.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard tokens.isEmpty || isBlank else { throw CurlCommandError("has more than one command") }
      case UInt8(ascii: "'"): try readQuoted()
      case UInt8(ascii: "\""): try readDoubleQuoted()
      case UInt8(ascii: "\\"): readEscaped()
      case UInt8(ascii: "$") where rest.first == UInt8(ascii: "'"):
        rest.removeFirst()
        try readEscapedQuoted()
      case UInt8(ascii: "$"), UInt8(ascii: "`"): throw CurlCommandError.expansion
      case UInt8(ascii: "#") where word == nil: rest = rest.drop { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "|"):
        try endWord()
        tokens.append(.pipe)
      case _ where ";&<>()".utf8.contains(byte):
        throw CurlCommandError(
          "has an unquoted `\(Character(Unicode.Scalar(byte)))`; pass a single command")
      default: append(byte)
      }
    }
    try endWord()
  }

  private mutating func append(_ byte: UInt8) {
    if word == nil { word = [] }
    word?.append(byte)
  }

  private mutating func endWord() throws(CurlCommandError) {
    guard let bytes = word else { return }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CurlCommandError("has a word that is not UTF-8")
    }
    tokens.append(.word(text))
    word = nil
  }

  /// Reads the byte after a backslash outside quotes.
  private mutating func readEscaped() {
    if rest.first == UInt8(ascii: "\r"), rest.dropFirst().first == UInt8(ascii: "\n") { rest.removeFirst() }
    guard let byte = rest.popFirst(), byte != UInt8(ascii: "\n") else { return }
    append(byte)
  }

  private mutating func readQuoted() throws(CurlCommandError) {
    if word == nil { word = [] }
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "'") { return }
      word?.append(byte)
    }
    throw CurlCommandError("has a single quote that is not closed")
  }

  private mutating func readDoubleQuoted() throws(CurlCommandError) {
    if word == nil { word = [] }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return
      case UInt8(ascii: "$"), UInt8(ascii: "`"): throw CurlCommandError.expansion
      case UInt8(ascii: "\\"):
        guard let next = rest.first, "$`\"\\\n".utf8.contains(next) else {
          word?.append(byte)
          continue
        }
        rest.removeFirst()
        if next != UInt8(ascii: "\n") { word?.append(next) }
      default: word?.append(byte)
      }
    }
    throw CurlCommandError("has a double quote that is not closed")
  }

  /// Reads the rest of a `$'…'` string.
  private mutating func readEscapedQuoted() throws(CurlCommandError) {
    if word == nil { word = [] }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "'"): return
      case UInt8(ascii: "\\"): try readEscapeSequence()
      default: word?.append(byte)
      }
    }
    throw CurlCommandError("has a single quote that is not closed")
  }

  private mutating func readEscapeSequence() throws(CurlCommandError) {
    guard let byte = rest.popFirst() else { return }
    let simple: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8,
      UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12, UInt8(ascii: "e"): 27, UInt8(ascii: "\\"): UInt8(ascii: "\\"),
      UInt8(ascii: "'"): UInt8(ascii: "'"), UInt8(ascii: "\""): UInt8(ascii: "\""),
      UInt8(ascii: "?"): UInt8(ascii: "?"),
    ]
    if let value = simple[byte] { return append(value) }
    switch byte {
    case UInt8(ascii: "x"):
      let value = try number(radix: 16, upTo: 2)
      append(UInt8(truncatingIfNeeded: value))
    case UInt8(ascii: "u"): try appendScalar(try number(radix: 16, upTo: 4))
    case UInt8(ascii: "U"): try appendScalar(try number(radix: 16, upTo: 8))
    case 0x30...0x37:
      rest = [byte] + rest
      let value = try number(radix: 8, upTo: 3)
      append(UInt8(truncatingIfNeeded: value))
    default: throw CurlCommandError(#"has an unknown escape in $'…'"#)
    }
  }

  private mutating func appendScalar(_ value: UInt32) throws(CurlCommandError) {
    // Browsers write characters beyond U+FFFF as surrogate pairs.
    if (0xD800...0xDBFF).contains(value), rest.starts(with: #"\u"#.utf8) {
      rest = rest.dropFirst(2)
      let low = try number(radix: 16, upTo: 4)
      guard (0xDC00...0xDFFF).contains(low) else { throw CurlCommandError("has a lone surrogate in $'…'") }
      return try appendScalar(0x10000 + (value - 0xD800) << 10 + (low - 0xDC00))
    }
    guard let scalar = Unicode.Scalar(value) else { throw CurlCommandError("has an invalid character in $'…'") }
    for byte in String(scalar).utf8 { append(byte) }
  }

  private mutating func number(radix: Int, upTo maxDigits: Int) throws(CurlCommandError) -> UInt32 {
    let digits = rest.prefix(maxDigits).prefix { byte in
      Character(Unicode.Scalar(byte)).hexDigitValue.map { $0 < radix } ?? false
    }
    guard let value = UInt32(String(decoding: digits, as: UTF8.self), radix: radix) else {
      throw CurlCommandError(#"has an escape in $'…' without digits"#)
    }
    rest = rest.dropFirst(digits.count)
    return value
  }
}
