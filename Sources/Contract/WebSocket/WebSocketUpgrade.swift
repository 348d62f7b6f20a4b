package import ContractHTTP
package import ContractHTTP1

/// The protocol that follows a service's 101: the closure of a ``Channel`` with its options.
///
/// It is attached to the response of the route. The engine of a server runs it on the connection; a caller in the same process
/// connects to it.
package struct WebSocketUpgrade: Sendable {
  /// The limits and timeouts of the serving end.
  package let options: WebSocketOptions
  /// The supported subprotocols in order of preference.
  let protocols: [String]
  private let body: @Sendable (WebSocket, MessageFormat) async throws -> Void
  /// The compression that the server has accepted; nil for none. Ends in the same process do not compress.
  package internal(set) var deflate: PerMessageDeflate?
  /// The form of messages in the operation's wire format.
  var format = MessageFormat()
  /// The request that opens the WebSocket; nil if the channel is used without one.
  var request: ServerRequest?
  /// The response with status 101.
  var response = HTTPResponse(.switchingProtocols)
  /// Called with errors of the closure other than its closures and those of the WebSocket.
  var report: @Sendable (any Error) -> Void = { _ in }

  init(
    options: WebSocketOptions, protocols: [String],
    _ body: @escaping @Sendable (WebSocket, MessageFormat) async throws -> Void
  ) {
    self.options = options
    self.protocols = protocols
    self.body = body
  }

  /// Runs the closure with one end of a WebSocket, and closes it.
  package nonisolated(nonsending) func serve(_ session: any WebSocketSession) async {
    // Its release would end the session before the Close frame.
    let socket = WebSocket(response, session)
    _ = await session.close(await closure(of: socket))
    withExtendedLifetime(socket) {}
  }

  /// Runs the closure, and returns how it closes the WebSocket.
  private nonisolated(nonsending) func closure(of socket: WebSocket) async -> WebSocketClosure {
    do {
      if let request {
        try await request.asCurrent { try await body(socket, format) }
      } else {
        try await body(socket, format)
      }
      return WebSocketClosure(.normalClosure)
    } catch let closure as WebSocketClosure {
      return closure.canBeSent ? closure : WebSocketClosure(.internalError)
    } catch let error as WebSocketError {
      return WebSocketClosure(error.code == .unreadableMessage ? .invalidPayload : .internalError)
    } catch {
      if error is CancellationError, Task.isCancelled { return WebSocketClosure(.goingAway) }
      report(error)
      return WebSocketClosure(.internalError)
    }
  }
}

extension WebSocketUpgrade {
  /// Runs the closure in a new task of the same process, and returns the client's end.
  ///
  /// - Parameters:
  ///   - options: the limits of the client's end.
  ///   - operation: the operation of the call; nil for a channel that is used without one.
  package func connect(_ options: WebSocketOptions = WebSocketOptions(), _ operation: APIOperation? = nil) -> WebSocket
  {
    let (client, server) = LocalWebSocket.pair(
      clientLimit: options.maxMessageBytes, serverLimit: self.options.maxMessageBytes)
    let task = Task { await serve(server) }
    let grace = self.options.closeTimeout
    client.whenEnded {
      Task {
        // The closure may be working on the last messages.
        try? await Task.sleep(for: grace)
        task.cancel()
      }
    }
    return WebSocket(response, client, operation: operation)
  }
}

/// A channel with a closure that has not been opened. Its first use as an open one connects it in the same process.
final class LocalChannel: Sendable {
  let upgrade: WebSocketUpgrade
  private let opened = Lock<WebSocket?>(nil)

  init(_ upgrade: WebSocketUpgrade) { self.upgrade = upgrade }

  /// The client's end.
  var socket: WebSocket {
    opened.withLock { opened in
      if let socket = opened { return socket }
      let socket = upgrade.connect()
      opened = socket
      return socket
    }
  }
}
