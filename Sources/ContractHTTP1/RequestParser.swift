package import ContractHTTP

/// An incremental parser of request heads (RFC 9112 §2 to §5) for input in chunks of any size.
///
/// A head that arrives in one chunk is parsed in place and copied once it is complete. A partial head is buffered. Each
/// byte is examined once, or twice if the headers may equal those of the connection's previous head. The result does
/// not depend on how the input was split.
package struct RequestParser {
  package enum Outcome {
    /// The input is used up and the head is not complete.
    case needsInput
    /// A valid head. The position follows it, and the parser is ready for the next head.
    case head(RequestHead, ConnectionFields)
    /// An invalid or unsupported request. The input after it cannot be interpreted.
    case invalid(RequestError)
  }

  /// The maximum number of bytes that are appended to a partial head at once, so that few bytes beyond its end are
  /// copied.
  private static let step = 1024
  /// The maximum number of empty lines before a request line (RFC 9112 §2.2 requires at least one).
  private static let maxEmptyLines = 8

  private let limits: HTTP1Limits
  private let source: MessageMemory
  /// The bytes of a partial head; empty between heads.
  private var bytes: [UInt8] = []
  private var line: RequestLine?
  /// The memory of the current head with its field lines so far; empty before the request line.
  private var memory = RequestHead.Memory()
  private var fields = ConnectionFields()
  /// The start of the next line, relative to the head.
  private var lineStart = 0
  /// The end of the bytes that were searched for the end of the line, relative to the head.
  private var scanned = 0
  private var emptyLines = 0
  /// The start of the head's headers.
  private var fieldsStart = 0
  /// The headers of an earlier head.
  private var repeated = RepeatedFields()
  /// True if the current headers equal those of the earlier head.
  private var isRepeated = false
  /// True when the current or refused head belongs to a HEAD request.
  package private(set) var isHead = false

  /// - Parameter memory: the source of memory for heads.
  package init(limits: HTTP1Limits = HTTP1Limits(), memory: MessageMemory = MessageMemory()) {
    self.limits = limits
    self.source = memory
  }

  /// True while no byte of a request line has arrived.
  package var isIdle: Bool { line == nil && bytes.count == lineStart }

  /// Releases the cached headers, because no further request follows.
  mutating func forgetFields() { repeated = RepeatedFields() }

  /// Continues with `input` at `position` and advances it past the consumed bytes.
  package mutating func parse(_ input: Span<UInt8>, from position: inout Int) -> Outcome {
    do {
      if bytes.isEmpty {
        let here = input.extracting(position..<input.count)
        if try takeLines(of: here) {
          position += lineStart
          return try finish(here)
        }
        position = input.count
        bytes = Array(here, in: 0..<here.count)
        return .needsInput
      }
      return try continueHead(with: input, from: &position)
    } catch {
      return .invalid(error)
    }
  }

  private mutating func continueHead(with input: Span<UInt8>, from position: inout Int) throws(RequestError) -> Outcome
  {
    // The bytes are moved out while the lines are parsed, to avoid a copy.
    var bytes: [UInt8] = []
    swap(&bytes, &self.bytes)
    while position < input.count {
      let count = min(input.count - position, Self.step)
      bytes.append(input, in: position..<(position + count))
      position += count
      if try takeLines(of: bytes.span) {
        // Return the bytes after the head to the input.
        position -= bytes.count - lineStart
        return try finish(bytes.span)
      }
    }
    self.bytes = bytes
    return .needsInput
  }

  /// Parses all complete lines. Returns true when the head is complete.
  private mutating func takeLines(of bytes: Span<UInt8>) throws(RequestError) -> Bool {
    while let end = try nextLineEnd(in: bytes) {
      let range = lineStart..<end
      lineStart = end + 2
      if range.isEmpty {
        if line != nil { return true }
        try skipEmptyLine()
      } else if line == nil {
        let line = try RequestLine(bytes, in: range)
        isHead = line.methodCode == HTTPMethod.head.code
        self.line = line
        memory = source.takeHead()
        fieldsStart = lineStart
        if takeRepeatedFields(bytes) { return true }
      } else {
        try takeField(bytes, in: range)
      }
    }
    return false
  }

  /// Reuses the headers of the previous head if they are equal. Returns false when they must be parsed.
  @inline(__always)
  private mutating func takeRepeatedFields(_ bytes: Span<UInt8>) -> Bool {
    guard let end = repeated.end(in: bytes, from: lineStart), end - 2 <= limits.maxHeadBytes else { return false }
    fields = repeated.take(&memory.lines, at: lineStart)
    isRepeated = true
    lineStart = end
    return true
  }

  /// Returns the offset of the next CR LF; nil when it has not arrived.
  private mutating func nextLineEnd(in bytes: Span<UInt8>) throws(RequestError) -> Int? {
    let stop = bytes.firstControl(in: scanned..<bytes.count)
    scanned = stop
    if line == nil && stop - lineStart > limits.maxRequestLineBytes {
      throw RequestError(414, "the request line is too long")
    }
    if stop > limits.maxHeadBytes { throw RequestError(431, "the request head is too large") }
    if stop == bytes.count { return nil }
    switch bytes[stop] {
    case 0x0D:
      guard stop + 1 < bytes.count else { return nil }
      guard bytes[stop + 1] == 0x0A else { throw .malformed("a CR is not followed by LF") }
      scanned = stop + 2
      return stop
    case 0x0A:
      throw .malformed("a line ends in LF without CR")
    default:
      throw .malformed("the request head contains a control character")
    }
  }

  private mutating func skipEmptyLine() throws(RequestError) {
    emptyLines += 1
    if emptyLines > Self.maxEmptyLines { throw .malformed("too many empty lines precede the request") }
  }

  private mutating func takeField(_ bytes: Span<UInt8>, in range: Range<Int>) throws(RequestError) {
    if memory.lines.count == limits.maxFieldCount { throw RequestError(431, "the request has too many headers") }
    let field = try FieldLineSyntax(bytes, in: range)
    let line = RequestHead.FieldLine(name: .init(field.name), value: .init(field.value))
    if let noted = memory.lines.append(line, in: bytes) { fields.note(noted, value: field.value, in: bytes) }
  }

  /// Checks the complete head at the start of `bytes`, returns it and resets the parser.
  private mutating func finish(_ bytes: Span<UInt8>) throws(RequestError) -> Outcome {
    guard let line = line.take() else { throw .malformed("the request line is missing") }
    fields.minorVersion = line.minorVersion
    try fields.checkHost()
    var taken = RequestHead.Memory()
    swap(&taken, &memory)
    if isRepeated { isRepeated = false } else { repeated.note(bytes, fieldsStart..<lineStart, taken.lines, fields) }
    // The memory is fitted to the head of an upgrade, because the head may be kept for as long as the connection.
    if fields.asksToUpgrade { taken = taken.fitted(to: lineStart) }
    let head = RequestHead(bytes.extracting(first: lineStart), line.headLine, consume taken)
    let connectionFields = fields
    fields = ConnectionFields()
    lineStart = 0
    scanned = 0
    emptyLines = 0
    isHead = false
    return .head(consume head, connectionFields)
  }
}
