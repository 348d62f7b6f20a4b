package import ContractHTTP
package import ContractHTTP1
internal import ContractLoop
internal import ContractWebSocket

/// A connection that another protocol uses after `101 (Switching Protocols)`, and the task that runs the protocol, which may
/// outlast the connection.
///
/// The worker's task does not run the protocol: a task keeps the memory of its deepest call, and the worker's task has
/// decoded the request and called the service. There may be many idle connections of other protocols.
package final class UpgradedConnection:
  // SAFETY: only the loop's thread uses mutable state; other threads only retain it, and call functions that move to the loop.
  @unchecked Sendable
{
  let connection: Connection
  /// The number of the request that has begun the protocol.
  let serial: Int
  /// The tunnel that reads the bytes itself, whenever some have arrived; nil if the task waits for them.
  var tunnel: ConnectionTunnel?
  private var task: Task<Void, any Error>?
  private var name: LoopActivity.TaskIdentity?
  private var isCancelled = false
  private var hasEnded = false

  private init(_ connection: Connection, serial: Int) {
    self.connection = connection
    self.serial = serial
  }

  /// Starts a protocol on a connection, and closes the connection after the protocol.
  static func start(_ upgrade: any ConnectionUpgrade, on connection: Connection, for serial: Int) {
    let upgraded = UpgradedConnection(connection, serial: serial)
    connection.upgraded = upgraded
    connection.server.upgradeBegins(upgraded)
    let task = upgrade.start(on: upgraded)
    if upgraded.hasEnded { return }
    upgraded.task = task
    // The connection may have failed before the task was known here, so the task is cancelled now.
    if upgraded.isCancelled { task.cancel() }
  }

  private var loop: ContractLoop { connection.server.loop }

  // MARK: The task

  /// The executor of the task that runs the protocol.
  package var executor: any TaskExecutor { loop }

  /// Called first in the task. Reports of blocked loops then name the task.
  package func begin() {
    guard let identity = LoopActivity.TaskIdentity.current else { return }
    if loop.activity.name(identity, tag: connection.request.tag) { name = identity }
  }

  /// Called last in the task. Ends the protocol and closes the connection, unless it was closed before.
  ///
  /// A WebSocket that has ended closes the connection itself once its Close frame is sent, or after its `closeTimeout`.
  package func end() {
    guard loop.isCurrent else { return }
    hasEnded = true
    task = nil
    if let name { loop.activity.forget(name) }
    connection.server.upgradeEnds(self)
    if tunnel == nil { connection.endUpgrade(for: serial) }
  }

  func cancel() {
    isCancelled = true
    task?.cancel()
  }

  // MARK: The protocol

  /// Returns the next bytes of the client; nil after the last. Nothing is read from the socket before the call.
  package func read() async throws -> [UInt8]? { try await connection.nextInput(for: serial) }

  /// Sends bytes, and returns when the client has received enough of them.
  package func write(_ bytes: [UInt8]) async throws {
    try await connection.writeUpgraded(bytes, for: serial)
  }

  /// Starts the server's end of a WebSocket, which replaces ``read()`` and ``write(_:)``. After an orderly end, the
  /// task has the `closeTimeout` to return before it is cancelled.
  ///
  /// - Parameter agreement: the compression that the response has accepted; nil for none.
  package func startWebSocket(
    _ options: WebSocketOptions, compressing agreement: PerMessageDeflate?
  ) -> any WebSocketSession {
    let tunnel = ConnectionTunnel(of: self, grace: options.closeTimeout)
    return WebSocketConnection.start(on: tunnel, as: .server, options, compressing: agreement)
  }
}
