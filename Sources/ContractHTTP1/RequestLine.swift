internal import ContractHTTP

/// A parsed request line (RFC 9112 §3): method, target and version with exactly one space between them.
struct RequestLine {
  let method: HTTPMethod
  let target: RequestTarget
  let minorVersion: Int

  /// Methods longer than this are none that anybody implements.
  private static let maxMethodBytes = 64

  init(_ bytes: Span<UInt8>, in place: Range<Int>) throws(RequestError) {
    precondition(place.upperBound <= bytes.count)
    var index = place.lowerBound
    var letters: UInt64 = 0
    // SAFETY: in both loops the index lies in `place`, which was checked to lie inside the span.
    while index < place.upperBound, ByteSet.token.contains(bytes[unchecked: index]) {
      letters = letters << 8 | UInt64(bytes[unchecked: index])
      index &+= 1
    }
    let method = place.lowerBound..<index
    guard index < place.upperBound, bytes[index] == 0x20, !method.isEmpty else {
      throw Self.error(bytes, in: place)
    }
    let start = index &+ 1
    index = start
    var question: Int?
    while index < place.upperBound, RequestTarget.isAllowed(bytes[unchecked: index]) {
      if bytes[unchecked: index] == 0x3F, question == nil { question = index }
      index &+= 1
    }
    let end = bytes.firstIndex(of: 0x20, in: index..<place.upperBound) ?? start
    guard end > start else { throw .malformed("the request line is not `method target version`") }
    self.minorVersion = try Self.minorVersion(bytes, in: (end + 1)..<place.upperBound)
    guard method.count <= Self.maxMethodBytes else { throw RequestError(501, "the method is not implemented") }
    guard index == end else {
      throw .malformed("the request target has a character that must be percent-encoded")
    }
    self.method = Self.method(letters, bytes, in: method)
    self.target = try RequestTarget(bytes, in: start..<end, question: question, method: self.method)
  }

  /// What is wrong with a line that does not begin with a token and a space.
  private static func error(_ bytes: Span<UInt8>, in place: Range<Int>) -> RequestError {
    let space = bytes.firstIndex(of: 0x20, in: place) ?? place.lowerBound
    return space > place.lowerBound
      ? .malformed("the method is not a token") : .malformed("the request line is not `method target version`")
  }

  /// The method at a place that is known to be a token, and its last letters.
  @inline(__always)
  private static func method(_ letters: UInt64, _ bytes: Span<UInt8>, in place: Range<Int>) -> HTTPMethod {
    switch place.count <= 7 ? letters : 0 {
    case 0x47_4554: return .get
    case 0x4845_4144: return .head
    case 0x504F_5354: return .post
    case 0x50_5554: return .put
    case 0x50_4154_4348: return .patch
    case 0x4445_4C45_5445: return .delete
    case 0x4F_5054_494F_4E53: return .options
    default: break
    }
    // SAFETY: the pointer is only read, and only inside the call.
    return HTTPMethod(
      unchecked: bytes.extracting(place).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
  }

  /// `HTTP/1.0` is 0; every higher minor version of major 1 is served as 1.1 (RFC 9110 §2.5).
  private static func minorVersion(_ bytes: Span<UInt8>, in place: Range<Int>) throws(RequestError) -> Int {
    let start = place.lowerBound
    guard place.count == 8 else { throw .malformed("the request line does not end in an HTTP version") }
    // SAFETY: any bit pattern is a UInt64, and the load checks that its eight bytes are inside the span.
    let version = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
    if version == usual { return 1 }
    guard bytes[start] == 0x48, bytes[start + 1] == 0x54, bytes[start + 2] == 0x54,
      bytes[start + 3] == 0x50, bytes[start + 4] == 0x2F, isDigit(bytes[start + 5]), bytes[start + 6] == 0x2E,
      isDigit(bytes[start + 7])
    else { throw .malformed("the request line does not end in an HTTP version") }
    guard bytes[start + 5] == 0x31 else { throw RequestError(505, "this server speaks HTTP/1.1 and HTTP/1.0") }
    return bytes[start + 7] == 0x30 ? 0 : 1
  }

  /// `HTTP/1.1`, as memory has it.
  private static let usual = UInt64(bigEndian: 0x4854_5450_2F31_2E31)

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
