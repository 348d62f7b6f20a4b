package import ContractHTTP

/// A parser of a `multipart/form-data` body that arrives in chunks. It accepts and refuses the same bodies as
/// ``MultipartDecoder``, and buffers at most a header or a boundary line.
package struct MultipartScanner: Sendable {
  /// A part of the body, in the order of arrival.
  package enum Event: Sendable {
    /// The header of a part, in a ``Part`` without content.
    case part(Part)
    /// Bytes of the content of the last part.
    case content([UInt8])
  }

  private enum State {
    case preamble, boundaryLine, header, content, epilogue
  }

  private let limits: MultipartLimits
  /// The delimiter (RFC 2046 §5.1.1): CR LF, `--` and the boundary. The start of the body and the start of a part's
  /// content count as a line end.
  private let mark: [UInt8]
  private var state = State.preamble
  /// The bytes that are not parsed yet.
  private var pending: [UInt8] = [0x0D, 0x0A]
  /// The number of bytes in `pending` that are not from the body: the line end inserted before the body or before a part's
  /// content.
  private var insertedBytes = 2
  private var header = PartHeader()
  private var headerBytes = 0
  private var parts = 0
  private var files = 0
  /// True if a line of the preamble starts like a boundary line, but follows a lone CR or LF.
  private var hasBareBoundary = false

  /// - Parameter mediaType: the `Content-Type` of the message, which contains the boundary.
  /// - Throws: ``MultipartError``
  package init(mediaType: MediaType, limits: MultipartLimits = MultipartLimits()) throws(MultipartError) {
    let boundary = try MultipartBoundary.boundary(of: mediaType)
    guard MultipartBoundary.isValid(boundary) else { throw MultipartError(.boundary) }
    mark = Array("\r\n--\(boundary)".utf8)
    self.limits = limits
  }

  /// Adds a chunk and returns the events that it completes.
  ///
  /// - Throws: ``MultipartError``
  package mutating func add(_ chunk: [UInt8]) throws(MultipartError) -> [Event] {
    if state == .epilogue { return [] }
    pending += chunk
    var events: [Event] = []
    while try step(&events) {}
    return events
  }

  /// Ends the body.
  ///
  /// - Throws: ``MultipartError`` if it is incomplete.
  package mutating func finish() throws(MultipartError) {
    switch state {
    case .epilogue: return
    case .preamble:
      throw MultipartError(hasBareBoundary ? .lineEnding : .missingFirstBoundary)
    case .boundaryLine:
      let isLast = pending.starts(with: "--".utf8)
      let rest = isLast ? pending[2...] : pending[...]
      if let byte = rest.first(where: { $0 != 0x20 && $0 != 0x09 }) {
        throw failure(byte == 0x0A ? .lineEnding : .malformedBoundary)
      }
      guard isLast else { throw failure(.missingFinalBoundary) }
      state = .epilogue
    case .header, .content:
      throw MultipartError(.missingFinalBoundary, part: state == .header ? parts + 1 : parts)
    }
  }

  // MARK: Steps

  /// Reads as much as possible in one state. Returns true if the next state may continue.
  private mutating func step(_ events: inout [Event]) throws(MultipartError) -> Bool {
    switch state {
    case .preamble, .content: return readUntilMark(&events)
    case .boundaryLine: return try readBoundaryLine()
    case .header: return try readHeaderLine(&events)
    case .epilogue:
      pending = []
      return false
    }
  }

  private mutating func readUntilMark(_ events: inout [Event]) -> Bool {
    let found = firstMark()
    // Without a delimiter, the last bytes stay in `pending`, because they may be the beginning of one.
    let end = found ?? max(insertedBytes, pending.count - (mark.count - 1))
    if state == .content, end > insertedBytes { events.append(.content(Array(pending[insertedBytes..<end]))) }
    if let found {
      pending.removeFirst(found + mark.count)
      insertedBytes = 0
      state = .boundaryLine
      return true
    }
    if state == .preamble, !hasBareBoundary {
      hasBareBoundary = MultipartBoundary.occurs(Array(mark.dropFirst(2)), in: pending, atLineStart: false)
    }
    if end > insertedBytes {
      pending.removeFirst(end)
      insertedBytes = 0
    }
    return false
  }

  /// Returns the offset of the first delimiter.
  private func firstMark() -> Int? {
    var index = 0
    while let cr = pending[index...].firstIndex(of: 0x0D) {
      if pending.count - cr < mark.count { return nil }
      if pending[cr..<(cr + mark.count)].elementsEqual(mark) { return cr }
      index = cr + 1
    }
    return nil
  }

  private mutating func readBoundaryLine() throws(MultipartError) -> Bool {
    guard pending.count >= 2 else { return false }
    let isLast = pending.starts(with: "--".utf8)
    var end = isLast ? 2 : 0
    while end < pending.count, pending[end] == 0x20 || pending[end] == 0x09 { end += 1 }
    guard end < limits.maxHeaderBytes else { throw failure(.malformedBoundary) }
    guard end < pending.count else { return false }
    guard pending[end] == 0x0D else { throw failure(pending[end] == 0x0A ? .lineEnding : .malformedBoundary) }
    guard end + 1 < pending.count else { return false }
    guard pending[end + 1] == 0x0A else { throw failure(.malformedBoundary) }
    pending.removeFirst(end + 2)
    if isLast {
      state = .epilogue
      return true
    }
    guard parts < limits.maxParts else {
      throw MultipartError(.tooManyParts(limit: limits.maxParts), part: parts + 1)
    }
    header = PartHeader()
    headerBytes = 0
    state = .header
    return true
  }

  private mutating func readHeaderLine(_ events: inout [Event]) throws(MultipartError) -> Bool {
    let limit = max(limits.maxHeaderBytes, 0)
    do throws(MultipartError.Reason) {
      guard let lf = pending.firstIndex(of: 0x0A) else {
        if headerBytes + pending.count > limit { throw .headerTooLong(limit: limit) }
        return false
      }
      guard headerBytes + lf < limit else { throw .headerTooLong(limit: limit) }
      guard lf > 0, pending[lf - 1] == 0x0D else { throw .lineEnding }
      let line = pending[..<(lf - 1)]
      headerBytes += lf + 1
      if line.isEmpty {
        try limits.check(header, files: &files)
      } else {
        try header.add(line)
        pending.removeFirst(lf + 1)
        return true
      }
    } catch {
      throw MultipartError(error, part: parts + 1)
    }
    events.append(.part(header.part([])))
    parts += 1
    state = .content
    // The end of the empty line stays in `pending`, but not as content: in a part without content, it is also the line end
    // before the boundary.
    pending.replaceSubrange(..<2, with: [0x0D, 0x0A])
    insertedBytes = 2
    return true
  }

  /// Creates an error for the last complete part.
  private func failure(_ reason: MultipartError.Reason) -> MultipartError {
    MultipartError(reason, part: parts == 0 ? nil : parts)
  }
}
