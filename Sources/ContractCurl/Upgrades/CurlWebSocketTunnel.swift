package import ContractHTTP
package import ContractHTTP1
internal import ContractLoop
package import ContractWebSocket

/// The tunnel of a client's WebSocket: a ``CurlTunnel``, with the bytes that were received after the 101.
final class CurlWebSocketTunnel: WebSocketTunnel, CurlTunnelOwner,
  // SAFETY: only the engine's loop uses the tunnel; other threads only create and retain it.
  @unchecked Sendable
{
  private let tunnel: CurlTunnel
  private var leftover: [UInt8]
  /// The owner, retained while the tunnel is open.
  private var owner: (any WebSocketTunnelOwner)?

  init(_ tunnel: CurlTunnel, leftover: [UInt8]) {
    self.tunnel = tunnel
    self.leftover = leftover
  }

  var loop: ContractLoop { tunnel.engine.loop }
  var isOpen: Bool { tunnel.isOpen }
  var isFlushed: Bool { tunnel.isFlushed }

  func attach(_ owner: any WebSocketTunnelOwner) {
    self.owner = owner
    tunnel.owner = self
    loop.execute { self.tunnelIsReady() }
  }

  func receive(_ consume: (Span<UInt8>) -> Void) throws(WebSocketError) -> Int? {
    if !leftover.isEmpty {
      let bytes = leftover
      leftover = []
      consume(bytes.span)
      return bytes.count
    }
    do throws(TransferFailure) {
      guard let chunk = try tunnel.receive() else { return nil }
      // SAFETY: the tunnel's buffer does not change until the tunnel receives again, which `consume` does not do. Any byte
      // is a `UInt8`.
      if !chunk.isEmpty { consume(chunk.bindMemory(to: UInt8.self).span) }
      return chunk.count
    } catch {
      throw WebSocketError(error)
    }
  }

  /// Always connected: a client has no task to cancel, and notices the end when it next sends, or after it has received
  /// the waiting messages.
  var peer: WebSocketTunnelPeer { .connected }

  func cancelTask() {}

  func stage(_ bytes: ArraySlice<UInt8>) -> Int { tunnel.stage(bytes) }

  func flush() throws(WebSocketError) -> Int {
    do throws(TransferFailure) {
      return try tunnel.flush()
    } catch {
      throw WebSocketError(error)
    }
  }

  func close(_ end: WebSocketEnd, isOrderly: Bool) {
    owner = nil
    leftover = []
    tunnel.close()
  }

  func tunnelIsReady() { owner?.tunnelIsReady() }

  func tunnelEnds(_ failure: TransferFailure) {
    let owner = owner
    self.owner = nil
    owner?.tunnelEnds(WebSocketError(failure))
  }
}

extension WebSocketError {
  /// Creates the error of a WebSocket from a failure of its connection.
  init(_ failure: TransferFailure) {
    let code: Code =
      switch failure.code {
      case .connectionLost: .lostConnection
      case .timeout, .tooSlow: .timeout
      case .cancelled: .cancelled
      default: .stopped
      }
    self.init(code, failure.text, cause: failure)
  }
}

extension CurlUpgradedConnection {
  /// Starts a WebSocket on the connection; returns nil if the connection is already in use.
  ///
  /// - Parameter agreement: The compression that the server has accepted; nil for none.
  package func startWebSocket(
    _ options: WebSocketOptions, compressing agreement: PerMessageDeflate?
  ) -> WebSocketConnection? {
    take().map { tunnel, leftover in
      WebSocketConnection.start(
        on: CurlWebSocketTunnel(tunnel, leftover: leftover), as: .client, options, compressing: agreement)
    }
  }
}
