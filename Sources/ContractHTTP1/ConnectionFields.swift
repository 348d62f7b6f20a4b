internal import ContractHTTP

/// Headers that affect the framing and the connection of a request, collected while they are parsed.
package struct ConnectionFields: Sendable, Equatable {
  /// The combined value of the `Content-Length` lines (RFC 9110 §8.6).
  package enum ContentLength: Sendable, Equatable {
    case absent
    case bytes(Int)
    /// A decimal number that does not fit in an integer.
    case enormous
    case invalid
  }

  /// The combined value of the `Transfer-Encoding` lines (RFC 9112 §6.1).
  package enum TransferEncoding: Sendable, Equatable {
    case absent
    /// Exactly `chunked`.
    case chunked
    /// An unsupported coding, optionally followed by `chunked`.
    case unknown
    /// `chunked` twice, `chunked` before another coding, or not a list of tokens.
    case invalid
  }

  package internal(set) var minorVersion: UInt8 = 1
  package private(set) var contentLength = ContentLength.absent
  package private(set) var transferEncoding = TransferEncoding.absent
  /// True when `Connection` contains `close` (RFC 9112 §9.6).
  package private(set) var asksToClose = false
  /// True when `Connection` contains `keep-alive`, which keeps an HTTP/1.0 connection open (RFC 9112 §9.3).
  package private(set) var asksToKeepAlive = false
  /// True when `Connection` contains `upgrade` (RFC 9110 §7.8).
  package private(set) var asksToUpgrade = false
  /// True when `Expect` contains `100-continue` (RFC 9110 §10.1.1).
  package private(set) var expectsContinue = false
  /// True when `Expect` contains another expectation.
  package private(set) var hasUnknownExpectation = false
  private var hosts = 0
  private var isHostValid = true

  package init() {}

  /// Evaluates one header line.
  @inline(__always)
  mutating func note(_ field: RequestHead.NotedField, value: Range<Int>, in bytes: Span<UInt8>) {
    switch field {
    case .host: noteHost(value, in: bytes)
    case .expect: noteExpectation(value, in: bytes)
    case .connection: noteConnection(value, in: bytes)
    case .contentLength: noteContentLength(value, in: bytes)
    case .transferEncoding: noteTransferEncoding(value, in: bytes)
    case .accept, .contentType, .contentEncoding: break
    }
  }

  /// Checks the `Host` headers (RFC 9112 §3.2): HTTP/1.1 requires exactly one, HTTP/1.0 allows one, and it must be
  /// valid.
  func checkHost() throws(RequestError) {
    if hosts == 0 && minorVersion > 0 { throw .malformed("the Host header is missing") }
    if hosts > 1 { throw .malformed("the Host header occurs more than once") }
    if !isHostValid { throw .malformed("the Host header is not `host` or `host:port`") }
  }

  private mutating func noteHost(_ value: Range<Int>, in bytes: Span<UInt8>) {
    hosts += 1
    if !value.isEmpty && !HostSyntax.isValid(bytes, in: value, port: .optional) { isHostValid = false }
  }

  private mutating func noteExpectation(_ value: Range<Int>, in bytes: Span<UInt8>) {
    bytes.forEachMember(in: value) { member in
      if member.isEmpty { return }
      if bytes.equalsIgnoringCase("100-continue", in: member) {
        expectsContinue = true
      } else {
        hasUnknownExpectation = true
      }
    }
  }

  private mutating func noteConnection(_ value: Range<Int>, in bytes: Span<UInt8>) {
    bytes.forEachMember(in: value) { member in
      if bytes.equalsIgnoringCase("close", in: member) {
        asksToClose = true
      } else if bytes.equalsIgnoringCase("keep-alive", in: member) {
        asksToKeepAlive = true
      } else if bytes.equalsIgnoringCase("upgrade", in: member) {
        asksToUpgrade = true
      }
    }
  }

  /// Evaluates `Content-Length`. All members of all lines must be the same decimal number.
  private mutating func noteContentLength(_ value: Range<Int>, in bytes: Span<UInt8>) {
    if contentLength == .absent, let length = Self.short(bytes, in: value) {
      contentLength = .bytes(length)
      return
    }
    bytes.forEachMember(in: value) { member in
      let length = Self.decimal(bytes, in: member)
      if contentLength == .absent {
        contentLength = length
      } else if contentLength != length || length == .enormous {
        contentLength = .invalid
      }
    }
  }

  /// Returns a decimal number of at most 18 digits, which cannot overflow; nil for other values.
  @inline(__always)
  private static func short(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
    if range.isEmpty || range.count > 18 { return nil }
    var value = 0
    for index in range {
      let digit = bytes[index] &- 0x30
      if digit >= 10 { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return value
  }

  private static func decimal(_ bytes: Span<UInt8>, in range: Range<Int>) -> ContentLength {
    guard !range.isEmpty else { return .invalid }
    var value = 0
    var isEnormous = false
    for index in range {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { return .invalid }
      let (tens, hasTensOverflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, hasSumOverflow) = tens.addingReportingOverflow(Int(digit))
      isEnormous = isEnormous || hasTensOverflow || hasSumOverflow
      value = isEnormous ? 0 : sum
    }
    return isEnormous ? .enormous : .bytes(value)
  }

  private mutating func noteTransferEncoding(_ value: Range<Int>, in bytes: Span<UInt8>) {
    bytes.forEachMember(in: value) { member in
      let isChunked = bytes.equalsIgnoringCase("chunked", in: member)
      let isToken = !member.isEmpty && bytes.allSatisfy(.token, in: member)
      switch transferEncoding {
      case .absent: transferEncoding = isChunked ? .chunked : isToken ? .unknown : .invalid
      // `chunked` must be the last coding and applied once (RFC 9112 §6.1).
      case .chunked: transferEncoding = .invalid
      case .unknown: transferEncoding = isToken ? .unknown : .invalid
      case .invalid: break
      }
    }
  }
}
