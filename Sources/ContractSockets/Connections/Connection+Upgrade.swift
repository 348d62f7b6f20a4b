internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// A connection that another protocol has after `101 (Switching Protocols)`. It is closed when its handler returns.
package struct UpgradedConnection: Sendable {
  private let connection: Connection
  private let serial: Int

  init(_ connection: Connection, serial: Int) {
    self.connection = connection
    self.serial = serial
  }

  /// Returns the next bytes from the client, nil after its last. Nothing is read from the socket before.
  package func read() async throws -> [UInt8]? { try await connection.nextInput(for: serial) }

  /// Sends bytes, and returns when the client has taken enough of them.
  package func write(_ bytes: [UInt8]) async throws {
    try await connection.writeUpgraded(bytes, for: serial)
  }
}

extension Connection {
  /// Responds with 101 and starts the handler of another protocol.
  func upgrade(to name: String, _ fields: HTTPFields) {
    guard let plan = machine.upgrade(to: name) else {
      return refuse(400, "a request with content, or of HTTP/1.0, cannot switch to another protocol")
    }
    server.write(HTTPResponse(.switchingProtocols, fields: fields), as: plan)
    phase = .upgraded
    input.begin()
    server.handle(self)
  }

  func writeUpgraded(_ bytes: [UInt8], for serial: Int) async throws {
    guard server.loop.isCurrent else {
      // A handler that runs elsewhere.
      return try await withTaskExecutorPreference(server.loop) { try await self.sendUpgraded(bytes, for: serial) }
    }
    try await sendUpgraded(bytes, for: serial)
  }

  private func sendUpgraded(_ bytes: [UInt8], for serial: Int) async throws {
    guard server.loop.isCurrent, serial == self.serial, phase == .upgraded else {
      throw RequestContentError("the connection is closed")
    }
    await write(bytes)
    guard server.loop.isCurrent, phase == .upgraded else { throw RequestContentError("the connection is closed") }
  }
}
