extension AcceptedMediaTypes {
  /// Returns whether a head with one `Accept` line accepts `media`, reading only bytes. Returns nil for a line that has
  /// quoted parameters or other syntax beyond tokens; parse such a line with ``init(_:)``.
  package static func accepts(_ media: MediaType, in line: ArraySlice<UInt8>) -> Bool? {
    let bytes = line.span
    var reader = Reader(offset: 0)
    var best: (specificity: Int, weight: Int) = (-1, 0)
    while true {
      guard let range = reader.range(in: bytes, media) else { return nil }
      if range.specificity > best.specificity { best = range }
      if reader.offset == bytes.count { return best.weight > 0 }
      reader.offset += 1
    }
  }

  private struct Reader {
    var offset: Int

    /// Reads one range up to a comma or the end.
    ///
    /// - Returns: the specificity of the match with `media` (-1 for none) and the weight; nil for other syntax.
    mutating func range(in bytes: Span<UInt8>, _ media: MediaType) -> (specificity: Int, weight: Int)? {
      skipSpace(bytes)
      let type = token(bytes)
      guard !type.isEmpty, skip(0x2F, bytes) else { return nil }
      let subtype = token(bytes)
      guard !subtype.isEmpty else { return nil }
      var weight: Int?
      skipSpace(bytes)
      while skip(0x3B, bytes) {
        skipSpace(bytes)
        let name = token(bytes)
        guard !name.isEmpty, skip(0x3D, bytes) else { return nil }
        let value = token(bytes)
        guard !value.isEmpty else { return nil }
        if weight == nil, name.count == 1, bytes[name.lowerBound] | 0x20 == 0x71 {
          guard let thousandths = QualityValue.thousandths(bytes.extracting(value)) else { return nil }
          weight = thousandths
        }
        skipSpace(bytes)
      }
      guard offset == bytes.count || bytes[offset] == 0x2C else { return nil }
      return (Self.specificity(bytes, type, subtype, media), weight ?? 1000)
    }

    private mutating func skipSpace(_ bytes: Span<UInt8>) {
      while offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 { offset += 1 }
    }

    private mutating func skip(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
      guard offset < bytes.count, bytes[offset] == byte else { return false }
      offset += 1
      return true
    }

    private mutating func token(_ bytes: Span<UInt8>) -> Swift.Range<Int> {
      let start = offset
      while offset < bytes.count, HTTPToken.contains(bytes[offset]) { offset += 1 }
      return start..<offset
    }

    private static func specificity(
      _ bytes: Span<UInt8>, _ type: Swift.Range<Int>, _ subtype: Swift.Range<Int>, _ media: MediaType
    ) -> Int {
      let isAnySubtype = subtype.count == 1 && bytes[subtype.lowerBound] == 0x2A
      if isEqual(bytes, type, media.type) {
        return isEqual(bytes, subtype, media.subtype) ? 2 : isAnySubtype ? 1 : -1
      }
      return isAnySubtype && type.count == 1 && bytes[type.lowerBound] == 0x2A ? 0 : -1
    }

    private static func isEqual(_ bytes: Span<UInt8>, _ range: Swift.Range<Int>, _ wanted: String) -> Bool {
      let wanted = wanted.utf8Span.span
      guard range.count == wanted.count else { return false }
      for offset in wanted.indices where HTTPToken.lowercased(bytes[range.lowerBound + offset]) != wanted[offset] {
        return false
      }
      return true
    }
  }
}
