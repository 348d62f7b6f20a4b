internal import ContractHTTP

/// The closure of a service's channel, whatever its types.
protocol ChannelService: AnyObject, Sendable {
  /// Runs the closure with one end of a WebSocket. Returns its error.
  nonisolated(nonsending) func failure(_ socket: WebSocket, _ format: MessageFormat) async -> (any Error)?

  /// Starts a task that runs the closure on a host. It inherits task-local values.
  func start(_ upgrade: WebSocketUpgrade, in host: any ChannelHost) -> Task<Void, any Error>
}

/// A host that runs the closure of a channel: a connection of a server.
package protocol ChannelHost: AnyObject, Sendable {
  /// The executor of the task.
  var executor: any TaskExecutor { get }

  /// Returns the closure's end of the WebSocket. Called first in the task.
  func begin(_ upgrade: WebSocketUpgrade) -> any WebSocketSession

  /// Called last in the task.
  func end()
}

/// A closure with the types of its end.
final class TypedChannelService<Sent: Sendable, Received: Sendable>: ChannelService {
  private let serve: @Sendable (Channel<Sent, Received>) async throws -> Void

  init(_ serve: @escaping @Sendable (Channel<Sent, Received>) async throws -> Void) { self.serve = serve }

  nonisolated(nonsending) func failure(_ socket: WebSocket, _ format: MessageFormat) async -> (any Error)? {
    do {
      try await serve(Channel(socket, format))
      return nil
    } catch {
      return error
    }
  }

  // Each idle channel keeps the frames of all suspended functions. This function therefore repeats `failure` instead of calling
  // it, and the task may throw: the standard library calls the closure of a nonthrowing task through two more functions.
  func start(_ upgrade: WebSocketUpgrade, in host: any ChannelHost) -> Task<Void, any Error> {
    Task.immediate(executorPreference: host.executor) { () async throws in
      let socket = upgrade.socket(host.begin(upgrade))
      let failure: (any Error)?
      do {
        try await self.serve(Channel(socket, upgrade.format))
        failure = nil
      } catch {
        failure = error
      }
      await upgrade.end(socket, after: failure)
      host.end()
    }
  }
}
