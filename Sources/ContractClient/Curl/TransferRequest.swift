internal import ContractHTTP
internal import ContractLoop

/// One request as the engine sends it: checked text and numbers, nothing to interpret.
struct TransferRequest: Sendable {
  let url: String
  let method: String
  /// True for `OPTIONS *`, whose target no URL can say.
  let isAsterisk: Bool
  /// Lines without their line end. A field without a value is spelled `Name;`, as libcurl wants it.
  let fieldLines: [String]
  let content: Content
  /// Content codings are decoded only when the engine asked for them itself.
  let decodesContent: Bool
  let maxResponseBytes: Int
  /// When the whole call has to be over.
  let deadline: LoopInstant
  /// The time that the deadline was made from, for the error that names it.
  let timeout: Duration
  /// True for hosts that no proxy can reach.
  let isLoopback: Bool

  enum Content: Sendable {
    /// Nothing is sent, not even a length.
    case none
    case bytes([UInt8])
    case stream(HTTPBodyStream)
  }
}

/// What a transfer brought.
struct TransferResponse: Sendable {
  var status: HTTPStatus
  var fields: HTTPFields
  var content: [UInt8]
}

extension TransferRequest {
  /// Content codings that the engine undoes.
  static let acceptedCodings = "gzip, deflate"

  /// Checks what the type system does not: the target, the authority, and methods that need special handling.
  init(_ request: HTTPRequest, maxResponseBytes: Int, timeout: Duration, deadline: LoopInstant) throws(TransferFailure)
  {
    try Self.check(request)
    let content = Self.content(of: request)
    self.isAsterisk = request.target == "*"
    self.url = isAsterisk ? "\(request.scheme ?? "")://\(request.authority ?? "")" : request.url
    self.method = request.method.rawValue
    self.content = content
    self.decodesContent = !request.fields.contains(.acceptEncoding)
    self.fieldLines = Self.lines(request.fields, decodesContent: decodesContent)
    self.maxResponseBytes = maxResponseBytes
    self.timeout = timeout
    self.deadline = deadline
    self.isLoopback = Self.isLoopback(request.authority ?? "")
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
      throw TransferFailure(.invalidRequest, "a request needs the scheme http or https")
    }
    guard let authority = request.authority, !authority.isEmpty, authority.utf8.allSatisfy(isAuthorityByte) else {
      throw TransferFailure(.invalidRequest, "the host and port of the request are missing or malformed")
    }
    let target = request.target
    let isAsterisk = target == "*" && request.method == .options
    guard isAsterisk || target.utf8.first == 0x2F, target.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x23 })
    else {
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
  private static func isAuthorityByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x3A, 0x5B, 0x5D: true
    default: false
    }
  }

  private static func isLoopback(_ authority: String) -> Bool {
    authority == "localhost" || authority.hasPrefix("localhost:") || authority.hasPrefix("127.")
      || authority.hasPrefix("[::1]")
  }

  /// The lines to send. The framing is libcurl's to write; a colon without text keeps libcurl from adding its own line.
  private static func lines(_ fields: HTTPFields, decodesContent: Bool) -> [String] {
    var lines: [String] = []
    var hasAccept = false
    var hasContentType = false
    var hasExpect = false
    for field in fields.lines {
      switch field.name.canonicalName {
      case "content-length", "transfer-encoding": continue
      case "accept": hasAccept = true
      case "content-type": hasContentType = true
      case "expect": hasExpect = true
      default: break
      }
      let value = field.value.rawValue
      lines.append(value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(value)")
    }
    if decodesContent { lines.append("Accept-Encoding: \(acceptedCodings)") }
    if !hasAccept { lines.append("Accept:") }
    if !hasContentType { lines.append("Content-Type:") }
    if !hasExpect { lines.append("Expect:") }
    return lines
  }
}
