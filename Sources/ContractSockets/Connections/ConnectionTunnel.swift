internal import ContractHTTP
internal import ContractLoop
internal import ContractWebSocket

/// The tunnel of a server's WebSocket through an upgraded connection, which calls the tunnel when bytes have arrived.
///
/// Any code on the loop may send on a WebSocket or end it, also while another connection is processed: an authenticator, the
/// cancellation of a handler, or the release of an object. So only ``receive(_:)`` uses the buffers that the connections of the
/// loop share, and the socket is closed in a separate job.
final class ConnectionTunnel: WebSocketTunnel,
  // SAFETY: only the loop's thread uses the tunnel; other threads only retain it.
  @unchecked Sendable
{
  private let upgraded: UpgradedConnection
  private let grace: Duration
  private var owner: (any WebSocketTunnelOwner)?
  private(set) var isOpen = true
  /// The number of staged bytes that ``flush()`` has not reported as sent. The connection sends some of them itself.
  private var unreported = 0
  /// True once the client accepts no more bytes.
  fileprivate(set) var hasFailed = false
  /// True once the connection has failed. Bytes that arrived before can still be read.
  fileprivate var isLost = false

  /// - Parameter grace: the time that the handler's task has after an orderly end.
  init(of upgraded: UpgradedConnection, grace: Duration) {
    self.upgraded = upgraded
    self.grace = grace
  }

  private var connection: Connection { upgraded.connection }

  var loop: ContractLoop { connection.server.loop }

  func attach(_ owner: any WebSocketTunnelOwner) {
    guard connection.isUpgraded(upgraded.serial), connection.upgraded === upgraded, upgraded.tunnel == nil else {
      isOpen = false
      return owner.tunnelEnds(Self.lost)
    }
    self.owner = owner
    upgraded.tunnel = self
    // From now on, the tunnel reads and writes instead of the task.
    connection.input.take()?.end()
    connection.outgoing = nil
    // The call is deferred, because bytes of the shared buffer may be in use.
    loop.execute { self.connection.pump() }
    if connection.server.isDraining { owner.tunnelDrains() }
  }

  // MARK: Bytes

  func receive(_ consume: (Span<UInt8>) -> Void) throws(WebSocketError) -> Int? {
    isOpen ? connection.receiveUpgraded(consume) : nil
  }

  var peer: WebSocketTunnelPeer {
    if isLost { return .lost }
    return connection.socket.hasPeerFinished ? .finished : .connected
  }

  func cancelTask() { upgraded.cancel() }

  var isFlushed: Bool { connection.queue.isEmpty && !hasFailed }

  func stage(_ bytes: ArraySlice<UInt8>) -> Int {
    let taken = Array(bytes.prefix(EngineSettings.highWatermark))
    connection.queue.append(taken)
    unreported += taken.count
    return taken.count
  }

  func flush() throws(WebSocketError) -> Int {
    if !hasFailed { connection.flushUpgraded() }
    if hasFailed { throw Self.lost }
    let sent = unreported - connection.queue.count
    unreported = connection.queue.count
    return max(0, sent)
  }

  // MARK: The end

  func close(_ end: WebSocketEnd, isOrderly: Bool) {
    guard isOpen else { return }
    if case .failed(let error) = end, error.code == .timeout { connection.server.count.countDrop(.silentWebSocket) }
    isOpen = false
    owner = nil
    upgraded.tunnel = nil
    guard connection.isUpgraded(upgraded.serial) else { return }
    guard isOrderly else {
      loop.execute { self.connection.abort() }
      return
    }
    // The task is cancelled only after `grace`, because the handler may be working on the last messages.
    _ = loop.schedule(after: grace) { [weak upgraded] in upgraded?.cancel() }
    connection.closeWhenSent()
    loop.execute { self.connection.pump() }
  }

  /// Called when the connection may be readable or writable.
  func isReady() { owner?.tunnelIsReady() }

  /// Called when the server drains.
  func drains() { owner?.tunnelDrains() }

  /// Called when the connection is closed.
  func connectionEnds() {
    guard isOpen else { return }
    isOpen = false
    let owner = owner
    self.owner = nil
    owner?.tunnelEnds(Self.lost)
  }

  private static let lost = WebSocketError(.lostConnection, "the connection was closed without a Close frame")
}

extension Connection {
  /// Reads once and passes the bytes on: first those that were received with the request. Returns nil when nothing was received, or
  /// the connection is closed.
  func receiveUpgraded(_ consume: (Span<UInt8>) -> Void) -> Int? {
    if !pending.isEmpty {
      let bytes = Array(pending.bytes[pending.offset...])
      pending.removeAll()
      consume(bytes.span)
      return bytes.count
    }
    guard socket.isReadable, socket.input != .ended else { return nil }
    server.sendHeld()
    guard state == .upgraded, let count = readOnce() else { return nil }
    guard count > 0 else {
      socket.isReadable = false
      socket.input = .ended
      return 0
    }
    timing.received(count)
    // SAFETY: the buffer belongs to the loop, lives as long as the server, and is overwritten only by the next read of a
    // connection, which `consume` does not cause.
    consume(UnsafeBufferPointer(rebasing: server.input[..<count]).span)
    return count
  }

  /// True while a WebSocket uses the connection.
  var isTunnel: Bool { state == .upgraded && upgraded?.tunnel != nil }

  /// Prepares to read the bytes that arrived before the failure of the connection.
  func expectEnd() {
    upgraded?.tunnel?.isLost = true
    socket.isReadable = true
    if socket.input == .open { socket.input = .finished }
  }

  /// Ends a connection that accepts no more bytes. A WebSocket first reads what the client has sent.
  func sendingFails() {
    guard isTunnel, let tunnel = upgraded?.tunnel else { return abort() }
    if tunnel.hasFailed { return }
    tunnel.hasFailed = true
    // No timeout applies to bytes that cannot be sent: the handler may take longer to receive what the client has sent.
    queue.removeAll()
    expectEnd()
    server.loop.execute { self.pump() }
  }

  /// Sends the queued bytes of a WebSocket, and limits the time in which the client must accept the rest.
  ///
  /// The output of the loop is not sent: it may belong to another connection that is being processed.
  func flushUpgraded() {
    do {
      try sendQueue()
    } catch {
      sendingFails()
    }
    if state != .closed { armTimer() }
  }
}
