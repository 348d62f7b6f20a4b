internal import ContractHTTP

// SAFETY: a line is a buffer of libcurl, or of an array, during `parse`; bytes are kept as copies. Indices stay between 0
// and `count`, and debug builds check them.
/// A strict parser of the head lines that libcurl passes, one call per line.
///
/// libcurl accepts a connection closed inside the head as a complete response, and the last of two lengths, so the head
/// is parsed again here. Interim (1xx) heads are skipped. Lines after the final head are trailers, which occur here
/// only with HTTP/2. They are dropped, except for the digest of the body. All lines count toward the limit.
struct ResponseHeadParser {
  private enum Stage {
    /// Before a status line.
    case start
    /// Inside an interim head.
    case interim
    /// Inside the final head.
    case fields
    /// After the final head.
    case complete
  }

  static let maxFields = 1000
  static let maxFolds = 100

  private let maxBytes: Int
  /// True if 101 is a final status.
  private let allowsSwitching: Bool
  private var fieldCount = 0
  private var foldCount = 0
  /// The size of all heads and trailers so far.
  private(set) var byteCount = 0
  private var stage = Stage.start
  /// The number of cookies in interim heads.
  private var interimCookieCount = 0
  /// The version of the final head.
  private(set) var version = HTTPVersion.http11
  /// The received part of the final head.
  private var current = ResponseHead(status: .ok)
  /// Whether the connection uses HTTP/2. A status line with another version is malformed, because libcurl would rely on
  /// it.
  var isHTTP2 = false
  /// True once a body has followed the final head, so that another status line starts no new head.
  var hasContent = false

  /// The trailer field `Content-Digest`; nil if absent.
  var trailingDigest: String?

  /// - Parameters:
  ///   - maxBytes: The maximum size of all heads and trailers of a transfer.
  ///   - allowsSwitching: Whether the request requests another protocol, so that 101 is a final status.
  init(maxBytes: Int, allowsSwitching: Bool = false) {
    self.maxBytes = maxBytes
    self.allowsSwitching = allowsSwitching
  }

  /// The final head, once it is complete.
  var head: ResponseHead? { isComplete ? current : nil }

  /// The maximum number of cookies that libcurl has stored from the lines so far. It also stores those of interim heads.
  var maxCookieCount: Int { current.fields.values(.setCookie).count + interimCookieCount }

  /// True once the blank line of the final head has arrived.
  var isComplete: Bool { stage == .complete }

  /// Parses a line with its line end.
  ///
  /// - Returns: The head if this line has completed it.
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
      if line.isEmpty { stage = .start } else if Self.setsCookie(line) { interimCookieCount += 1 }
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
      // If `Expect: 100-continue` is refused, libcurl repeats the request, and another head follows the first.
      if !hasContent, Self.isStatusLine(line) {
        try parseStart(line)
      } else if !line.isEmpty {
        try parseTrailer(line)
      }
    }
    return nil
  }

  /// Counts a field line. Each folded line copies its field, so without a limit the time would be quadratic.
  mutating func count(_ line: UnsafeRawBufferPointer) throws(TransferFailure) {
    if line[0] == 0x20 || line[0] == 0x09 { foldCount += 1 } else { fieldCount += 1 }
    guard fieldCount <= Self.maxFields, foldCount <= Self.maxFolds else {
      throw TransferFailure(
        .responseTooLarge,
        "the response head has more than \(Self.maxFields) fields or \(Self.maxFolds) folded lines")
    }
  }

  // MARK: Status line (RFC 9112 §4)

  private mutating func parseStart(_ line: UnsafeRawBufferPointer) throws(TransferFailure) {
    let status = try Self.status(line)
    let named = Self.version(line)
    guard isHTTP2 ? named == .http2 : named == .http11 || named == .http10 else {
      throw TransferFailure(
        .malformedResponse, "the status line names an HTTP version that was not negotiated for the connection")
    }
    guard status.kind != .informational || (allowsSwitching && status.code == 101) else {
      guard status.code != 101 else {
        throw TransferFailure(.malformedResponse, "the server switched protocols without a request to do so")
      }
      stage = .interim
      return
    }
    current = ResponseHead(status: status, fields: HTTPFields(reserving: 8))
    version = named
    stage = .fields
  }

  /// Parses `HTTP/1.1 200 OK`, `HTTP/1.1 200` or `HTTP/2 200`, which libcurl writes for later versions.
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

  /// Returns whether a line starts with `HTTP/1.1`, `HTTP/1.0`, or `HTTP/` and a digit from 2 to 9.
  private static func isHTTPVersion(_ line: UnsafeRawBufferPointer, upTo end: Int) -> Bool {
    guard end == 6 || end == 8, end <= line.count, isStatusLine(line) else { return false }
    if end == 6 { return (0x32...0x39).contains(line[5]) }
    return line[5] == 0x31 && line[6] == 0x2E && (line[7] == 0x31 || line[7] == 0x30)
  }

  /// Returns the version of a line accepted by ``isHTTPVersion(_:upTo:)``.
  private static func version(_ line: UnsafeRawBufferPointer) -> HTTPVersion {
    switch line[5] {
    case 0x31: line[7] == 0x30 ? .http10 : .http11
    case 0x32: .http2
    default: .http3
    }
  }

  /// Returns whether a line starts like a status line.
  static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
    line.count >= 5 && line[0] == 0x48 && line[1] == 0x54 && line[2] == 0x54 && line[3] == 0x50 && line[4] == 0x2F
  }

  // MARK: Fields (RFC 9112 §5)

  static func parseField(
    _ line: UnsafeRawBufferPointer, into fields: inout HTTPFields
  ) throws(TransferFailure) {
    guard isText(line, from: 0) else {
      throw TransferFailure(.malformedResponse, "a header of the response contains a control character")
    }
    if line[0] == 0x20 || line[0] == 0x09 { return try unfold(line, into: &fields) }
    let colon = firstIndex(of: 0x3A, in: line)
    guard colon < line.count, let name = ResponseFieldNames.name(UnsafeRawBufferPointer(rebasing: line[..<colon]))
    else {
      throw TransferFailure(.malformedResponse, "a header of the response has an invalid name")
    }
    fields.append(name, HTTPFieldValue(unchecked: text(line, from: colon + 1, of: name)))
  }

  /// Appends a line that begins with white space to the previous one, separated by a space (RFC 9112 §5.2).
  private static func unfold(_ line: UnsafeRawBufferPointer, into fields: inout HTTPFields) throws(TransferFailure) {
    guard let last = fields.lines.last else {
      throw .foldedFirstLine
    }
    let more = text(line, from: 0, of: last.name)
    let joined =
      last.value.rawValue.isEmpty || more.isEmpty
      ? last.value.rawValue + more : "\(last.value.rawValue) \(more)"
    fields = HTTPFields(fields.lines.dropLast() + [HTTPField(last.name, HTTPFieldValue(unchecked: joined))])
  }

  // MARK: Framing and codings

  private static func interpret(_ head: inout ResponseHead) throws(TransferFailure) {
    for line in head.fields.lines {
      let name = line.name.canonicalName
      // Most headers are skipped by the length of their names: the names below have 14, 16 or 17 bytes.
      guard (14...17).contains(name.utf8.count) else { continue }
      switch name {
      case "content-length":
        let length = try contentLength(line.value.rawValue)
        if let earlier = head.contentLength, earlier != length {
          throw TransferFailure(.malformedResponse, "the response has two different Content-Length headers")
        }
        head.contentLength = length
      case "transfer-encoding":
        // No other coding was requested (RFC 9112 §6.1).
        guard line.value.rawValue.lowercasedASCII == "chunked" else {
          throw TransferFailure(.malformedResponse, "the response has a Transfer-Encoding other than chunked")
        }
        head.isChunked = true
      case "content-encoding":
        head.contentCodings += line.value.contentCodings
      default:
        break
      }
    }
    // The chunks replace a length that was sent too, and a recipient must not pass it on (RFC 9112 §6.3).
    if head.isChunked, head.contentLength != nil {
      head.contentLength = nil
      head.fields.remove(.contentLength)
    }
  }

  /// Parses a `Content-Length`, which may be a list of equal numbers (RFC 9110 §8.6).
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

  /// Parses 1 to 18 digits, the usual case; nil for anything else.
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

  /// Returns the first index of a byte, or the length of the line.
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

  /// Returns whether a reason phrase or field line has only visible characters, spaces, tabs and bytes above ASCII.
  private static func isText(_ line: UnsafeRawBufferPointer, from start: Int) -> Bool {
    guard start < line.count else { return true }
    // The loop has no branches, so that it is vectorized.
    var wrong: UInt8 = 0
    for byte in UnsafeRawBufferPointer(rebasing: line[start...]) {
      wrong |= (byte < 0x20 ? 1 : 0) & (byte != 0x09 ? 1 : 0) | (byte == 0x7F ? 1 : 0)
    }
    return wrong == 0
  }
}
