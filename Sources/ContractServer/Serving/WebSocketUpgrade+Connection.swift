package import Contract
package import ContractSockets

/// The closure of a channel runs on the connection, after the 101.
extension WebSocketUpgrade: ConnectionUpgrade {
  package var protocolName: String { "websocket" }

  package nonisolated(nonsending) func run(on connection: UpgradedConnection) async {
    await serve(connection.startWebSocket(options, compressing: deflate))
  }
}
