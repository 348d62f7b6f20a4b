/// The limits and timeouts of one end of a WebSocket.
public struct WebSocketOptions: Sendable, Hashable {
  /// The maximum size of a received message in bytes, across its frames. Default: 1 MiB. A larger message closes the socket
  /// with the code `responseTooLarge` (`messageTooBig` on a server) and the close code 1009. The limit applies to each frame,
  /// too.
  public var maxMessageBytes = 1 << 20
  /// The maximum time for which the peer may accept no byte of a message. Default: 30 seconds. The socket then ends with
  /// `timeout`.
  public var sendTimeout = Duration.seconds(30)
  /// The time that the peer has to reply to a Close frame and then to close the connection. Default: 5 seconds.
  public var closeTimeout = Duration.seconds(5)
  /// The time without a frame from the peer after which a Ping is sent; nil, the default, sends none.
  ///
  /// No Ping is sent while received messages wait to be read. A server then sends Pongs at this interval, which need no reply.
  public var pingInterval: Duration?
  /// The time after a Ping within which the peer must send something. Default: 20 seconds. The socket then ends with
  /// `timeout`.
  public var pongTimeout = Duration.seconds(20)
  /// The compression of messages (RFC 7692), used if the other end supports it; nil, the default, neither offers nor accepts
  /// any. A received message is limited by ``maxMessageBytes`` while it is decompressed.
  public var compression: WebSocketCompression?

  /// Creates the default options.
  public init() {}

  /// The default options of a server, which sends a Ping to clients that are silent for 30 seconds.
  public static var serving: WebSocketOptions {
    var options = WebSocketOptions()
    options.pingInterval = .seconds(30)
    return options
  }
}
