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

extension TransferRequest {
  /// Creates a request after checking its scheme, authority, target and method.
  package init(
    _ request: HTTPRequest, limits: Limits, timeout: Duration, deadline: LoopInstant, waitsForUpload: Bool = false,
    mayRepeat: Bool, progress: ProgressSink?, isUpgrade: Bool = false
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
}
