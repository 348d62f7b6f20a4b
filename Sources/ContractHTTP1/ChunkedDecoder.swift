internal import ContractHTTP

/// A decoder of the chunked transfer coding (RFC 9112 §7.1) for input in chunks of any size.
///
/// Only CR LF ends a line, because lenient parsing of chunked framing enables request smuggling. Chunk extensions are
/// checked for control characters, limited and ignored. Trailer fields are checked, limited and dropped, except for the
/// digest of the body.
package struct ChunkedDecoder: Sendable {
  /// The number of bytes of each chunk-size line that are not counted as overhead.
  package static let allowancePerChunk = 16

  private enum State {
    case sizeStart
    case size
    case sizeSpace
    case extensions
    case sizeLF
    case data
    case dataCR
    case dataLF
    case trailerStart
    case trailerName
    case trailerValue
    case trailerLF
    case endLF
    case done
  }

  private let limits: HTTP1Limits
  private var maxContentBytes: Int
  private var state = State.sizeStart
  private var remaining = 0
  private var lineBytes = 0
  private var overhead = 0
  private var trailerBytes = 0
  private var digest = TrailerDigest()

  /// The sum of the chunk sizes so far, in bytes.
  package private(set) var contentBytes = 0

  package init(limits: HTTP1Limits, maxContentBytes: Int) {
    self.limits = limits
    self.maxContentBytes = maxContentBytes
  }

  package var isDone: Bool { state == .done }

  /// The number of bytes of the current chunk that have not arrived.
  var remainingInChunk: Int { state == .data ? remaining : 0 }

  /// Lowers the limit to the bytes received so far plus `count`, but not below the end of the current chunk.
  mutating func limitRest(to count: Int) {
    let (end, isOverflow) = (contentBytes - remainingInChunk).addingReportingOverflow(count)
    if !isOverflow { maxContentBytes = min(maxContentBytes, max(end, contentBytes)) }
  }

  /// The `Content-Digest` of the trailer section; nil before the end of the section, or if absent.
  package var contentDigest: String? { isDone ? digest.value : nil }

  /// Appends the body bytes of `input` from `position` to `output`. Advances `position` to the end of the input or,
  /// when the message is complete, to the end of the message.
  ///
  /// - Returns: true when the message is complete.
  package mutating func decode(
    _ input: Span<UInt8>, from position: inout Int, into output: inout [UInt8]
  ) throws(RequestError) -> Bool {
    while position < input.count, state != .done {
      if state == .data {
        let count = min(remaining, input.count - position)
        output.append(input, in: position..<(position + count))
        position += count
        remaining -= count
        if remaining == 0 { state = .dataCR }
      } else {
        try take(input[position])
        position += 1
      }
    }
    return state == .done
  }

  private mutating func take(_ byte: UInt8) throws(RequestError) {
    switch state {
    case .sizeStart, .size, .sizeSpace, .extensions, .sizeLF: try takeSizeLine(byte)
    case .dataCR:
      guard byte == 0x0D else { throw .malformed("a chunk exceeds its size") }
      state = .dataLF
    case .dataLF:
      guard byte == 0x0A else { throw .malformed("a chunk does not end in CR LF") }
      state = .sizeStart
    case .trailerStart, .trailerName, .trailerValue, .trailerLF, .endLF: try takeTrailer(byte)
    case .data, .done: break
    }
  }

  private mutating func takeSizeLine(_ byte: UInt8) throws(RequestError) {
    lineBytes += 1
    if lineBytes > limits.maxChunkLineBytes { throw .malformed("a chunk-size line is too long") }
    switch (state, byte) {
    case (.sizeStart, _), (.size, 0x30...0x39), (.size, 0x41...0x46), (.size, 0x61...0x66): try takeDigit(byte)
    case (.size, 0x3B), (.sizeSpace, 0x3B): state = .extensions
    case (.size, 0x20), (.size, 0x09), (.sizeSpace, 0x20), (.sizeSpace, 0x09): state = .sizeSpace
    case (.size, 0x0D), (.extensions, 0x0D): state = .sizeLF
    case (.extensions, 0x09), (.extensions, 0x20...0x7E), (.extensions, 0x80...0xFF): break
    case (.sizeLF, 0x0A): try endSizeLine()
    default: throw .malformed("a chunk-size line is not a hexadecimal number with optional extensions")
    }
  }

  private mutating func takeDigit(_ byte: UInt8) throws(RequestError) {
    guard let digit = HexDigit.value(byte) else { throw .malformed("a chunk size is not a hexadecimal number") }
    guard remaining <= Int.max >> 4 else { throw RequestError.contentTooLarge }
    remaining = remaining << 4 | Int(digit)
    state = .size
  }

  private mutating func endSizeLine() throws(RequestError) {
    overhead += max(0, lineBytes - Self.allowancePerChunk)
    if overhead > limits.maxChunkOverheadBytes { throw .malformed("the chunk extensions are too large") }
    lineBytes = 0
    guard remaining <= maxContentBytes - contentBytes else {
      throw RequestError.contentTooLarge
    }
    contentBytes += remaining
    state = remaining == 0 ? .trailerStart : .data
  }

  private mutating func takeTrailer(_ byte: UInt8) throws(RequestError) {
    trailerBytes += 1
    if trailerBytes > limits.maxTrailerBytes { throw RequestError(431, "the trailer section is too large") }
    switch state {
    case .trailerStart where byte == 0x0D: state = .endLF
    case .trailerStart where ByteSet.token.contains(byte):
      digest.addName(byte)
      state = .trailerName
    case .trailerName where byte == 0x3A:
      digest.endName()
      state = .trailerValue
    case .trailerName where ByteSet.token.contains(byte): digest.addName(byte)
    case .trailerValue where byte == 0x0D:
      digest.endLine()
      state = .trailerLF
    case .trailerValue where byte == 0x09 || (byte >= 0x20 && byte != 0x7F): digest.addValue(byte)
    case .trailerLF where byte == 0x0A: state = .trailerStart
    case .endLF where byte == 0x0A: state = .done
    default: throw .malformed("the trailer section is malformed")
    }
  }
}
