/// A parser that makes one pass over a body, from boundary to boundary.
struct MultipartParser {
  private let bytes: [UInt8]
  /// `--` followed by the boundary.
  private let mark: [UInt8]
  private let limits: MultipartLimits
  /// The current position.
  private var position = 0
  private var parts: [Part] = []
  private var files = 0

  init(_ bytes: [UInt8], boundary: String, limits: MultipartLimits) {
    self.bytes = bytes
    self.limits = limits
    mark = Array("--\(boundary)".utf8)
  }

  /// Parses all parts.
  mutating func parse() throws(MultipartError) -> [Part] {
    guard let first = nextMark(from: 0) else {
      let isSplitByLF = MultipartBoundary.occurs(mark, in: bytes)
      throw MultipartError(isSplitByLF ? .lineEnding : .missingFirstBoundary)
    }
    position = first.end
    while try !finishBoundaryLine() { try parsePart() }
    return parts
  }

  // MARK: - Boundaries

  /// Returns the next boundary at or after an index: the end of the content before it, and the end of the boundary.
  ///
  /// A boundary directly at the index needs no line end, because the line end precedes the index, as in a part without content.
  private func nextMark(from start: Int) -> (contentEnd: Int, end: Int)? {
    if isMark(at: start) { return (start, start + mark.count) }
    var index = start
    while let cr = bytes[index...].firstIndex(of: 0x0D) {
      if cr + 1 < bytes.count, bytes[cr + 1] == 0x0A, isMark(at: cr + 2) { return (cr, cr + 2 + mark.count) }
      index = cr + 1
    }
    return nil
  }

  private func isMark(at index: Int) -> Bool {
    guard bytes.count - index >= mark.count else { return false }
    for offset in 0..<mark.count where bytes[index + offset] != mark[offset] { return false }
    return true
  }

  /// Skips the rest of a boundary line. Returns true for the last boundary.
  private mutating func finishBoundaryLine() throws(MultipartError) -> Bool {
    let isLast = bytes[position...].starts(with: "--".utf8)
    if isLast { position += 2 }
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
    guard position < bytes.count else {
      if isLast { return true }
      throw failure(.missingFinalBoundary)
    }
    if bytes[position...].starts(with: "\r\n".utf8) {
      position += 2
      return isLast
    }
    throw failure(bytes[position] == 0x0A ? .lineEnding : .malformedBoundary)
  }

  // MARK: - Parts

  private mutating func parsePart() throws(MultipartError) {
    let number = parts.count + 1
    guard parts.count < limits.maxParts else {
      throw MultipartError(.tooManyParts(limit: limits.maxParts), part: number)
    }
    let header: PartHeader
    do throws(MultipartError.Reason) {
      header = try parseHeader()
      try limits.check(header, files: &files)
    } catch {
      throw MultipartError(error, part: number)
    }
    guard let next = nextMark(from: position) else { throw MultipartError(.missingFinalBoundary, part: number) }
    parts.append(header.part(bytes[position..<next.contentEnd]))
    position = next.end
  }

  /// Parses the header up to the empty line.
  private mutating func parseHeader() throws(MultipartError.Reason) -> PartHeader {
    let limit = max(limits.maxHeaderBytes, 0)
    let start = position
    let end = bytes.count - start > limit ? start + limit : bytes.count
    var header = PartHeader()
    while let lf = bytes[position..<end].firstIndex(of: 0x0A) {
      guard lf > position, bytes[lf - 1] == 0x0D else { throw .lineEnding }
      let line = bytes[position..<(lf - 1)]
      position = lf + 1
      if line.isEmpty { return header }
      try header.add(line)
    }
    throw end < bytes.count ? .headerTooLong(limit: limit) : .missingFinalBoundary
  }

  /// Creates an error for the last complete part.
  private func failure(_ reason: MultipartError.Reason) -> MultipartError {
    MultipartError(reason, part: parts.isEmpty ? nil : parts.count)
  }
}
