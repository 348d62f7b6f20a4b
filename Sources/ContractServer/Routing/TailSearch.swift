/// The part of a path that several segments and the segments after them share, matched from its end.
struct TailSearch {
  /// The slash before the several segments.
  let start: Int
  /// The end of the segments that are still to match.
  var end: Int
  /// The end of the longest run of segments from `start` of which none is empty.
  private let wholeEnd: Int

  /// The part of `bytes` between a slash and the end of the path.
  init(from start: Int, to end: Int, in bytes: Span<UInt8>) {
    self.start = start
    self.end = end
    var index = start
    while index + 1 < end, bytes[index] != 0x2F || bytes[index + 1] != 0x2F { index += 1 }
    // The second of two slashes ends an empty segment, and so does a slash at the end of the path.
    self.wholeEnd = index + 1 < end ? index : bytes[end - 1] == 0x2F ? end - 1 : end
  }

  /// True when the several segments may end where the matched ones begin: there is one or more, and none is empty.
  var endsHere: Bool { end > start + 1 && end <= wholeEnd }

  /// The slash before the last segment that is still to match, and whether the segment has escapes; nil when it is the
  /// first of the several segments.
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
  /// Visits a node of the segments that follow several others, the last segment first; true when a route was found.
  ///
  /// A longer end beats a shorter one, and a literal a placeholder.
  func visitTail(_ index: Int, _ tail: TailSearch, in bytes: Span<UInt8>, _ search: inout Search) -> Bool {
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
