package import Contract
public import ContractCurl

/// The options for sending one request.
public struct TransportOptions: Sendable, Hashable {
  /// The timeout of the call, from name lookup through redirects to the last byte of the response, or to the response
  /// head of a stream. Default: 60 seconds.
  public var timeout: Duration
  /// The idle timeout of a streamed body while its reader waits. Default: 60 seconds, and no limit for events.
  public var idleTimeout = IdleTimeout.automatic
  /// The maximum size of a decoded response body in bytes. Default: 16 MiB.
  public var maxResponseBytes: Int
  /// The redirect policy. Default: up to 5 redirects.
  public var redirects: RedirectPolicy
  /// The maximum expansion of an encoded body: decoded bytes per encoded byte, checked after the first decoded MiB.
  /// Default: 250. gzip reaches 1030 for a body of zeros.
  public var maxExpansion = 250
  /// The requests to resend if a reused connection turns out to be closed. Default: idempotent requests.
  public var repetition = Repetition.idempotent
  /// The maximum average upload rate of bodies in bytes per second; nil for no limit.
  public var maxSentBytesPerSecond: Int?
  /// The maximum average download rate of bodies in bytes per second; nil for no limit.
  public var maxReceivedBytesPerSecond: Int?
  /// The handlers of progress reports.
  public var progress: [ProgressHandler] = []
  /// The locations of the client's credentials under names that are not known to be secret. Logs mask them.
  package var credentialLocations: [SecurityScheme.Kind] = []
  /// True if the timeout starts again as long as the request's body makes progress.
  package var waitsForUpload = false
  /// The example of the call's result type, for environments with mocks.
  package var example: CallExample?
  /// The mock of an environment that wraps the transport.
  package var mock: MockResponse?
  /// True if an environment that wraps the transport has decided where the request is sent.
  package var hasEnvironment = false

  /// Creates options.
  public init(
    timeout: Duration = .seconds(60), maxResponseBytes: Int = 16 << 20, redirects: RedirectPolicy = .follow(max: 5)
  ) {
    self.timeout = timeout
    self.maxResponseBytes = maxResponseBytes
    self.redirects = redirects
  }

  /// The requests to resend after a reused connection was closed before any byte of a response. The server may or may
  /// not have processed such a request (RFC 9110 §9.2.2).
  ///
  /// A connection closed while idle is detected before a request is written to it, and is replaced regardless of this
  /// option.
  public enum Repetition: Sendable, Hashable {
    /// Requests with an idempotent method: GET, HEAD, PUT, DELETE, OPTIONS and TRACE. All other requests fail with the
    /// code `lostConnection`.
    case idempotent
    /// All requests. Use this only if the server detects duplicates.
    case always
    /// No requests.
    case never
  }
}
