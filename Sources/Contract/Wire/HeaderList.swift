/// A reader and writer of list elements in a header value (RFC 9110 §5.6.1), as bytes.
enum HeaderList {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// Returns the elements between commas, in order, without empty ones. Quoted strings are unquoted. In other elements
  /// quotation marks are kept, and commas between them do not separate elements.
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

  private static func append(_ part: ArraySlice<UInt8>, to elements: inout [ArraySlice<UInt8>]) {
    var element = part.drop(while: isBlank)
    while let last = element.last, isBlank(last) { element.removeLast() }
    if !element.isEmpty { elements.append(unquoted(element) ?? element) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns the value of a quoted string (RFC 9110 §5.6.4); nil for any other element.
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

  /// Returns a string as a list element, quoted if it would otherwise not be read back unchanged.
  static func element(_ text: String) -> String {
    let bytes = Array(text.utf8)
    // The string is parsed together with a second element, which shows whether a quotation mark in the string swallows the
    // following text.
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
