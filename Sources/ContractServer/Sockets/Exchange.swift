package import ContractHTTP
package import ContractLoop

/// One request of a connection that is being handled: where its answer goes.
package struct Exchange: Sendable {
  private let connection: Connection
  private let serial: Int

  init(_ connection: Connection, _ serial: Int) {
    self.connection = connection
    self.serial = serial
  }

  /// The connection's loop, which the handler's task prefers.
  package var loop: ContractLoop { connection.server.loop }

  /// The other end of the connection.
  package var peer: PeerAddress { connection.peer }

  /// Answers the request. An answer that comes too late, after a timeout or after the client has gone, is dropped.
  @inline(__always)
  package func send(_ response: HTTPResponse) async {
    if let stream = connection.deliver(response, for: serial) { await connection.pull(stream, for: serial) }
  }
}
