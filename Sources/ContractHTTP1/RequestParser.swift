package import ContractHTTP

/// Bytes to request heads (RFC 9112 §2 to §5), in pieces of any size.
///
/// The parser takes each byte once. What it keeps of a partial head becomes the head's own storage, so a head costs two
/// allocations: its bytes and the places of its fields. The result does not depend on how the bytes were cut.
package struct RequestParser {
  package enum Outcome {
    /// The input is used up and the head is not complete.
    case needsInput
    /// A valid head; the position is behind it. The parser is ready for the next one.
    case head(RequestHead, ConnectionFields)
    /// Not a request that can be served. The bytes that follow have no meaning.
    case invalid(RequestError)
  }

  /// Bytes are taken from the input in steps of this many, so that pipelined requests are not copied over and over.
  private static let step = 1024
  /// Empty lines tolerated before a request line (RFC 9112 §2.2 asks for at least one).
  private static let maxEmptyLines = 8

  private let limits: HTTP1Limits
  private var bytes: [UInt8] = []
  private var line: RequestLine?
  private var fieldLines: [RequestHead.FieldLine] = []
  private var fields = ConnectionFields()
  private var lineStart = 0
  private var scanned = 0
  private var emptyLines = 0

  package init(limits: HTTP1Limits = HTTP1Limits()) {
    self.limits = limits
  }

  /// True while no byte of a request line has arrived.
  package var isIdle: Bool { line == nil && bytes.count == lineStart }

  /// Goes on with `input` from `position`, which moves behind the bytes that were used.
  package mutating func parse(_ input: Span<UInt8>, from position: inout Int) -> Outcome {
    do {
      while true {
        guard let end = try nextLineEnd() else {
          let count = min(input.count - position, Self.step)
          if count <= 0 { return .needsInput }
          bytes.append(input, in: position..<(position + count))
          position += count
          continue
        }
        let place = lineStart..<end
        lineStart = end + 2
        if place.isEmpty {
          guard line != nil else {
            try skipEmptyLine()
            continue
          }
          // What was taken beyond the head goes back to the input.
          position -= bytes.count - lineStart
          bytes.removeLast(bytes.count - lineStart)
          return try finish()
        }
        if line == nil {
          line = try RequestLine(bytes.span, in: place)
        } else {
          try takeField(place)
        }
      }
    } catch {
      return .invalid(error)
    }
  }

  /// The place of the next CR LF, or nil when the bytes at hand end before it.
  private mutating func nextLineEnd() throws(RequestError) -> Int? {
    let stop = bytes.span.firstControl(in: scanned..<bytes.count)
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

  private mutating func takeField(_ place: Range<Int>) throws(RequestError) {
    if fieldLines.count == limits.maxFieldCount { throw RequestError(431, "the request has too many fields") }
    if fieldLines.isEmpty { fieldLines.reserveCapacity(16) }
    let field = try Self.field(place, of: bytes, into: &fields)
    fieldLines.append(RequestHead.FieldLine(name: .init(field.name), value: .init(field.value)))
  }

  private static func field(
    _ place: Range<Int>, of bytes: [UInt8], into fields: inout ConnectionFields
  ) throws(RequestError) -> FieldLineSyntax {
    let field = try FieldLineSyntax(bytes.span, in: place)
    fields.note(name: field.name, value: field.value, in: bytes.span)
    return field
  }

  /// Checks what only the whole head can tell, hands it out and starts over.
  private mutating func finish() throws(RequestError) -> Outcome {
    guard let line else { throw .malformed("the request line is missing") }
    fields.minorVersion = line.minorVersion
    try fields.checkHost()
    let head = RequestHead(
      bytes: bytes, method: line.method, targetForm: line.target.form, pathRange: .init(line.target.path),
      queryRange: line.target.query.map { .init($0) }, authorityRange: line.target.authority.map { .init($0) },
      minorVersion: line.minorVersion, fieldLines: fieldLines)
    let facts = fields
    self = RequestParser(limits: limits)
    return .head(head, facts)
  }
}
