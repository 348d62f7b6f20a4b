internal import ContractHTTP

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
    case fields(ResponseHead)
    /// After the final head.
    case complete(ResponseHead)
  }

  private let maxBytes: Int
  private var byteCount = 0
  private var stage = Stage.start
  /// True once content has followed the final head: a further status line is then no new head.
  var hasContent = false

  /// - Parameter maxBytes: the most bytes of all heads and trailers of one transfer.
  init(maxBytes: Int) {
    self.maxBytes = maxBytes
  }

  /// The final head, once its blank line has come.
  var head: ResponseHead? {
    if case .complete(let head) = stage { head } else { nil }
  }

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
    case .fields(var head):
      // The stage gives up its copy, so the fields grow in place.
      stage = .start
      guard !line.isEmpty else {
        try Self.interpret(&head)
        stage = .complete(head)
        return head
      }
      try Self.parseField(line, into: &head.fields)
      stage = .fields(head)
    case .complete:
      // After `Expect: 100-continue` was refused libcurl asks again and a second head follows the first.
      if !hasContent, line.starts(with: "HTTP/".utf8) { try parseStart(line) }
    }
    return nil
  }

  // MARK: Status line (RFC 9112 §4)

  private mutating func parseStart(_ line: UnsafeRawBufferPointer) throws(TransferFailure) {
    let status = try Self.status(line)
    guard status.kind != .informational else {
      guard status.code != 101 else {
        throw TransferFailure(.malformedResponse, "the server switched protocols without being asked")
      }
      stage = .interim
      return
    }
    stage = .fields(ResponseHead(status: status))
  }

  /// `HTTP/1.1 200 OK`, `HTTP/1.1 200` and, as libcurl writes it for later versions, `HTTP/2 200`.
  private static func status(_ line: UnsafeRawBufferPointer) throws(TransferFailure) -> HTTPStatus {
    let malformed = TransferFailure(.malformedResponse, "the status line is malformed")
    guard line.starts(with: "HTTP/".utf8), let space = line.firstIndex(of: 0x20) else { throw malformed }
    let version = line[5..<space]
    let isKnown =
      version.elementsEqual("1.1".utf8) || version.elementsEqual("1.0".utf8)
      || (version.count == 1 && (0x32...0x39).contains(version[5]))
    guard isKnown else { throw malformed }
    let rest = line[(space + 1)...]
    let digits = rest.prefix { $0 != 0x20 }
    guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { throw malformed }
    let code = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    guard let status = HTTPStatus(code), rest.dropFirst(3).allSatisfy(isText) else { throw malformed }
    return status
  }

  // MARK: Fields (RFC 9112 §5)

  private static func parseField(
    _ line: UnsafeRawBufferPointer, into fields: inout HTTPFields
  ) throws(TransferFailure) {
    guard line.allSatisfy(isText) else {
      throw TransferFailure(.malformedResponse, "a field line of the response has a control character")
    }
    if line[0] == 0x20 || line[0] == 0x09 { return try unfold(line, into: &fields) }
    guard let colon = line.firstIndex(of: 0x3A),
      let name = HTTPFieldName(String(decoding: line[..<colon], as: UTF8.self))
    else {
      throw TransferFailure(.malformedResponse, "a field line of the response has no valid name")
    }
    fields.append(name, value(line[(colon + 1)...]))
  }

  /// A line that begins with white space continues the one before, with one space between (RFC 9112 §5.2).
  private static func unfold(_ line: UnsafeRawBufferPointer, into fields: inout HTTPFields) throws(TransferFailure) {
    guard let last = fields.lines.last else {
      throw TransferFailure(.malformedResponse, "the first field line of the response begins with white space")
    }
    let more = value(line[...]).rawValue
    let joined =
      last.value.rawValue.isEmpty || more.isEmpty
      ? last.value.rawValue + more : "\(last.value.rawValue) \(more)"
    fields = HTTPFields(fields.lines.dropLast() + [HTTPField(last.name, HTTPFieldValue(unchecked: joined))])
  }

  /// The bytes without white space at their ends. They have no control characters; what is not UTF-8 reads as U+FFFD.
  private static func value(_ bytes: Slice<UnsafeRawBufferPointer>) -> HTTPFieldValue {
    var start = bytes.startIndex
    var end = bytes.endIndex
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return HTTPFieldValue(unchecked: String(decoding: bytes[start..<end], as: UTF8.self))
  }

  // MARK: What the fields mean

  private static func interpret(_ head: inout ResponseHead) throws(TransferFailure) {
    for line in head.fields.lines {
      switch line.name.canonicalName {
      case "content-length":
        let length = try contentLength(line.value.rawValue)
        if let earlier = head.contentLength, earlier != length {
          throw TransferFailure(.malformedResponse, "the response has two different lengths (Content-Length)")
        }
        head.contentLength = length
      case "transfer-encoding":
        // Nothing else was asked for (RFC 9112 §6.1).
        guard line.value.rawValue.lowercased() == "chunked" else {
          throw TransferFailure(.malformedResponse, "the response has a Transfer-Encoding other than chunked")
        }
        head.isChunked = true
      case "content-encoding":
        head.contentCodings += line.value.rawValue.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
          .map(String.init)
      default:
        break
      }
    }
  }

  /// The number in a `Content-Length`, which may be a list of one number repeated (RFC 9110 §8.6).
  private static func contentLength(_ text: String) throws(TransferFailure) -> Int {
    var length: Int?
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let digits = part.utf8.filter { $0 != 0x20 && $0 != 0x09 }
      guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(String(decoding: digits, as: UTF8.self)), length == nil || length == number
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

  // MARK: Bytes

  private static func trimmedEnd(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var end = line.count
    if end > 0, line[end - 1] == 0x0A { end -= 1 }
    if end > 0, line[end - 1] == 0x0D { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: line[..<end])
  }

  /// Visible characters, space, tab and bytes above ASCII: what a reason phrase or a field line may hold.
  private static func isText(_ byte: UInt8) -> Bool {
    (byte >= 0x20 && byte != 0x7F) || byte == 0x09
  }
}
