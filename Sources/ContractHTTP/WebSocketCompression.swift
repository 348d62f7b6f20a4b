/// The compression of WebSocket messages by permessage-deflate (RFC 7692), for ``WebSocketOptions/compression``.
///
/// Both ends must support it; otherwise messages are not compressed.
///
/// Do not compress messages that contain secrets together with data that others choose: the size of a compressed message
/// reveals whether the two are similar.
public struct WebSocketCompression: Sendable, Hashable {
  /// The minimum size in bytes of a compressed message. Default: 256.
  public var minMessageBytes = 256
  /// True if a message may refer to earlier ones, which compresses short similar messages better. Default: false.
  ///
  /// Each connection then keeps its contexts after its first compressed message: about 300 KB with the default
  /// ``maxWindowBits``. Without context takeover, connections share contexts, and a connection that is not receiving a message
  /// has none.
  public var contextTakeover = false
  /// The base-2 logarithm of the largest window in bytes, from 9 to 15. Default: 15, which is 32 KiB. Other values are replaced
  /// by the nearest of these.
  ///
  /// The limit applies to the contexts of both directions. A client that cannot limit its window sends messages without context
  /// takeover.
  public var maxWindowBits = 15

  /// Creates the default compression.
  public init() {}
}
