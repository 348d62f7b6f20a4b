/// `field-name ":" OWS field-value OWS` (RFC 9112 §5) as ranges. The caller has already rejected control characters.
struct FieldLineSyntax {
  let name: Range<Int>
  let value: Range<Int>

  /// Parses a line. Throws when it begins with white space, because line folding is obsolete (RFC 9112 §5.2) and white
  /// space is not allowed before the first field (§2.2), or when white space precedes the colon (§5.1).
  @inline(__always)
  init(_ bytes: Span<UInt8>, in range: Range<Int>) throws(RequestError) {
    let start = range.lowerBound
    let colon = bytes.endOfToken(in: range)
    guard colon < range.upperBound, bytes[colon] == 0x3A else { throw Self.error(bytes, in: range, at: colon) }
    guard colon > start else { throw .malformed("a field line has no name") }
    self.name = start..<colon
    self.value = bytes.trimmed((colon + 1)..<range.upperBound)
  }

  /// Returns the error for a line whose name is not followed by a colon.
  private static func error(_ bytes: Span<UInt8>, in range: Range<Int>, at end: Int) -> RequestError {
    func isSpace(_ index: Int) -> Bool { bytes[index] == 0x20 || bytes[index] == 0x09 }
    if isSpace(range.lowerBound) { return .malformed("a field line begins with white space") }
    if end == range.upperBound { return .malformed("a field line has no colon") }
    return isSpace(end)
      ? .malformed("a field name is followed by white space") : .malformed("a field name is not a token")
  }
}
