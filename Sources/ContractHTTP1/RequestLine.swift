internal import ContractHTTP

/// A parsed request line (RFC 9112 §3): method, target and version with exactly one space between them.
struct RequestLine {
  /// The range of the method.
  let method: Range<Int>
  /// The ``HTTPMethod/code`` of the method.
  let methodCode: UInt8
  let target: RequestTarget
  let minorVersion: UInt8

  /// The maximum length of a method. No longer method is in use.
  private static let maxMethodBytes = 64

  init(_ bytes: Span<UInt8>, in range: Range<Int>) throws(RequestError) {
    precondition(range.upperBound <= bytes.count)
    let method = try Self.method(bytes, in: range)
    let start = method.range.upperBound &+ 1
    let (stop, question) = RequestTarget.end(bytes, in: start..<range.upperBound)
    let end = bytes.firstIndex(of: 0x20, in: stop..<range.upperBound) ?? start
    guard end > start else { throw .malformed("the request line is not `method target version`") }
    self.minorVersion = try Self.minorVersion(bytes, in: (end + 1)..<range.upperBound)
    guard method.range.count <= Self.maxMethodBytes else { throw RequestError(501, "the method is not implemented") }
    guard stop == end else {
      throw .malformed("the request target has a character that must be percent-encoded")
    }
    self.method = method.range
    self.methodCode = method.code
    self.target = try RequestTarget(bytes, in: start..<end, question: question, methodCode: method.code)
  }

  /// Parses the token before the first space.
  @inline(__always)
  private static func method(
    _ bytes: Span<UInt8>, in range: Range<Int>
  ) throws(RequestError) -> (range: Range<Int>, code: UInt8) {
    let start = range.lowerBound
    if range.count > 8 {
      switch UInt32(truncatingIfNeeded: bytes.eight(at: start).byteSwapped &>> 32) {
      case 0x4745_5420: return (start..<(start &+ 3), HTTPMethod.get.code)
      case 0x5055_5420: return (start..<(start &+ 3), HTTPMethod.put.code)
      case 0x504F_5354 where bytes[start &+ 4] == 0x20: return (start..<(start &+ 4), HTTPMethod.post.code)
      default: break
      }
    }
    return try anyMethod(bytes, in: range)
  }

  @inline(never)
  private static func anyMethod(
    _ bytes: Span<UInt8>, in range: Range<Int>
  ) throws(RequestError) -> (range: Range<Int>, code: UInt8) {
    var index = range.lowerBound
    var letters: UInt64 = 0
    while index < range.upperBound, ByteSet.token.contains(bytes[index]) {
      letters = letters << 8 | UInt64(bytes[index])
      index += 1
    }
    guard index < range.upperBound, bytes[index] == 0x20, index > range.lowerBound else {
      throw error(bytes, in: range)
    }
    let method = range.lowerBound..<index
    return (method, method.count <= 7 ? code(letters) : HTTPMethod.otherCode)
  }

  /// Returns the code of the method with these letters.
  private static func code(_ letters: UInt64) -> UInt8 {
    switch letters {
    case 0x47_4554: HTTPMethod.get.code
    case 0x4845_4144: HTTPMethod.head.code
    case 0x504F_5354: HTTPMethod.post.code
    case 0x50_5554: HTTPMethod.put.code
    case 0x50_4154_4348: HTTPMethod.patch.code
    case 0x4445_4C45_5445: HTTPMethod.delete.code
    case 0x4F_5054_494F_4E53: HTTPMethod.options.code
    case 0x54_5241_4345: HTTPMethod.trace.code
    case 0x43_4F4E_4E45_4354: HTTPMethod.connect.code
    default: HTTPMethod.otherCode
    }
  }

  /// The line as stored in a head.
  @inline(__always)
  var headLine: RequestHead.Line {
    RequestHead.Line(
      methodCode: methodCode, method: .init(method), targetForm: target.form, minorVersion: minorVersion,
      path: .init(target.path), query: target.query.map { .init($0) }, authority: target.authority.map { .init($0) })
  }

  /// Returns the error for a line that does not begin with a token and a space.
  private static func error(_ bytes: Span<UInt8>, in range: Range<Int>) -> RequestError {
    let space = bytes.firstIndex(of: 0x20, in: range) ?? range.lowerBound
    return space > range.lowerBound
      ? .malformed("the method is not a token") : .malformed("the request line is not `method target version`")
  }

  /// Parses the version. `HTTP/1.0` returns 0; all other 1.x versions are served as 1.1 (RFC 9110 §2.5).
  @inline(__always)
  private static func minorVersion(_ bytes: Span<UInt8>, in range: Range<Int>) throws(RequestError) -> UInt8 {
    let start = range.lowerBound
    guard range.count == 8 else { throw .malformed("the request line does not end in an HTTP version") }
    if bytes.eight(at: start) == usual { return 1 }
    guard bytes[start] == 0x48, bytes[start + 1] == 0x54, bytes[start + 2] == 0x54,
      bytes[start + 3] == 0x50, bytes[start + 4] == 0x2F, isDigit(bytes[start + 5]), bytes[start + 6] == 0x2E,
      isDigit(bytes[start + 7])
    else { throw .malformed("the request line does not end in an HTTP version") }
    guard bytes[start + 5] == 0x31 else { throw RequestError(505, "the HTTP version is not supported; use HTTP/1.1") }
    return bytes[start + 7] == 0x30 ? 0 : 1
  }

  /// `HTTP/1.1` as a little-endian word.
  private static var usual: UInt64 { 0x312E_312F_5054_5448 }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
