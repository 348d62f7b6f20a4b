internal import ContractHTTP

/// The separator of the elements in an array that is sent as one string.
///
/// A separator of safe bytes, such as a comma, is sent unencoded, and the same bytes in elements are percent-encoded to keep
/// them apart. Browsers and most libraries encode separators, too. Encoded separators therefore separate elements in a string
/// without unencoded ones, and in an element that is not a value of its type. Other separators are always sent encoded.
package struct URLFormSeparator {
  let text: String
  let bytes: [UInt8]
  let isRaw: Bool

  package init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    isRaw = bytes.allSatisfy(URLFormText.isSafe)
  }

  /// Returns true when an element cannot be confused with the separator.
  ///
  /// - Parameter isAlone: true for the only element of an array, which then contains no unencoded separator.
  func allows(_ element: String, isAlone: Bool) -> Bool {
    if isRaw { return !isAlone || split(Array(element.utf8)[...], readsEncoded: false).count == 1 }
    return !element.utf8.contains(where: bytes.contains)
  }

  /// Returns the encoded elements of an encoded string; the string itself when the separator is empty.
  ///
  /// - Parameter isJSON: true for elements in JSON, where encoded separators do not separate.
  package func split(_ text: ArraySlice<UInt8>, isJSON: Bool = false) -> [ArraySlice<UInt8>] {
    guard !bytes.isEmpty else { return [text] }
    guard isRaw else { return split(text, readsEncoded: true) }
    let parts = split(text, readsEncoded: false)
    return parts.count > 1 || isJSON ? parts : split(text, readsEncoded: true)
  }

  /// Returns the parts of an element that contains encoded separators; nil if it contains none.
  package func partsOfElement(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    guard !bytes.isEmpty else { return nil }
    let parts = split(text, readsEncoded: true)
    return parts.count > 1 ? parts : nil
  }

  private func split(_ text: ArraySlice<UInt8>, readsEncoded: Bool) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var index = start
    while index < text.endIndex {
      if let end = match(text, at: index, readsEncoded: readsEncoded) {
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

  /// Returns the end of a separator that starts at `start`, or nil.
  private func match(_ text: ArraySlice<UInt8>, at start: Int, readsEncoded: Bool) -> Int? {
    var index = start
    for byte in bytes {
      guard index < text.endIndex else { return nil }
      let unit = Self.unit(text, at: index)
      guard unit.byte == byte, readsEncoded || !unit.isEncoded else { return nil }
      index = unit.end
    }
    return index
  }

  /// Decodes the byte at an index.
  private static func unit(_ text: ArraySlice<UInt8>, at index: Int) -> (byte: UInt8, isEncoded: Bool, end: Int) {
    let byte = text[index]
    if byte == UInt8(ascii: "+") { return (0x20, true, index + 1) }
    guard byte == UInt8(ascii: "%"), text.endIndex - index > 2, let high = HexDigit.value(text[index + 1]),
      let low = HexDigit.value(text[index + 2])
    else { return (byte, false, index + 1) }
    return (high << 4 | low, true, index + 3)
  }
}
