package import ContractHTTP
package import ContractLoop

/// A connection whose bytes belong to a WebSocket. Loop thread only.
package protocol WebSocketTunnel: AnyObject {
  /// The loop of the connection.
  var loop: ContractLoop { get }

  /// False once the connection is closed, or is about to be.
  var isOpen: Bool { get }

  /// Sets the owner, which is retained while the tunnel is open, and calls ``WebSocketTunnelOwner/tunnelIsReady()`` from a later
  /// job of the loop.
  func attach(_ owner: any WebSocketTunnelOwner)

  /// Reads once and passes the bytes to `consume`, which must not use the tunnel.
  ///
  /// - Returns: the number of bytes, 0 at the end of the input; nil if nothing has arrived.
  func receive(_ consume: (Span<UInt8>) -> Void) throws(WebSocketError) -> Int?

  /// True if all staged bytes are sent.
  var isFlushed: Bool { get }

  /// The state of the peer, as far as it is known without reading its bytes.
  var peer: WebSocketTunnelPeer { get }

  /// Cancels the server's task that uses the socket. The task can still receive messages that have arrived.
  func cancelTask()

  /// Takes bytes to send. Legal while ``isFlushed``.
  ///
  /// - Returns: the number of accepted bytes.
  func stage(_ bytes: ArraySlice<UInt8>) -> Int

  /// Sends staged bytes. The owner is called when the connection accepts more.
  ///
  /// - Returns: the number of staged bytes that were sent since the last call.
  func flush() throws(WebSocketError) -> Int

  /// Closes the connection and releases the owner; later calls have no effect.
  ///
  /// - Parameters:
  ///   - end: the reason.
  ///   - isOrderly: true if the peer has time to read what was sent.
  func close(_ end: WebSocketEnd, isOrderly: Bool)
}

/// The state of the other end of a tunnel.
package enum WebSocketTunnelPeer {
  case connected
  /// The peer has finished sending, or has closed the connection: only bytes that are sent to it reveal which.
  case finished
  /// The connection has failed. Bytes that arrived before can still be read.
  case lost
}

/// The owner of a tunnel, which sends and receives its bytes. Loop thread only.
package protocol WebSocketTunnelOwner: AnyObject {
  /// Called when the tunnel may be readable or writable.
  func tunnelIsReady()

  /// Called when the engine drains. No new message should be started.
  func tunnelDrains()

  /// Called when the connection was closed by its engine or its peer.
  func tunnelEnds(_ error: WebSocketError)
}
