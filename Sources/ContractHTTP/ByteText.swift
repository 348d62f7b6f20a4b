/// Text of a peer, read by its bytes.
///
/// A `Character` is more than a byte: a comma with a combining mark behind it, or with U+0600 in front of it, is another
/// character than a comma, and U+037E is the same character as a semicolon. The grammars of HTTP know bytes alone, so what
/// comes from a peer is cut at bytes. A mark is an ASCII character; every index is at the boundary of a scalar then.
/// `Scripts/check-layers` finds text that is cut at Characters.
extension StringProtocol {
  /// The texts between marks; empty ones are left out unless `keepsEmpty`.
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

  /// The texts between bytes for which `isMark` is true; empty ones are left out.
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

  /// What stands in front of the first mark and behind it; nil without one.
  @inlinable
  package func cut(atByte mark: Unicode.Scalar) -> (front: SubSequence, back: SubSequence)? {
    guard let index = firstIndex(ofByte: mark) else { return nil }
    return (self[..<index], self[utf8.index(after: index)...])
  }

  /// Where a mark first stands.
  @inlinable
  package func firstIndex(ofByte mark: Unicode.Scalar) -> Index? { utf8.firstIndex(of: UInt8(ascii: mark)) }

  /// True when a mark stands anywhere.
  @inlinable
  package func contains(byte mark: Unicode.Scalar) -> Bool { utf8.contains(UInt8(ascii: mark)) }

  /// What stands in front of the first mark, or all of it.
  @inlinable
  package func prefix(toByte mark: Unicode.Scalar) -> SubSequence { self[..<(firstIndex(ofByte: mark) ?? endIndex)] }

  /// True when the first byte is this mark.
  @inlinable
  package func starts(withByte mark: Unicode.Scalar) -> Bool { utf8.first == UInt8(ascii: mark) }

  /// What stands behind `text`, which is ASCII; nil when the first bytes are others.
  @inlinable
  package func rest(behindBytes text: String) -> SubSequence? {
    guard utf8.starts(with: text.utf8) else { return nil }
    return self[utf8.index(startIndex, offsetBy: text.utf8.count)...]
  }

  /// The text with these bytes in place of each `old`; as it is when that is empty.
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
  /// True when the last bytes are those of `text`.
  @inlinable
  package func ends(withBytes text: String) -> Bool { utf8.reversed().starts(with: text.utf8.reversed()) }

  /// What stands between a mark at the start and one at the end; nil when it does not stand between them.
  @inlinable
  package func text(between first: Unicode.Scalar, and last: Unicode.Scalar) -> SubSequence? {
    guard utf8.count > 1, utf8.first == UInt8(ascii: first), utf8.last == UInt8(ascii: last) else { return nil }
    return self[utf8.index(after: startIndex)..<utf8.index(before: endIndex)]
  }

  /// The text without spaces and tabs around it (OWS, RFC 9110 §5.6.3).
  @inlinable
  package var withoutOuterSpace: SubSequence {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    guard let start = utf8.firstIndex(where: { !isSpace($0) }), let last = utf8.lastIndex(where: { !isSpace($0) })
    else { return self[endIndex...] }
    return self[start..<utf8.index(after: last)]
  }
}
