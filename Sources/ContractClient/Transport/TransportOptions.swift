package import Contract

/// How one request is sent.
public struct TransportOptions: Sendable, Hashable {
  /// The time for the whole call: name lookup, connection, redirects, sending, and the response to its last byte, or to
  /// its head when the content is pulled. 60 seconds unless set.
  public var timeout: Duration
  /// How long content that is pulled may be silent while its reader waits for it. 60 seconds unless set; no limit for events.
  public var idleTimeout = IdleTimeout.automatic
  /// The most bytes of content that a response may have, counted after content decoding. 16 MiB unless set.
  public var maxResponseBytes: Int
  /// Which redirects are followed.
  public var redirects: RedirectPolicy
  /// How many bytes one byte of encoded content may become, once it has become more than 1 MiB. 250 unless set; gzip
  /// reaches 1030 with nothing but zeroes.
  public var maxExpansion = 250
  /// What happens when a kept connection turns out to be closed before any byte of a response.
  public var repetition = Repetition.idempotent
  /// The most bytes of content to send in a second, on average; nil, unless set, is no limit.
  public var maxSentBytesPerSecond: Int?
  /// The most bytes of content to receive in a second, on average; nil, unless set, is no limit.
  public var maxReceivedBytesPerSecond: Int?
  /// Who hears how far the content of the request and of the response has come. Nobody unless set.
  public var progress: [ProgressHandler] = []
  /// Where the client's own credentials stand in the request, unless the name of the place says that it is secret: nobody
  /// shows what is there.
  package var credentialPlaces: [SecurityScheme.Kind] = []
  /// The mock of the call by the type of its result, where mocks are looked for that way.
  package var example: CallExample?

  /// Options with these values.
  public init(
    timeout: Duration = .seconds(60), maxResponseBytes: Int = 16 << 20, redirects: RedirectPolicy = .follow(max: 5)
  ) {
    self.timeout = timeout
    self.maxResponseBytes = maxResponseBytes
    self.redirects = redirects
  }

  /// When a request is sent once more, because the kept connection that it went out on was closed before any byte of a
  /// response. Nobody can tell then whether the server has seen it (RFC 9110 §9.2.2).
  ///
  /// A connection that was closed earlier, while it was idle, is found out before a request is written to it, and is
  /// replaced in any case.
  public enum Repetition: Sendable, Hashable {
    /// Requests with an idempotent method: GET, HEAD, PUT, DELETE, OPTIONS and TRACE. All others fail with the code
    /// `lostConnection`.
    case idempotent
    /// Every request; for those that a server recognises when they come twice.
    case always
    /// None.
    case never
  }
}
