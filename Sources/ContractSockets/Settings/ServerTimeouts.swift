public import ContractHTTP

/// Limits on the time that clients and handlers take. Each has a safe default.
public struct ServerTimeouts: Hashable, Sendable {
  /// The time from a request's first byte to the end of its head. Default: 10 seconds. Exceeding it: 408, and the
  /// connection is closed. For a connection that sends nothing see ``idle``.
  public var header: Duration = .seconds(10)
  /// The time from the start of a connection to the end of its TLS handshake. Default: 10 seconds. Exceeding it closes
  /// the connection. Only with the package trait `TLS`.
  public var handshake: Duration = .seconds(10)
  /// The time between two reads of a body. Default: 15 seconds. Exceeding it: 408, and the connection is closed.
  public var body: Duration = .seconds(15)
  /// The time that a connection may stay open without a request. Default: 15 seconds. It is then closed without a
  /// response.
  public var idle: Duration = .seconds(15)
  /// The time in which a client must receive some bytes of a response. Default: 30 seconds. Exceeding it resets the
  /// connection.
  public var write: Duration = .seconds(30)
  /// The time in which a stream must send bytes after its client has half-closed the connection. Default: 5 seconds.
  /// Exceeding it resets the connection and cancels the stream. It applies to HTTP/1.0 and to streams of known length.
  /// With a chunked stream, the server instead sends a byte without meaning, to which a closed client responds with a
  /// reset.
  ///
  /// It is also the time after which the server sends an interim `100` to a client that has half-closed the connection
  /// while the handler reads nothing of the rest of its body.
  public var departure: Duration = .seconds(5)
  /// The time before ``ServerLimits/minBodyBytesPerSecond`` applies to a body. Default: 5 seconds.
  public var rateGrace: Duration = .seconds(5)
  /// The time that a handler may run, unless its endpoint sets one; nil for no limit. Default: 30 seconds. Exceeding it
  /// cancels the handler's task, and the client gets a 503.
  public var handler: Duration? = .seconds(30)
  /// The header in which a client sends the number of milliseconds that it waits, such as `Request-Timeout-Ms` from
  /// `APIClient.deadlineField()`; nil to ignore it. Default: nil. The time is counted from the end of the head. It
  /// limits the handler and its calls with an `APIClient` (``ServerRequest/deadline``).
  public var deadlineField: HTTPFieldName?
  /// The time in which the server reads and discards input after the last response of a connection, so that the client
  /// can read the response. Default: 5 seconds (RFC 9112 §9.6).
  public var linger: Duration = .seconds(5)

  /// Creates the default timeouts.
  public init() {}
}
