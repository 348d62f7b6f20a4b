/// How long one client may keep the server waiting. Each timeout has a safe default.
public struct ServerTimeouts: Hashable, Sendable {
  /// From a request's first byte to the end of its head, in total: 10 seconds. Past it: 408, and the connection is closed. A
  /// connection that sends nothing has ``idle``.
  public var header: Duration = .seconds(10)
  /// From the beginning of a connection to the end of its TLS handshake: 10 seconds. Past it the connection is closed. Only
  /// with the package's trait `TLS`.
  public var handshake: Duration = .seconds(10)
  /// Between two arrivals of content: 15 seconds. Past it: 408, and the connection is closed.
  public var body: Duration = .seconds(15)
  /// How long a connection may stay open without a request: 15 seconds. It is then closed without a word.
  public var idle: Duration = .seconds(15)
  /// How long a client may take nothing of an answer: 30 seconds. The connection is then reset.
  public var write: Duration = .seconds(30)
  /// How long a stream to HTTP/1.0, or of a known length, may send nothing once its client has finished sending: 5 seconds.
  /// The client is then taken for gone, the connection is reset and the stream cancelled. With chunks nothing has to be
  /// guessed: a byte without a meaning is sent, which a client that has closed answers with a reset.
  public var departure: Duration = .seconds(5)
  /// How long content may arrive at any speed before ``ServerLimits/minBodyBytesPerSecond`` counts: 5 seconds.
  public var rateGrace: Duration = .seconds(5)
  /// How long a handler may run where its endpoint says nothing else: 30 seconds; nil for no limit. Past it its task is
  /// cancelled and the client gets 503.
  public var handler: Duration? = .seconds(30)
  /// The field in which a client says how many milliseconds it waits, such as `Request-Timeout-Ms`, which
  /// `APIClient.deadlineField()` sends; nil, the default, reads none. A handler has no more time than that, counted from
  /// the end of the head, and neither have the calls that it makes with an `APIClient` (``ServerRequest/deadline``).
  public var deadlineField: HTTPFieldName?
  /// How long a connection that was closed for a refusal is read and ignored, so that the client can read the answer:
  /// 5 seconds (RFC 9112 §9.6).
  public var linger: Duration = .seconds(5)

  /// The default timeouts.
  public init() {}
}
