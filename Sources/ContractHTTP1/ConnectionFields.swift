internal import ContractHTTP

/// What a request's fields say about its framing and its connection, noted while they are parsed so that nobody has to
/// look for them again.
package struct ConnectionFields: Sendable, Equatable {
  /// What the `Content-Length` lines come to (RFC 9110 §8.6).
  package enum ContentLength: Sendable, Equatable {
    case absent
    case bytes(Int)
    /// A decimal number that no integer holds.
    case enormous
    case invalid
  }

  /// What the `Transfer-Encoding` lines come to (RFC 9112 §6.1).
  package enum TransferEncoding: Sendable, Equatable {
    case absent
    /// `chunked` and nothing else.
    case chunked
    /// A coding this server does not know, with or without `chunked` behind it.
    case unknown
    /// `chunked` twice, `chunked` before another coding, or no list of tokens.
    case invalid
  }

  package internal(set) var minorVersion: UInt8 = 1
  package private(set) var contentLength = ContentLength.absent
  package private(set) var transferEncoding = TransferEncoding.absent
  /// `Connection` names `close` (RFC 9112 §9.6).
  package private(set) var asksToClose = false
  /// `Connection` names `keep-alive`, which persists an HTTP/1.0 connection (RFC 9112 §9.3).
  package private(set) var asksToKeepAlive = false
  /// `Expect` names `100-continue` (RFC 9110 §10.1.1).
  package private(set) var expectsContinue = false
  /// `Expect` names something else.
  package private(set) var hasUnknownExpectation = false
  private var hosts = 0
  private var isHostValid = true

  package init() {}

  /// Takes notice of one line of a field.
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

  /// RFC 9112 §3.2: exactly one `Host` in HTTP/1.1, at most one in HTTP/1.0, and a valid one.
  func checkHost() throws(RequestError) {
    if hosts == 0 && minorVersion > 0 { throw .malformed("the Host field is missing") }
    if hosts > 1 { throw .malformed("there is more than one Host field") }
    if !isHostValid { throw .malformed("the Host field is not `host` or `host:port`") }
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
      }
    }
  }

  /// Every member of every line must be the same decimal number.
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

  /// One decimal number of so few digits that nothing can overflow.
  @inline(__always)
  private static func short(_ bytes: Span<UInt8>, in place: Range<Int>) -> Int? {
    if place.isEmpty || place.count > 18 { return nil }
    var value = 0
    for index in place {
      let digit = bytes[index] &- 0x30
      if digit >= 10 { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return value
  }

  private static func decimal(_ bytes: Span<UInt8>, in place: Range<Int>) -> ContentLength {
    guard !place.isEmpty else { return .invalid }
    var value = 0
    var isEnormous = false
    for index in place {
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
      // `chunked` is the last coding and is applied once (RFC 9112 §6.1).
      case .chunked: transferEncoding = .invalid
      case .unknown: transferEncoding = isToken ? .unknown : .invalid
      case .invalid: break
      }
    }
  }
}
