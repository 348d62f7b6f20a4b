package import Contract
internal import ContractHTTP
package import ContractSockets

/// The closure of a channel runs on the connection, after the 101.
extension WebSocketUpgrade: ConnectionUpgrade {
  package var protocolName: String { "websocket" }

  package func start(on connection: UpgradedConnection) -> Task<Void, any Error> { start(in: connection) }
}

extension UpgradedConnection: ChannelHost {
  package func begin(_ upgrade: WebSocketUpgrade) -> any WebSocketSession {
    begin()
    return startWebSocket(upgrade.options, compressing: upgrade.deflate)
  }
}
