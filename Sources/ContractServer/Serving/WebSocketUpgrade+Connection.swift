package import Contract
internal import ContractLoop
package import ContractSockets

/// The closure of a channel runs on the connection, after the 101.
extension WebSocketUpgrade: ConnectionUpgrade {
  package var protocolName: String { "websocket" }

  package nonisolated(nonsending) func run(on connection: UpgradedConnection) async {
    let session = connection.startWebSocket(options, compressing: deflate)
    guard let request, let binding = ServerRequest.binding else { return await serveAsCurrent(session) }
    binding.bind(request)
    defer { binding.unbind() }
    // The same as `serve`, whose frame each idle channel would keep.
    let socket = socket(session)
    let closure: WebSocketClosure
    do {
      try await body(socket, format)
      closure = WebSocketClosure(.normalClosure)
    } catch {
      closure = self.closure(for: error)
    }
    _ = await session.close(closure)
    withExtendedLifetime(socket) {}
  }
}
