internal import ContractHTTP

/// A parsed request line (RFC 9112 §3): method, target and version with exactly one space between them.
struct RequestLine {
  /// The method's place; a place costs less to keep than the method.
  let method: Range<Int>
  let target: RequestTarget
  let minorVersion: Int

  /// Methods longer than this are none that anybody implements.
  private static let maxMethodBytes = 64

  init(_ bytes: Span<UInt8>, in place: Range<Int>) throws(RequestError) {
    guard let methodEnd = bytes.firstIndex(of: 0x20, in: place), methodEnd > place.lowerBound else {
      throw .malformed("the request line is not `method target version`")
    }
    guard bytes.allSatisfy(.token, in: place.lowerBound..<methodEnd) else {
      throw .malformed("the method is not a token")
    }
    let targetStart = methodEnd + 1
    guard let targetEnd = bytes.firstIndex(of: 0x20, in: targetStart..<place.upperBound), targetEnd > targetStart else {
      throw .malformed("the request line is not `method target version`")
    }
    self.minorVersion = try Self.minorVersion(bytes, in: (targetEnd + 1)..<place.upperBound)
    guard methodEnd - place.lowerBound <= Self.maxMethodBytes else {
      throw RequestError(501, "the method is not implemented")
    }
    self.method = place.lowerBound..<methodEnd
    self.target = try RequestTarget(bytes, in: targetStart..<targetEnd, method: Self.method(bytes, in: method))
  }

  /// True for HEAD, to which even refusals have no content.
  func isHead(in bytes: Span<UInt8>) -> Bool {
    method.count == 4 && bytes[method.lowerBound] == 0x48 && bytes[method.lowerBound + 1] == 0x45
      && bytes[method.lowerBound + 2] == 0x41 && bytes[method.lowerBound + 3] == 0x44
  }

  /// The method at a place that is known to be a token.
  static func method(_ bytes: Span<UInt8>, in place: Range<Int>) -> HTTPMethod {
    var letters: UInt64 = 0
    if place.count <= 7 {
      for index in place { letters = letters << 8 | UInt64(bytes[index]) }
    }
    switch letters {
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
