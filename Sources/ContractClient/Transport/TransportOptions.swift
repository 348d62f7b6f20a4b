/// How one request is sent.
public struct TransportOptions: Sendable, Hashable {
  /// The time for the whole call: name lookup, connection, redirects, sending, and the response to its last byte.
  /// 60 seconds unless set.
  public var timeout: Duration
  /// The most bytes of content that a response may have, counted after content decoding. 16 MiB unless set.
  public var maxResponseBytes: Int
  /// Which redirects are followed.
  public var redirects: RedirectPolicy

  /// Options with these values.
  public init(
    timeout: Duration = .seconds(60), maxResponseBytes: Int = 16 << 20, redirects: RedirectPolicy = .follow(max: 5)
  ) {
    self.timeout = timeout
    self.maxResponseBytes = maxResponseBytes
    self.redirects = redirects
  }
}
