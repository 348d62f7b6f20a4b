/// `field-name ":" OWS field-value OWS` (RFC 9112 §5), as places. The caller has already refused control characters.
struct FieldLineSyntax {
  let name: Range<Int>
  let value: Range<Int>

  /// Throws for a line that begins with white space: folding is obsolete and refused (RFC 9112 §5.2), and so is white
  /// space between the start line and the first field (§2.2) and before the colon (§5.1).
  init(_ bytes: Span<UInt8>, in place: Range<Int>) throws(RequestError) {
    let start = place.lowerBound
    guard bytes[start] != 0x20 && bytes[start] != 0x09 else {
      throw .malformed("a field line begins with white space")
    }
    precondition(place.upperBound <= bytes.count)
    var colon = start
    // SAFETY: the index lies in `place`, which was checked to lie inside the span.
    while colon < place.upperBound, ByteSet.token.contains(bytes[unchecked: colon]) { colon &+= 1 }
    guard colon < place.upperBound else { throw .malformed("a field line has no colon") }
    guard bytes[colon] == 0x3A else {
      let isSpace = bytes[colon] == 0x20 || bytes[colon] == 0x09
      throw isSpace
        ? .malformed("a field name is followed by white space") : .malformed("a field name is not a token")
    }
    guard colon > start else { throw .malformed("a field line has no name") }
    self.name = start..<colon
    self.value = bytes.trimmed((colon + 1)..<place.upperBound)
  }
}
