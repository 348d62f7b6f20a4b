/// The elements of a list in a field value (RFC 9110 §5.6.1), as bytes.
enum HeaderList {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// The elements between commas, in order. Empty elements are none. An element that is a quoted string is its text; in
  /// others quotation marks stay, and commas between them separate nothing.
  static func elements(_ value: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var elements: [ArraySlice<UInt8>] = []
    var start = value.startIndex
    var index = start
    var isQuoted = false
    while index < value.endIndex {
      switch value[index] {
      case quote: isQuoted.toggle()
      case backslash where isQuoted && index + 1 < value.endIndex: index += 1
      case UInt8(ascii: ",") where !isQuoted:
        append(value[start..<index], to: &elements)
        start = index + 1
      default: break
      }
      index += 1
    }
    append(value[start...], to: &elements)
    return elements
  }

  private static func append(_ piece: ArraySlice<UInt8>, to elements: inout [ArraySlice<UInt8>]) {
    var element = piece.drop(while: isBlank)
    while let last = element.last, isBlank(last) { element.removeLast() }
    if !element.isEmpty { elements.append(unquoted(element) ?? element) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The text of a quoted string (RFC 9110 §5.6.4); nil for anything else.
  private static func unquoted(_ element: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard element.first == quote else { return nil }
    var text: [UInt8] = []
    var index = element.startIndex + 1
    while index < element.endIndex {
      switch element[index] {
      case quote: return index + 1 == element.endIndex ? text[...] : nil
      case backslash:
        index += 1
        guard index < element.endIndex else { return nil }
        text.append(element[index])
      case let byte: text.append(byte)
      }
      index += 1
    }
    return nil
  }

  /// A text as an element: quoted where it would not be read as itself.
  static func element(_ text: String) -> String {
    let bytes = Array(text.utf8)
    // Another element behind it, because a quotation mark may take what follows with it.
    let read = elements((bytes + Array(#","x""#.utf8))[...])
    if read.count == 2, read[0] == bytes[...] { return text }
    var quoted: [UInt8] = [quote]
    for byte in bytes {
      if byte == quote || byte == backslash { quoted.append(backslash) }
      quoted.append(byte)
    }
    return String(decoding: quoted + [quote], as: UTF8.self)
  }
}
