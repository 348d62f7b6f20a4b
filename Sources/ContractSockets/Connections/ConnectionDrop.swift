/// The reason why the server disconnects a client that is too slow.
package enum ConnectionDrop: Sendable, CaseIterable {
  /// The client accepts no byte of a response for ``ServerTimeouts/write``, or less than ``ServerLimits/minResponseBytesPerSecond``.
  case slowReader
  /// The client of a WebSocket accepts no byte of a message, or sends nothing after a Ping or a Close frame, for too long.
  case silentWebSocket
}
