internal import ContractHTTP

// SAFETY: a line is libcurl's buffer, or an array's, for the length of `parse`; what is kept of it are copies. Indices stay
// between 0 and `count`, and a buffer checks them once more in debug builds.
/// Reads the head lines that libcurl hands over, one call per line.
///
/// libcurl takes a connection closed inside the head for a complete response and lets the last of two lengths win, so
/// the head is read again here, strictly. Interim (1xx) heads are skipped; lines after the final head are trailers and
/// are dropped. All of them count towards the limit.
struct ResponseHeadParser {
  private enum Stage {
    /// A status line is next.
    case start
    /// Inside an interim head, whose fields nobody reads.
    case interim
    /// Inside the final head.
    case fields
    /// After the final head.
    case complete
  }

  static let maxFields = 1000
  static let maxFolds = 100

  private let maxBytes: Int
  /// True when 101 is an answer.
  private let allowsSwitching: Bool
  private var fieldCount = 0
  private var foldCount = 0
  /// The bytes of all heads and trailers so far.
  private(set) var byteCount = 0
  private var stage = Stage.start
  /// The version that the final head came in.
  private(set) var version = HTTPVersion.http11
  /// The final head as far as it has come.
  private var current = ResponseHead(status: .ok)
  /// What the connection speaks. A status line that says something else is malformed: libcurl would believe it.
  var isHTTP2 = false
  /// True once content has followed the final head: a further status line is then no new head.
  var hasContent = false

  /// - Parameters:
  ///   - maxBytes: the most bytes of all heads and trailers of one transfer.
  ///   - allowsSwitching: whether the request asks for another protocol, so that 101 is the final head.
  init(maxBytes: Int, allowsSwitching: Bool = false) {
    self.maxBytes = maxBytes
    self.allowsSwitching = allowsSwitching
  }

  /// The final head, once its blank line has come.
  var head: ResponseHead? { isComplete ? current : nil }

  /// True once the blank line of the final head has come.
  var isComplete: Bool { stage == .complete }

  /// Takes one line with its line end.
  ///
  /// - Returns: the head when this line completed it.
  mutating func parse(_ line: UnsafeRawBufferPointer) throws(TransferFailure) -> ResponseHead? {
    byteCount += line.count
    guard byteCount <= maxBytes else {
      throw TransferFailure(.responseTooLarge, "the response head is longer than \(maxBytes) bytes")
    }
    let line = Self.trimmedEnd(line)
    switch stage {
    case .start:
      try parseStart(line)
    case .interim:
      if line.isEmpty { stage = .start }
    case .fields:
      guard line.isEmpty else {
        try count(line)
        try Self.parseField(line, into: &current.fields)
        break
      }
      try Self.interpret(&current)
      stage = .complete
      return current
    case .complete:
      // After `Expect: 100-continue` was refused libcurl asks again and a second head follows the first.
      if !hasContent, Self.isStatusLine(line) { try parseStart(line) }
    }
    return nil
  }

  /// Each continued line makes its field anew, so a head of nothing else would cost time with the square of its size.
  private mutating func count(_ line: UnsafeRawBufferPointer) throws(TransferFailure) {
    if line[0] == 0x20 || line[0] == 0x09 { foldCount += 1 } else { fieldCount += 1 }
    guard fieldCount <= Self.maxFields, foldCount <= Self.maxFolds else {
      throw TransferFailure(
        .responseTooLarge,
        "the response head has more than \(Self.maxFields) fields or \(Self.maxFolds) continued lines")
    }
  }

  // MARK: Status line (RFC 9112 §4)

  private mutating func parseStart(_ line: UnsafeRawBufferPointer) throws(TransferFailure) {
    let status = try Self.status(line)
    let named = Self.version(line)
    guard isHTTP2 ? named == .http2 : named == .http11 || named == .http10 else {
      throw TransferFailure(
        .malformedResponse, "the status line names a version of HTTP that was not negotiated for the connection")
    }
    guard status.kind != .informational || (allowsSwitching && status.code == 101) else {
      guard status.code != 101 else {
        throw TransferFailure(.malformedResponse, "the server switched protocols without being asked")
      }
      stage = .interim
      return
    }
    current = ResponseHead(status: status, fields: HTTPFields(reserving: 8))
    version = named
    stage = .fields
  }

  /// `HTTP/1.1 200 OK`, `HTTP/1.1 200` and, as libcurl writes it for later versions, `HTTP/2 200`.
  private static func status(_ line: UnsafeRawBufferPointer) throws(TransferFailure) -> HTTPStatus {
    let space = firstIndex(of: 0x20, in: line)
    guard isHTTPVersion(line, upTo: space), line.count >= space + 4, line.count == space + 4 || line[space + 4] == 0x20
    else { throw malformedStatus }
    var code = 0
    for index in (space + 1)..<(space + 4) {
      guard (0x30...0x39).contains(line[index]) else { throw malformedStatus }
      code = code * 10 + Int(line[index] - 0x30)
    }
    guard let status = HTTPStatus(code), isText(line, from: space + 4) else { throw malformedStatus }
    return status
  }

  private static var malformedStatus: TransferFailure {
    TransferFailure(.malformedResponse, "the status line is malformed")
  }

  /// `HTTP/1.1`, `HTTP/1.0`, or `HTTP/` and a digit from 2 on.
  private static func isHTTPVersion(_ line: UnsafeRawBufferPointer, upTo end: Int) -> Bool {
    guard end == 6 || end == 8, end <= line.count, isStatusLine(line) else { return false }
    if end == 6 { return (0x32...0x39).contains(line[5]) }
    return line[5] == 0x31 && line[6] == 0x2E && (line[7] == 0x31 || line[7] == 0x30)
  }

  /// The version that a line begins with which ``isHTTPVersion(_:upTo:)`` has accepted.
  private static func version(_ line: UnsafeRawBufferPointer) -> HTTPVersion {
    switch line[5] {
    case 0x31: line[7] == 0x30 ? .http10 : .http11
    case 0x32: .http2
    default: .http3
    }
  }

  /// Whether a line begins as a status line does.
  static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
    line.count >= 5 && line[0] == 0x48 && line[1] == 0x54 && line[2] == 0x54 && line[3] == 0x50 && line[4] == 0x2F
  }

  // MARK: Fields (RFC 9112 §5)

  private static func parseField(
    _ line: UnsafeRawBufferPointer, into fields: inout HTTPFields
  ) throws(TransferFailure) {
    guard isText(line, from: 0) else {
      throw TransferFailure(.malformedResponse, "a field line of the response has a control character")
    }
    if line[0] == 0x20 || line[0] == 0x09 { return try unfold(line, into: &fields) }
    let colon = firstIndex(of: 0x3A, in: line)
    guard colon < line.count, let name = ResponseFieldNames.name(UnsafeRawBufferPointer(rebasing: line[..<colon]))
    else {
      throw TransferFailure(.malformedResponse, "a field line of the response has no valid name")
    }
    fields.append(name, HTTPFieldValue(unchecked: text(line, from: colon + 1)))
  }

  /// A line that begins with white space continues the one before, with one space between (RFC 9112 §5.2).
  private static func unfold(_ line: UnsafeRawBufferPointer, into fields: inout HTTPFields) throws(TransferFailure) {
    guard let last = fields.lines.last else {
      throw .foldedFirstLine
    }
    let more = text(line, from: 0)
    let joined =
      last.value.rawValue.isEmpty || more.isEmpty
      ? last.value.rawValue + more : "\(last.value.rawValue) \(more)"
    fields = HTTPFields(fields.lines.dropLast() + [HTTPField(last.name, HTTPFieldValue(unchecked: joined))])
  }

  /// The text from `start` on without white space at its ends. It has no control characters; what is not UTF-8 reads as
  /// U+FFFD.
  private static func text(_ line: UnsafeRawBufferPointer, from start: Int) -> String {
    var start = start
    var end = line.count
    while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
    while end > start, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
    let text = UnsafeRawBufferPointer(rebasing: line[start..<end])
    // A constant is nobody's to allocate, count and free.
    let isJSON = text.count == json.utf8CodeUnitCount && json.withUTF8Buffer { text.elementsEqual($0) }
    if isJSON { return "application/json" }
    return String(decoding: text, as: UTF8.self)
  }

  private static let json: StaticString = "application/json"

  // MARK: What the fields mean

  private static func interpret(_ head: inout ResponseHead) throws(TransferFailure) {
    for line in head.fields.lines {
      let name = line.name.canonicalName
      // The names below have 14, 16 and 17 bytes, which few others have.
      guard (14...17).contains(name.utf8.count) else { continue }
      switch name {
      case "content-length":
        let length = try contentLength(line.value.rawValue)
        if let earlier = head.contentLength, earlier != length {
          throw TransferFailure(.malformedResponse, "the response has two different lengths (Content-Length)")
        }
        head.contentLength = length
      case "transfer-encoding":
        // Nothing else was asked for (RFC 9112 §6.1).
        guard line.value.rawValue.lowercasedASCII == "chunked" else {
          throw TransferFailure(.malformedResponse, "the response has a Transfer-Encoding other than chunked")
        }
        head.isChunked = true
      case "content-encoding":
        head.contentCodings += line.value.rawValue.lowercasedASCII.split(whereByte: { ", \t".utf8.contains($0) })
          .map(String.init)
      default:
        break
      }
    }
  }

  /// The number in a `Content-Length`, which may be a list of one number repeated (RFC 9110 §8.6).
  private static func contentLength(_ text: String) throws(TransferFailure) -> Int {
    if let length = plainNumber(text) { return length }
    var length: Int?
    for part in text.split(atByte: ",", keepsEmpty: true) {
      let padded = part.utf8.drop { $0 == 0x20 || $0 == 0x09 }
      let digits = padded.prefix { (0x30...0x39).contains($0) }
      let rest = padded.dropFirst(digits.count)
      guard rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 }), let number = Int(Substring(digits)),
        length == nil || length == number
      else {
        throw TransferFailure(.malformedResponse, "the response has a malformed Content-Length")
      }
      length = number
    }
    guard let length else {
      throw TransferFailure(.malformedResponse, "the response has an empty Content-Length")
    }
    return length
  }

  /// The number that up to 18 digits and nothing else spell, which is what nearly every server sends.
  private static func plainNumber(_ text: String) -> Int? {
    var text = text
    return text.withUTF8 { digits in
      guard (1...18).contains(digits.count) else { return nil }
      var number = 0
      for digit in digits {
        guard (0x30...0x39).contains(digit) else { return nil }
        number = number * 10 + Int(digit - 0x30)
      }
      return number
    }
  }

  // MARK: Bytes

  /// Where a byte first occurs, or the length of the line.
  private static func firstIndex(of byte: UInt8, in line: UnsafeRawBufferPointer) -> Int {
    var index = 0
    while index < line.count, line[index] != byte { index += 1 }
    return index
  }

  private static func trimmedEnd(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var end = line.count
    if end > 0, line[end - 1] == 0x0A { end -= 1 }
    if end > 0, line[end - 1] == 0x0D { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: line[..<end])
  }

  /// Visible characters, space, tab and bytes above ASCII: what a reason phrase or a field line may hold.
  private static func isText(_ line: UnsafeRawBufferPointer, from start: Int) -> Bool {
    guard start < line.count else { return true }
    // Without a branch for each byte, so that many are looked at together.
    var wrong: UInt8 = 0
    for byte in UnsafeRawBufferPointer(rebasing: line[start...]) {
      wrong |= (byte < 0x20 ? 1 : 0) & (byte != 0x09 ? 1 : 0) | (byte == 0x7F ? 1 : 0)
    }
    return wrong == 0
  }
}
