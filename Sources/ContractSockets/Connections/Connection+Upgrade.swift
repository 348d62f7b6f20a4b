package import ContractHTTP
package import ContractHTTP1
internal import ContractLoop
internal import ContractWebSocket

/// Another protocol on a connection after `101 (Switching Protocols)` (RFC 9110 §7.8). A handler returns it with its response,
/// see ``/ContractHTTP/HTTPResponse/init(upgrade:fields:)``.
package protocol ConnectionUpgrade: Sendable {
  /// The value of the `Upgrade` header.
  var protocolName: String { get }

  /// Runs the protocol in the task of the handler. The connection is closed when this returns.
  nonisolated(nonsending) func run(on connection: UpgradedConnection) async
}

extension HTTPResponse {
  /// Creates a response with 101, which hands the connection to another protocol. A request with a body, or of HTTP/1.0, is
  /// refused with 400 instead.
  package init(upgrade: some ConnectionUpgrade, fields: HTTPFields = [:]) {
    self.init(.switchingProtocols, fields: fields)
    arrival = ResponseArrival(connection: upgrade)
  }
}

/// A connection that another protocol uses after `101 (Switching Protocols)`.
package struct UpgradedConnection: Sendable {
  private let connection: Connection
  private let serial: Int
  private let task: UpgradeTask

  init(_ connection: Connection, serial: Int, _ task: UpgradeTask) {
    self.connection = connection
    self.serial = serial
    self.task = task
  }

  /// Returns the next bytes of the client; nil after the last. Nothing is read from the socket before.
  package func read() async throws -> [UInt8]? { try await connection.nextInput(for: serial) }

  /// Sends bytes, and returns when the client has received enough of them.
  package func write(_ bytes: [UInt8]) async throws {
    try await connection.writeUpgraded(bytes, for: serial)
  }

  /// Ends the protocol and closes the connection, unless it was closed before.
  func end() {
    guard connection.server.loop.isCurrent else { return }
    task.end()
    connection.server.upgradeEnds(task)
    connection.endUpgrade(for: serial)
  }

  /// Starts the server's end of a WebSocket, which replaces ``read()`` and ``write(_:)``. When it has ended in order, the task of
  /// the handler has the `closeTimeout` to return before it is cancelled.
  ///
  /// - Parameter agreement: the compression that the response has accepted; nil for none.
  package func startWebSocket(
    _ options: WebSocketOptions, compressing agreement: PerMessageDeflate?
  ) -> any WebSocketSession {
    let tunnel = ConnectionTunnel(connection, serial: serial, task, grace: options.closeTimeout)
    return WebSocketConnection.start(on: tunnel, as: .server, options, compressing: agreement)
  }
}

extension Connection {
  /// True while another protocol, which began with this request, uses the connection.
  func isUpgraded(_ serial: Int) -> Bool { serial == request.serial && state == .upgraded }

  /// Sends the 101 of a handler, after which another protocol uses the connection. Returns false when the connection is closed or
  /// the request cannot switch.
  func switchProtocols(to name: String, _ response: HTTPResponse, for serial: Int) -> Bool {
    guard state == .handling, serial == request.serial else { return false }
    guard let plan = machine.upgrade(to: name) else {
      refuse(.badRequest, "a request with a body, or of HTTP/1.0, cannot switch to another protocol")
      pump()
      return false
    }
    server.write(response, as: plan)
    state = .upgraded
    input = HandlerInput()
    outgoing = StreamedOutput(.none)
    // The head leaves now, because the output belongs to the connection being processed.
    settle()
    return isUpgraded(serial)
  }

  /// Closes the connection after another protocol.
  func endUpgrade(for serial: Int) {
    guard isUpgraded(serial) else { return }
    closeWhenSent()
    pump()
  }

  func writeUpgraded(_ bytes: [UInt8], for serial: Int) async throws {
    // The handler may run on another executor.
    guard server.loop.isCurrent else {
      return try await withTaskExecutorPreference(server.loop) { try await self.sendUpgraded(bytes, for: serial) }
    }
    try await sendUpgraded(bytes, for: serial)
  }

  private func sendUpgraded(_ bytes: [UInt8], for serial: Int) async throws {
    guard server.loop.isCurrent, serial == request.serial, state == .upgraded else {
      throw RequestContentError("the connection is closed")
    }
    server.output += bytes
    await sendOutput(bytes.count)
    guard server.loop.isCurrent, state == .upgraded else { throw RequestContentError("the connection is closed") }
  }
}
