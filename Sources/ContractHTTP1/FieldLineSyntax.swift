/// `field-name ":" OWS field-value OWS` (RFC 9112 §5), as places. The caller has already refused control characters.
struct FieldLineSyntax {
  let name: Range<Int>
  let value: Range<Int>

  /// Throws for a line that begins with white space: folding is obsolete and refused (RFC 9112 §5.2), and so is white
  /// space between the start line and the first field (§2.2) and before the colon (§5.1).
  @inline(__always)
  init(_ bytes: Span<UInt8>, in place: Range<Int>) throws(RequestError) {
    let start = place.lowerBound
    let colon = bytes.endOfToken(in: place)
    guard colon < place.upperBound, bytes[colon] == 0x3A else { throw Self.error(bytes, in: place, at: colon) }
    guard colon > start else { throw .malformed("a field line has no name") }
    self.name = start..<colon
    self.value = bytes.trimmed((colon + 1)..<place.upperBound)
  }

  /// What is wrong with a line whose name ends where there is no colon.
  private static func error(_ bytes: Span<UInt8>, in place: Range<Int>, at end: Int) -> RequestError {
    func isSpace(_ index: Int) -> Bool { bytes[index] == 0x20 || bytes[index] == 0x09 }
    if isSpace(place.lowerBound) { return .malformed("a field line begins with white space") }
    if end == place.upperBound { return .malformed("a field line has no colon") }
    return isSpace(end)
      ? .malformed("a field name is followed by white space") : .malformed("a field name is not a token")
  }
}
