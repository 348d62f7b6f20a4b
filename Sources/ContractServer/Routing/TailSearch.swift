/// The part of a path that a multi-segment placeholder and its suffix match, scanned from its end.
struct TailSearch {
  /// The slash before the multi-segment placeholder.
  let start: Int
  /// The end of the segments that remain to be matched.
  var end: Int
  /// The end of the longest run of non-empty segments from `start`.
  private let wholeEnd: Int

  /// Creates a search of `bytes` between a slash and the end of the path.
  init(from start: Int, to end: Int, in bytes: Span<UInt8>) {
    self.start = start
    self.end = end
    var index = start
    while index + 1 < end, bytes[index] != 0x2F || bytes[index + 1] != 0x2F { index += 1 }
    // An empty segment follows the first of two slashes, or a slash at the end of the path. `wholeEnd` is this slash.
    self.wholeEnd = index + 1 < end ? index : bytes[end - 1] == 0x2F ? end - 1 : end
  }

  /// True if the multi-segment placeholder may end here: it matches at least one segment, and no empty ones.
  var endsHere: Bool { end > start + 1 && end <= wholeEnd }

  /// Returns the slash before the last remaining segment, and whether the segment contains escapes; nil if it is the
  /// first segment of the multi-segment placeholder.
  func lastSegment(in bytes: Span<UInt8>) -> (slash: Int, isEncoded: Bool)? {
    var slash = end - 1
    var isEncoded = false
    while slash > start, bytes[slash] != 0x2F {
      if bytes[slash] == 0x25 { isEncoded = true }
      slash -= 1
    }
    return slash > start ? (slash, isEncoded) : nil
  }
}

extension RouteTree {
  /// Visits a node of a suffix, beginning with the last segment. Returns true if a route was found.
  ///
  /// A longer suffix takes precedence over a shorter one, and a literal over a placeholder.
  func visitTail(_ index: Int, _ tail: TailSearch, in bytes: Span<UInt8>, _ search: inout RouteSearch) -> Bool {
    if let (slash, isEncoded) = tail.lastSegment(in: bytes) {
      let segment = bytes.extracting((slash + 1)..<tail.end)
      var before = tail
      before.end = slash
      if let child = isEncoded ? literal(of: index, encoded: segment) : nodes[index].literals.node(segment),
        visitTail(child, before, in: bytes, &search)
      {
        return true
      }
      if !segment.isEmpty, let child = nodes[index].placeholder, visitTail(child, before, in: bytes, &search) {
        return true
      }
    }
    return tail.endsHere && take(index, &search)
  }
}
