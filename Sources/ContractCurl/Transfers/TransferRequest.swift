internal import ContractCoding
package import ContractHTTP
package import ContractLoop

/// A checked request as the engine sends it.
package struct TransferRequest: Sendable {
  let isSecure: Bool
  let authority: String
  /// A path with an optional query, or `*`.
  let target: String
  let method: HTTPMethod
  private(set) var fields: HTTPFields
  let content: Content
  /// Whether content codings are decoded, and requested unless the request is for a range. False for upgrades, and if the
  /// request has its own `Accept-Encoding`.
  let decodesContent: Bool
  let limits: Limits
  /// The deadline of the whole call.
  let deadline: LoopInstant
  /// The timeout that the deadline was computed from, for error messages.
  let timeout: Duration
  /// True if the deadline moves while the body is being sent.
  let waitsForUpload: Bool
  /// True for hosts that a proxy cannot reach.
  let isLoopback: Bool
  /// Whether libcurl may send the request again on a new connection.
  let mayRepeat: Bool
  /// The receiver of progress; nil for none.
  let progress: ProgressSink?
  /// Whether the request requests another protocol on the connection (RFC 9110 §7.8).
  let isUpgrade: Bool

  /// The limits on the response body and on the rate of both bodies.
  package struct Limits: Sendable {
    let maxResponseBytes: Int
    let maxExpansion: Int
    let pace: Pace

    package init(maxResponseBytes: Int, maxExpansion: Int, pace: Pace) {
      self.maxResponseBytes = maxResponseBytes
      self.maxExpansion = maxExpansion
      self.pace = pace
    }
  }

  /// The maximum rates of bodies in bytes per second; 0 for no limit.
  package struct Pace: Sendable, Equatable {
    let sending: Int
    let receiving: Int

    package init(sending: Int, receiving: Int) {
      self.sending = sending
      self.receiving = receiving
    }

    package static let unlimited = Pace(sending: 0, receiving: 0)
  }

  enum Content: Sendable {
    /// No body and no length.
    case none
    case bytes([UInt8])
    case stream(ByteStream)
  }
}

/// The response of a transfer.
package struct TransferResponse: Sendable {
  package var status: HTTPStatus
  package var fields: HTTPFields
  package var content: [UInt8]
  /// The coding that the reader of a pulled body must decode; nil for none.
  var coding: CompressionFormat?
  /// True if the head announced the length of an encoded body.
  var announcesLength = false
  package var arrival: ResponseArrival?
}

extension TransferRequest {
  /// The content codings that the engine requests and decodes.
  static let acceptedCodings = "gzip, deflate"
  private static let range: HTTPFieldName = "Range"

  /// Creates a request after checking its scheme, authority, target and method.
  package init(
    _ request: HTTPRequest, limits: Limits, timeout: Duration, deadline: LoopInstant, waitsForUpload: Bool = false,
    mayRepeat: Bool,
    progress: ProgressSink?, isUpgrade: Bool = false
  ) throws(TransferFailure) {
    try Self.check(request)
    let content = Self.content(of: request)
    self.isSecure = request.scheme == "https"
    self.authority = request.authority ?? ""
    self.target = request.target
    self.method = request.method
    self.content = content
    self.decodesContent = !isUpgrade && !request.fields.contains(.acceptEncoding)
    self.fields = request.fields
    self.limits = limits
    self.mayRepeat = mayRepeat
    self.progress = progress
    self.isUpgrade = isUpgrade
    self.timeout = timeout
    self.deadline = deadline
    self.waitsForUpload = waitsForUpload
    self.isLoopback = Self.isLoopback(authority)
  }

  /// The request without its expectation, which the server has refused.
  var withoutExpectation: TransferRequest {
    var request = self
    request.fields.remove(.expect)
    return request
  }

  /// The URL without path and query.
  var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }

  /// True if a digest follows the body.
  var hasTrailer: Bool {
    if case .stream(let stream) = content { stream.length == nil && stream.contentDigest != nil } else { false }
  }

  private static func content(of request: HTTPRequest) -> Content {
    switch request.body {
    case .empty: request.method.expectsContent ? .bytes([]) : .none
    case .bytes(let bytes): .bytes(bytes)
    case .stream(let stream): .stream(stream)
    }
  }

  private static func check(_ request: HTTPRequest) throws(TransferFailure) {
    guard request.scheme == "http" || request.scheme == "https" else {
      throw TransferFailure(.invalidRequest, "the scheme of the request is not http or https")
    }
    guard let authority = request.authority, !authority.isEmpty, isAuthority(authority) else {
      throw TransferFailure(.invalidRequest, "the host and port of the request are missing or malformed")
    }
    let target = request.target
    let isAsterisk = target == "*" && request.method == .options
    guard isAsterisk || isOriginForm(target) else {
      throw TransferFailure(
        .invalidRequest, "the target of the request does not begin with `/` or is not percent-encoded")
    }
    if request.method == .connect {
      throw TransferFailure(.invalidRequest, "the transport does not send CONNECT requests")
    }
    if case .empty = request.body {
    } else if request.method == .head || request.method == .trace {
      throw TransferFailure(.invalidRequest, "a \(request.method) request has a body")
    }
    if let length = request.body.length, length < 0 {
      throw TransferFailure(.invalidRequest, "the length of the request body is negative")
    }
  }

  /// Returns whether a string has only characters of `host:port` and `[::1]:port` (RFC 3986 §3.2), without userinfo.
  package static func isAuthority(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      for byte in bytes where !isAuthorityByte(byte) { return false }
      return true
    }
  }

  /// Returns whether a target is a path with an optional query, in visible ASCII without `#`.
  private static func isOriginForm(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.first == 0x2F else { return false }
      // The loop has no branches, so that it is vectorized.
      var wrong: UInt8 = 0
      for byte in bytes { wrong |= (byte &- 0x21 > 0x7E - 0x21 ? 1 : 0) | (byte == 0x23 ? 1 : 0) }
      return wrong == 0
    }
  }

  private static func isAuthorityByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x3A, 0x5B, 0x5D: true
    default: false
    }
  }

  package static func isLoopback(_ authority: String) -> Bool {
    var authority = authority
    return authority.withUTF8 { bytes in
      switch bytes.first {
      case UInt8(ascii: "l"): begins(bytes, "localhost") && (bytes.count == 9 || bytes[9] == UInt8(ascii: ":"))
      case UInt8(ascii: "1"): begins(bytes, "127.") && isHostOfDigits(bytes)
      case UInt8(ascii: "["): begins(bytes, "[::1]")
      default: false
      }
    }
  }

  // SAFETY: `bytes` belong to a string inside `withUTF8`, and `text` is a literal; the count is checked first.
  private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
    guard bytes.count >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount where bytes[index] != text.utf8Start[index] { return false }
    return true
  }

  /// Returns whether the host before the port has only digits and dots.
  private static func isHostOfDigits(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in bytes {
      if byte == UInt8(ascii: ":") { return true }
      guard byte == UInt8(ascii: ".") || byte &- 0x30 < 10 else { return false }
    }
    return true
  }

  /// Returns the field lines in libcurl's syntax: `Name;` for an empty value, and `Name:` to suppress a line that libcurl
  /// would add. libcurl writes the framing.
  ///
  /// - Parameters:
  ///   - content: The way in which the body is sent. For a pulled body of a megabyte or more, libcurl would add
  ///     `Expect`.
  ///   - exceptCookie: Whether to omit `Cookie`, which is joined with the cookies of a jar.
  func fieldLines(_ content: CurlHandle.Shape.Content, exceptCookie: Bool) -> FieldLines {
    let hasContent = content != .none
    var lines = FieldLines()
    for field in fields.lines {
      let name = field.name.canonicalName
      if name == "content-length" || name == "transfer-encoding" { continue }
      if exceptCookie, name == "cookie" { continue }
      let value = field.value.rawValue
      if value.isEmpty {
        lines.append(field.name.rawName, ";")
      } else {
        lines.append(field.name.rawName, ": ", value)
      }
    }
    if decodesContent {
      // The bytes of a range are those of the representation in one coding, and part of an encoded body cannot be decoded.
      lines.append("Accept-Encoding", ": ", fields.contains(Self.range) ? "identity" : Self.acceptedCodings)
    }
    if !fields.contains(.accept) { lines.append("Accept", ":") }
    if hasContent, !fields.contains(.contentType) { lines.append("Content-Type", ":") }
    if hasTrailer, !fields.contains("Trailer") { lines.append("Trailer", ": ", "Content-Digest") }
    if content == .pulled, !fields.contains(.expect) { lines.append("Expect", ":") }
    return lines
  }
}
