internal import ContractHTTP
internal import ContractHTTP1

/// One end of a WebSocket within a process. Messages are passed on as values, with the limits and the back-pressure of a
/// connection.
final class LocalWebSocket: WebSocketSession {
  /// The messages for one end, and the senders that wait until it has received some.
  private final class Inbox: Sendable {
    let mailbox = WebSocketMailbox()
    let maxMessageBytes: Int
    private let backlog = Lock<(isFull: Bool, waiters: [UnsafeContinuation<Void, Never>])>((false, []))

    init(maxMessageBytes: Int) { self.maxMessageBytes = maxMessageBytes }

    func deliver(_ message: WebSocketMessage) {
      // `isFull` is set first, because the reader may receive the message, and reset `isFull`, before `deliver` returns.
      backlog.withLock { $0.isFull = true }
      if !mailbox.deliver(message) { resumeSenders() }
    }

    func resumeSenders() {
      let waiters = backlog.withLock { backlog in
        defer { backlog = (false, []) }
        return backlog.waiters
      }
      for waiter in waiters { waiter.resume() }
    }

    func waitWhileFull() async {
      await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          let waits = backlog.withLock { backlog in
            guard backlog.isFull, !Task.isCancelled else { return false }
            backlog.waiters.append(continuation)
            return true
          }
          if !waits { continuation.resume() }
        }
      } onCancel: {
        resumeSenders()
      }
    }

    func end(_ end: WebSocketEnd) {
      mailbox.end(end)
      resumeSenders()
    }
  }

  let role: WebSocketRole
  private let inbox: Inbox
  private let outbox: Inbox
  /// Called once when the socket has ended at this end.
  private let ended = Lock<(@Sendable () -> Void)?>(nil)

  private init(_ role: WebSocketRole, _ inbox: Inbox, _ outbox: Inbox) {
    self.role = role
    self.inbox = inbox
    self.outbox = outbox
  }

  /// Returns two connected ends with their limits on received messages, in bytes.
  static func pair(clientLimit: Int, serverLimit: Int) -> (client: LocalWebSocket, server: LocalWebSocket) {
    let (client, server) = (Inbox(maxMessageBytes: clientLimit), Inbox(maxMessageBytes: serverLimit))
    return (LocalWebSocket(.client, client, server), LocalWebSocket(.server, server, client))
  }

  /// Sets the function to call when this end has closed or dropped the socket.
  func whenEnded(_ body: @escaping @Sendable () -> Void) { ended.withLock { $0 = body } }

  nonisolated(nonsending) func send(_ message: WebSocketMessage) async -> WebSocketError? {
    if Task.isCancelled { return .cancelled }
    if let end = inbox.mailbox.currentEnd { return end.error(for: role) }
    guard message.byteCount <= outbox.maxMessageBytes else {
      let text = "a message exceeds the limit of \(outbox.maxMessageBytes) bytes"
      // End this side first: the other side closes as soon as it is ended, and a second end of this side has no effect.
      inbox.end(.closed(WebSocketClosure(.messageTooBig)))
      outbox.end(.failed(WebSocketError(.messageTooBig, text)))
      return nil
    }
    outbox.deliver(message)
    await outbox.waitWhileFull()
    return nil
  }

  func take() -> Result<WebSocketMessage, WebSocketEnd>? {
    switch inbox.mailbox.take() {
    case .message(let message, let wasFull):
      if wasFull { inbox.resumeSenders() }
      return .success(message)
    case .end(let end): return .failure(end)
    case .wait: return nil
    }
  }

  func resumeOnArrival(_ reader: UnsafeContinuation<Void, Never>) { inbox.mailbox.resumeOnArrival(reader) }

  nonisolated(nonsending) func close(_ closure: WebSocketClosure) async -> WebSocketError? {
    end(.finished, closure)
    return nil
  }

  func release() { end(.failed(.cancelled), WebSocketClosure(.goingAway)) }

  func cancelReading() { release() }

  private func end(_ end: WebSocketEnd, _ closure: WebSocketClosure) {
    inbox.end(end)
    outbox.end(.closed(closure))
    let body = ended.withLock { body in
      defer { body = nil }
      return body
    }
    body?()
  }
}
