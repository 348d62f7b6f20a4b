internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// A connection that another protocol uses after `101 (Switching Protocols)`.
package struct UpgradedConnection: Sendable {
  private let connection: Connection
  private let serial: Int

  init(_ connection: Connection, serial: Int) {
    self.connection = connection
    self.serial = serial
  }

  /// Returns the next bytes of the client; nil after the last. Nothing is read from the socket before.
  package func read() async throws -> [UInt8]? { try await connection.nextInput(for: serial) }

  /// Sends bytes, and returns when the client has received enough of them.
  package func write(_ bytes: [UInt8]) async throws {
    try await connection.writeUpgraded(bytes, for: serial)
  }
}

extension Connection {
  /// Responds with 101 and queues the handler of another protocol.
  func start(_ upgrade: Upgrade) {
    guard let plan = machine.upgrade(to: upgrade.name) else {
      return refuse(400, "a request with a body, or of HTTP/1.0, cannot switch to another protocol")
    }
    server.write(HTTPResponse(.switchingProtocols, fields: upgrade.fields), as: plan)
    state = .upgraded
    input = HandlerInput(upgrade)
    outgoing = StreamedOutput(.none)
    request.queue()
    server.handle(self)
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
