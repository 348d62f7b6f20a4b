/// What a WebSocket allows, and how long things may take.
public struct WebSocketOptions: Sendable, Hashable {
  /// The most bytes of one message that is received, in however many frames it comes. 1 MiB unless set. A longer one ends
  /// the socket with the code `responseTooLarge`; the server hears 1009.
  public var maxMessageBytes = 1 << 20
  /// How long the server may take no byte of what is sent. 30 seconds unless set; then the socket ends with `timeout`.
  public var sendTimeout = Duration.seconds(30)
  /// How long the server has to answer a Close frame, and to close the connection after that. 5 seconds unless set.
  public var closeTimeout = Duration.seconds(5)
  /// How long the server may be silent before it is asked for a sign of life (a Ping frame); nil, unless set, never asks.
  ///
  /// It is not asked while nobody takes what it has sent.
  public var pingInterval: Duration?
  /// How long the server may be silent after that. 20 seconds unless set; then the socket ends with `timeout`.
  public var pongTimeout = Duration.seconds(20)

  /// The defaults.
  public init() {}
}
