package import ContractHTTP

/// Bytes to request heads (RFC 9112 §2 to §5), in pieces of any size.
///
/// A head that arrives in one piece is parsed where it lies and copied once, when it is known to be whole. What is there
/// of a partial head is kept, and each byte is looked at once, or once more where the connection's head before may have had
/// the same fields. The result depends neither on those nor on how the bytes were cut.
package struct RequestParser {
  package enum Outcome {
    /// The input is used up and the head is not complete.
    case needsInput
    /// A valid head; the position is behind it. The parser is ready for the next one.
    case head(RequestHead, ConnectionFields)
    /// Not a request that can be served. The bytes that follow have no meaning.
    case invalid(RequestError)
  }

  /// Bytes behind a partial head are taken in steps of this many, so that few of them are copied in vain.
  private static let step = 1024
  /// Empty lines tolerated before a request line (RFC 9112 §2.2 asks for at least one).
  private static let maxEmptyLines = 8

  private let limits: HTTP1Limits
  private let heads: RequestHeadPool
  /// What has arrived of a partial head; empty when a head begins.
  private var bytes: [UInt8] = []
  private var line: RequestLine?
  /// The memory of the head that has begun, with the field lines so far; none before its request line.
  private var memory = RequestHead.Memory()
  private var fields = ConnectionFields()
  /// Where the line that comes next starts, and up to where no line ends; counted from the first byte of the head.
  private var lineStart = 0
  private var scanned = 0
  private var emptyLines = 0
  /// Where the fields of the head begin.
  private var fieldsStart = 0
  /// The fields of a head before this one, and whether this one's are the same.
  private var repeated = RepeatedFields()
  private var isRepeated = false
  /// True when the head that has begun, or that was refused, is that of a HEAD request.
  package private(set) var isHead = false

  /// - Parameter heads: where heads have their memory from.
  package init(limits: HTTP1Limits = HTTP1Limits(), heads: RequestHeadPool = RequestHeadPool()) {
    self.limits = limits
    self.heads = heads
  }

  /// True while no byte of a request line has arrived.
  package var isIdle: Bool { line == nil && bytes.count == lineStart }

  /// Goes on with `input` from `position`, which moves behind the bytes that were used.
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
      return try goOn(with: input, from: &position)
    } catch {
      return .invalid(error)
    }
  }

  private mutating func goOn(with input: Span<UInt8>, from position: inout Int) throws(RequestError) -> Outcome {
    // Taken out while the lines are looked at, so that it is not copied.
    var bytes: [UInt8] = []
    swap(&bytes, &self.bytes)
    while position < input.count {
      let count = min(input.count - position, Self.step)
      bytes.append(input, in: position..<(position + count))
      position += count
      if try takeLines(of: bytes.span) {
        // What was taken beyond the head goes back to the input.
        position -= bytes.count - lineStart
        return try finish(bytes.span)
      }
    }
    self.bytes = bytes
    return .needsInput
  }

  /// Takes the lines that have arrived in full; true when the head has.
  private mutating func takeLines(of bytes: Span<UInt8>) throws(RequestError) -> Bool {
    while let end = try nextLineEnd(in: bytes) {
      let place = lineStart..<end
      lineStart = end + 2
      if place.isEmpty {
        if line != nil { return true }
        try skipEmptyLine()
      } else if line == nil {
        let line = try RequestLine(bytes, in: place)
        isHead = line.methodCode == HTTPMethod.head.code
        self.line = line
        memory = heads.take()
        fieldsStart = lineStart
        if takeRepeatedFields(bytes) { return true }
      } else {
        try takeField(bytes, in: place)
      }
    }
    return false
  }

  /// Takes all fields at once when they are those of the head before; false when each has to be looked at.
  @inline(__always)
  private mutating func takeRepeatedFields(_ bytes: Span<UInt8>) -> Bool {
    guard let end = repeated.end(in: bytes, from: lineStart), end - 2 <= limits.maxHeadBytes else { return false }
    fields = repeated.take(&memory.lines, at: lineStart)
    isRepeated = true
    lineStart = end
    return true
  }

  /// The place of the next CR LF, or nil when the bytes at hand end before it.
  private mutating func nextLineEnd(in bytes: Span<UInt8>) throws(RequestError) -> Int? {
    let stop = bytes.firstControl(in: scanned..<bytes.count)
    scanned = stop
    if line == nil && stop - lineStart > limits.maxRequestLineBytes {
      throw RequestError(414, "the request line is too long")
    }
    if stop > limits.maxHeadBytes { throw RequestError(431, "the request's head is too long") }
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
      throw .malformed("the request's head has a control character")
    }
  }

  private mutating func skipEmptyLine() throws(RequestError) {
    emptyLines += 1
    if emptyLines > Self.maxEmptyLines { throw .malformed("too many empty lines come before the request") }
  }

  private mutating func takeField(_ bytes: Span<UInt8>, in place: Range<Int>) throws(RequestError) {
    if memory.lines.count == limits.maxFieldCount { throw RequestError(431, "the request has too many fields") }
    let field = try FieldLineSyntax(bytes, in: place)
    let line = RequestHead.FieldLine(name: .init(field.name), value: .init(field.value))
    if let noted = memory.lines.append(line, in: bytes) { fields.note(noted, value: field.value, in: bytes) }
  }

  /// Checks what only the whole head, at the front of `bytes`, can tell, hands it out and starts over.
  private mutating func finish(_ bytes: Span<UInt8>) throws(RequestError) -> Outcome {
    guard let line = line.take() else { throw .malformed("the request line is missing") }
    fields.minorVersion = line.minorVersion
    try fields.checkHost()
    var taken = RequestHead.Memory()
    swap(&taken, &memory)
    if isRepeated { isRepeated = false } else { repeated.note(bytes, fieldsStart..<lineStart, taken.lines, fields) }
    let head = RequestHead(bytes.extracting(first: lineStart), line.headLine, consume taken)
    let facts = fields
    fields = ConnectionFields()
    lineStart = 0
    scanned = 0
    emptyLines = 0
    isHead = false
    return .head(consume head, facts)
  }
}
