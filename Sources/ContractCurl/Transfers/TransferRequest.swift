internal import ContractCoding
package import ContractHTTP
package import ContractLoop

/// One request as the engine sends it: checked text and numbers, nothing to interpret.
package struct TransferRequest: Sendable {
  let isSecure: Bool
  let authority: String
  /// A path and perhaps a query, or `*`.
  let target: String
  let method: HTTPMethod
  let fields: HTTPFields
  let content: Content
  /// Content codings are decoded only when the engine asked for them itself.
  let decodesContent: Bool
  let limits: Limits
  /// When the whole call has to be over.
  let deadline: LoopInstant
  /// The time that the deadline was made from, for the error that names it.
  let timeout: Duration
  /// True for hosts that no proxy can reach.
  let isLoopback: Bool
  /// Whether libcurl may send it once more on a new connection.
  let mayRepeat: Bool
  /// Who hears how far it has come.
  let progress: ProgressSink?
  /// True when the server is asked to speak another protocol on the connection (RFC 9110 §7.8).
  let isUpgrade: Bool

  /// How much is accepted, and how fast content travels.
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

  /// Bytes per second, 0 for no limit.
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
    /// Nothing is sent, not even a length.
    case none
    case bytes([UInt8])
    case stream(HTTPBodyStream)
  }
}

/// What a transfer brought.
package struct TransferResponse: Sendable {
  package var status: HTTPStatus
  package var fields: HTTPFields
  package var content: [UInt8]
  /// What whoever pulls the content has to undo; nil when it is as it was before it was encoded.
  var coding: CompressionFormat?
  package var arrival: ResponseArrival?
}

extension TransferRequest {
  /// Content codings that the engine undoes.
  static let acceptedCodings = "gzip, deflate"

  /// Checks what the type system does not: the target, the authority, and methods that need special handling.
  package init(
    _ request: HTTPRequest, limits: Limits, timeout: Duration, deadline: LoopInstant, mayRepeat: Bool,
    progress: ProgressSink?, isUpgrade: Bool = false
  ) throws(TransferFailure) {
    try Self.check(request)
    let content = Self.content(of: request)
    self.isSecure = request.scheme == "https"
    self.authority = request.authority ?? ""
    self.target = request.target
    self.method = request.method
    self.content = content
    self.decodesContent = !request.fields.contains(.acceptEncoding)
    self.fields = request.fields
    self.limits = limits
    self.mayRepeat = mayRepeat
    self.progress = progress
    self.isUpgrade = isUpgrade
    self.timeout = timeout
    self.deadline = deadline
    self.isLoopback = Self.isLoopback(authority)
  }

  /// The URL without path and query.
  var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }

  private static func content(of request: HTTPRequest) -> Content {
    switch request.body {
    case .empty: request.method.expectsContent ? .bytes([]) : .none
    case .bytes(let bytes): .bytes(bytes)
    case .stream(let stream): .stream(stream)
    }
  }

  private static func check(_ request: HTTPRequest) throws(TransferFailure) {
    guard request.scheme == "http" || request.scheme == "https" else {
      throw TransferFailure(.invalidRequest, "a request needs the scheme http or https")
    }
    guard let authority = request.authority, !authority.isEmpty, isAuthority(authority) else {
      throw TransferFailure(.invalidRequest, "the host and port of the request are missing or malformed")
    }
    let target = request.target
    let isAsterisk = target == "*" && request.method == .options
    guard isAsterisk || isOriginForm(target) else {
      throw TransferFailure(
        .invalidRequest, "the target must begin with `/` and be percent-encoded: visible ASCII without `#`")
    }
    if request.method == .connect {
      throw TransferFailure(.invalidRequest, "CONNECT opens a tunnel, which this transport does not do")
    }
    if case .empty = request.body {
    } else if request.method == .head || request.method == .trace {
      throw TransferFailure(.invalidRequest, "a \(request.method) request has no content")
    }
  }

  /// Letters, digits and what occurs in `host:port` and `[::1]:port` (RFC 3986 §3.2); no userinfo.
  package static func isAuthority(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      for byte in bytes where !isAuthorityByte(byte) { return false }
      return true
    }
  }

  /// A path and perhaps a query, of characters that may stand there.
  private static func isOriginForm(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.first == 0x2F else { return false }
      // Without a branch for each byte, so that many are looked at together.
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

  // SAFETY: the text's own bytes, inside `withUTF8`; there are as many as the literal has, which is looked at first.
  private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
    guard bytes.count >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount where bytes[index] != text.utf8Start[index] { return false }
    return true
  }

  /// True when there are digits and dots in front of the port.
  private static func isHostOfDigits(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in bytes {
      if byte == UInt8(ascii: ":") { return true }
      guard byte == UInt8(ascii: ".") || byte &- 0x30 < 10 else { return false }
    }
    return true
  }

  /// The lines to send, without their line ends; a field without a value is spelled `Name;`, as libcurl wants it. The
  /// framing is libcurl's to write; a colon without text keeps it from adding a line of its own.
  ///
  /// - Parameters:
  ///   - content: how the content travels. libcurl expects 100 (Continue) of its own accord for a megabyte and more, which it
  ///     has no copy of.
  ///   - exceptCookie: leaves `Cookie` out, which is then joined with the cookies of a jar.
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
    if decodesContent { lines.append("Accept-Encoding", ": ", Self.acceptedCodings) }
    if !fields.contains(.accept) { lines.append("Accept", ":") }
    if hasContent, !fields.contains(.contentType) { lines.append("Content-Type", ":") }
    if content == .pulled, !fields.contains(.expect) { lines.append("Expect", ":") }
    return lines
  }
}
