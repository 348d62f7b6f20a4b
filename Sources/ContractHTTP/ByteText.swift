/// Byte-wise operations on strings received from a peer.
///
/// HTTP grammars are defined in bytes, but a Swift `Character` is a grapheme cluster: a comma followed by a combining
/// mark is not equal to a comma, and U+037E is equal to a semicolon. So strings from a peer are split at bytes.
/// Separators are ASCII, so every index is a scalar boundary. `Scripts/check-layers` reports strings that are split at
/// Characters.
extension StringProtocol {
  /// Returns the substrings between separators. Empty ones are omitted unless `keepsEmpty` is true.
  @inlinable
  package func split(atByte mark: Unicode.Scalar, maxSplits: Int = .max, keepsEmpty: Bool = false) -> [SubSequence] {
    let byte = UInt8(ascii: mark)
    var parts: [SubSequence] = []
    var start = startIndex
    var index = start
    while index < endIndex, parts.count < maxSplits {
      let next = utf8.index(after: index)
      if utf8[index] == byte {
        if keepsEmpty || start < index { parts.append(self[start..<index]) }
        start = next
      }
      index = next
    }
    if keepsEmpty || start < endIndex { parts.append(self[start...]) }
    return parts
  }

  /// Returns the substrings between bytes for which `isMark` is true, omitting empty ones.
  @inlinable
  package func split(whereByte isMark: (UInt8) -> Bool) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    for index in utf8.indices where isMark(utf8[index]) {
      if start < index { parts.append(self[start..<index]) }
      start = utf8.index(after: index)
    }
    if start < endIndex { parts.append(self[start...]) }
    return parts
  }

  /// Returns the substrings before and after the first separator; nil without a separator.
  @inlinable
  package func cut(atByte mark: Unicode.Scalar) -> (front: SubSequence, back: SubSequence)? {
    guard let index = firstIndex(ofByte: mark) else { return nil }
    return (self[..<index], self[utf8.index(after: index)...])
  }

  /// Returns the index of the first separator.
  @inlinable
  package func firstIndex(ofByte mark: Unicode.Scalar) -> Index? { utf8.firstIndex(of: UInt8(ascii: mark)) }

  /// Returns true when the separator occurs.
  @inlinable
  package func contains(byte mark: Unicode.Scalar) -> Bool { utf8.contains(UInt8(ascii: mark)) }

  /// Returns the substring before the first separator, or the whole string without one.
  @inlinable
  package func prefix(toByte mark: Unicode.Scalar) -> SubSequence { self[..<(firstIndex(ofByte: mark) ?? endIndex)] }

  /// Whether the string has only ASCII digits; true for an empty string.
  @inlinable
  package var hasOnlyDigits: Bool { utf8.allSatisfy { (0x30...0x39).contains($0) } }

  /// Returns true when the string starts with this byte.
  @inlinable
  package func starts(withByte mark: Unicode.Scalar) -> Bool { utf8.first == UInt8(ascii: mark) }

  /// Returns the substring after the ASCII prefix `text`; nil when the string has another prefix.
  @inlinable
  package func rest(afterBytes text: String) -> SubSequence? {
    guard utf8.starts(with: text.utf8) else { return nil }
    return self[utf8.index(startIndex, offsetBy: text.utf8.count)...]
  }

  /// Returns the string with each occurrence of `old` replaced; unchanged when `old` is empty.
  @inlinable
  package func replacingBytes(_ old: String, with new: String) -> String {
    let (bytes, old) = (Array(utf8), Array(old.utf8))
    if old.isEmpty { return String(self) }
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: old) {
        output += new.utf8
        index += old.count
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}

extension StringProtocol where UTF8View: BidirectionalCollection {
  /// Returns true when the string ends with the bytes of `text`.
  @inlinable
  package func ends(withBytes text: String) -> Bool { utf8.reversed().starts(with: text.utf8.reversed()) }

  /// Returns the substring between a first and a last byte; nil unless the string starts and ends with them.
  @inlinable
  package func text(between first: Unicode.Scalar, and last: Unicode.Scalar) -> SubSequence? {
    guard utf8.count > 1, utf8.first == UInt8(ascii: first), utf8.last == UInt8(ascii: last) else { return nil }
    return self[utf8.index(after: startIndex)..<utf8.index(before: endIndex)]
  }

  /// The string without leading and trailing spaces and tabs (OWS, RFC 9110 §5.6.3).
  @inlinable
  package var withoutOuterSpace: SubSequence {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    guard let start = utf8.firstIndex(where: { !isSpace($0) }), let last = utf8.lastIndex(where: { !isSpace($0) })
    else { return self[endIndex...] }
    return self[start..<utf8.index(after: last)]
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without leading and trailing spaces and tabs (OWS, RFC 9110 §5.6.3).
  package var withoutOuterSpace: ArraySlice<UInt8> {
    let front = drop { $0 == 0x20 || $0 == 0x09 }
    return front[..<(front.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? front.startIndex)]
  }
}

extension String {
  /// Returns the string with control characters as `\u{…}`, for logs and terminals.
  package func escapingControls(except kept: Set<Unicode.Scalar> = []) -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      if isControl, !kept.contains(scalar) {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
