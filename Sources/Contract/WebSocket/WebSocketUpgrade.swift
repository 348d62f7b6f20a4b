package import ContractHTTP
package import ContractHTTP1

/// The protocol that follows a service's 101: the closure of a ``Channel`` with its options.
///
/// It is attached to the response of the route. The engine of a server runs it on the connection; a caller in the same process
/// connects to it.
package final class WebSocketUpgrade: Sendable {
  /// The values that are known once a request opens the WebSocket.
  struct Opening: Sendable {
    /// The compression that the server has accepted; nil for none. Ends in the same process do not compress.
    var deflate: PerMessageDeflate?
    /// The format of messages, from the operation.
    var format = MessageFormat.standard
    /// The request that opens the WebSocket; nil if the channel is used without one.
    var request: ServerRequest?
    /// The chosen subprotocol; nil for none.
    var subprotocol: HTTPFieldValue?
    /// Called with errors of the closure, except a `WebSocketClosure` and errors of the WebSocket.
    var report: (@Sendable (any Error, ServerRequest) -> Void)?
  }

  /// The limits and timeouts of the serving end.
  package let options: WebSocketOptions
  /// The supported subprotocols in order of preference.
  let protocols: [String]
  /// The closure.
  private let service: any ChannelService
  let opening: Opening

  init(
    options: WebSocketOptions, protocols: [String], _ service: any ChannelService, _ opening: Opening = Opening()
  ) {
    self.options = options
    self.protocols = protocols
    self.opening = opening
    self.service = service
  }

  /// Returns a copy with a changed ``Opening``.
  func with(_ change: (inout Opening) -> Void) -> WebSocketUpgrade {
    var opening = opening
    change(&opening)
    return WebSocketUpgrade(options: options, protocols: protocols, service, opening)
  }

  package var deflate: PerMessageDeflate? { opening.deflate }
  package var request: ServerRequest? { opening.request }
  /// The format of messages.
  package var format: MessageFormat { opening.format }

  /// Starts a task on a host. The task runs the closure with ``ServerRequest/current``.
  package func start(in host: any ChannelHost) -> Task<Void, any Error> {
    guard let request else { return service.start(self, in: host) }
    return request.asCurrent { service.start(self, in: host) }
  }

  /// Runs the closure with one end of a WebSocket, and closes it.
  private nonisolated(nonsending) func serve(_ session: any WebSocketSession) async {
    let socket = socket(session)
    let failure = await service.failure(socket, opening.format)
    await end(socket, after: failure)
  }

  /// Closes a WebSocket whose closure has returned.
  ///
  /// - Parameter failure: the error of the closure; nil for none.
  @inline(never)
  nonisolated(nonsending) func end(_ socket: WebSocket, after failure: (any Error)?) async {
    await socket.end(failure.map(closure) ?? WebSocketClosure(.normalClosure))
  }

  /// Returns the closure's end of the WebSocket.
  func socket(_ session: any WebSocketSession) -> WebSocket {
    let fields = opening.subprotocol.map { [.secWebSocketProtocol: $0] as HTTPFields }
    return WebSocket(HTTPResponse(.switchingProtocols, fields: fields ?? [:]), session)
  }

  /// Returns the close code and reason for an error of the closure.
  private func closure(for error: any Error) -> WebSocketClosure {
    switch error {
    case let closure as WebSocketClosure:
      return closure.canBeSent ? closure : WebSocketClosure(.internalError)
    case let error as WebSocketError:
      return WebSocketClosure(error.code == .unreadableMessage ? .invalidPayload : .internalError)
    default:
      if error is CancellationError, Task.isCancelled { return WebSocketClosure(.goingAway) }
      if let request { opening.report?(error, request) }
      return WebSocketClosure(.internalError)
    }
  }

  /// Runs the closure with ``ServerRequest/current``.
  private nonisolated(nonsending) func serveAsCurrent(_ session: any WebSocketSession) async {
    guard let request else { return await serve(session) }
    await request.asCurrent { await serve(session) }
  }
}

extension WebSocketUpgrade {
  /// Runs the closure in a new task of the same process, and returns the client's end.
  ///
  /// - Parameters:
  ///   - options: the limits of the client's end.
  ///   - response: the response with status 101.
  ///   - operation: the operation of the call; nil for a channel that is used without one.
  package func connect(
    _ options: WebSocketOptions = WebSocketOptions(), after response: HTTPResponse = HTTPResponse(.switchingProtocols),
    _ operation: APIOperation? = nil
  ) -> WebSocket {
    let (client, server) = LocalWebSocket.pair(
      clientLimit: options.maxMessageBytes, serverLimit: self.options.maxMessageBytes)
    let task = Task { await serveAsCurrent(server) }
    let grace = self.options.closeTimeout
    client.whenEnded {
      Task {
        // The task is cancelled only after a grace period, because its closure may still be handling the last messages.
        try? await Task.sleep(for: grace)
        task.cancel()
      }
    }
    return WebSocket(response, client, operation: operation)
  }
}

/// A channel with a closure that is not open yet. Its first use as an open channel connects it in the same process.
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
