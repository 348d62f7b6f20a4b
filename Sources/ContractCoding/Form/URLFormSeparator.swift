/// What stands between the elements of an array that is one text.
///
/// A separator of safe bytes, such as a comma, travels as it is, and those bytes inside elements are percent-encoded; so
/// the raw text tells which is which. Any other separator travels encoded like everything else.
package struct URLFormSeparator {
  let text: String
  let bytes: [UInt8]
  let isRaw: Bool

  package init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    isRaw = bytes.allSatisfy(URLFormText.isSafe)
  }

  /// True when an element can be told from the separator.
  func allows(_ element: String) -> Bool {
    isRaw || !element.utf8.contains(where: bytes.contains)
  }

  /// The elements of an encoded text, still encoded; the text itself when the separator is empty.
  package func split(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard !bytes.isEmpty else { return [text] }
    var parts: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var index = start
    while index < text.endIndex {
      if let end = match(text, at: index) {
        parts.append(text[start..<index])
        start = end
        index = end
      } else {
        index = Self.unit(text, at: index).end
      }
    }
    parts.append(text[start...])
    return parts
  }

  /// The index after a separator that starts at an index.
  private func match(_ text: ArraySlice<UInt8>, at start: Int) -> Int? {
    var index = start
    for byte in bytes {
      guard index < text.endIndex else { return nil }
      let unit = Self.unit(text, at: index)
      guard unit.byte == byte, !(isRaw && unit.isEncoded) else { return nil }
      index = unit.end
    }
    return index
  }

  /// The byte that a text spells at an index.
  private static func unit(_ text: ArraySlice<UInt8>, at index: Int) -> (byte: UInt8, isEncoded: Bool, end: Int) {
    let byte = text[index]
    if byte == UInt8(ascii: "+") { return (0x20, true, index + 1) }
    guard byte == UInt8(ascii: "%"), text.endIndex - index > 2, let high = hexValue(text[index + 1]),
      let low = hexValue(text[index + 2])
    else { return (byte, false, index + 1) }
    return (high << 4 | low, true, index + 3)
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
