internal import ContractHTTP

/// The percent-encoding of names and values.
struct URLFormText {
  /// True for each byte that is not encoded.
  private let isKept: [Bool]
  private let writesPlus: Bool

  /// - Parameter also: bytes to encode regardless of the options.
  init(_ options: URLFormOptions, escaping also: some Sequence<UInt8> = []) {
    var isKept = (0...255).map { PercentEncoding.isUnreserved(UInt8($0)) }
    if options.unescaped == .unreservedAndSlashAndQuestionMark {
      isKept[Int(UInt8(ascii: "/"))] = true
      isKept[Int(UInt8(ascii: "?"))] = true
    }
    for byte in also { isKept[Int(byte)] = false }
    self.isKept = isKept
    writesPlus = options.space == .plus
  }

  /// Appends an encoded string.
  func append(_ text: String, to buffer: inout [UInt8]) {
    for byte in text.utf8 {
      if isKept[Int(byte)] {
        buffer.append(byte)
      } else if byte == UInt8(ascii: " "), writesPlus {
        buffer.append(UInt8(ascii: "+"))
      } else {
        HexDigit.appendEncoded(byte, to: &buffer)
      }
    }
  }

  /// Returns true for bytes that are allowed unencoded in a query value and have no meaning there (RFC 3986 §3.4,
  /// without `&`, `=` and `+`).
  static func isSafe(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "*"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "@"),
      UInt8(ascii: "/"), UInt8(ascii: "?"):
      true
    default: PercentEncoding.isUnreserved(byte)
    }
  }
}
