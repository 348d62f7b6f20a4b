import ContractHTTP
import ContractOpenAPI
import ContractServer

/// A WebSocket of a mock. It sends a message after the handshake and after each valid message of the client.
struct MockSession: Sendable {
  private let mock: MockChannel
  private let delay: Duration

  init(_ mock: MockChannel, delay: Duration) {
    self.mock = mock
    self.delay = delay
  }

  /// Exchanges messages until the client closes the socket.
  ///
  /// - Throws: a `WebSocketClosure` with 1007 after an invalid message, and the errors of the socket.
  func run(_ socket: WebSocket) async throws {
    var mock = mock
    try await send(mock.next(), to: socket)
    for try await message in socket {
      if let fault = mock.fault(in: message) { throw WebSocketClosure(.invalidPayload, reason: Self.reason(fault)) }
      try await send(mock.next(), to: socket)
    }
  }

  private func send(_ message: WebSocketMessage?, to socket: WebSocket) async throws {
    guard let message else { return }
    if delay > .zero { try await Task.sleep(for: delay) }
    try await socket.send(message)
  }

  /// Returns as much of the beginning of a string as fits into a Close frame (RFC 6455 §5.5).
  private static func reason(_ text: String) -> String {
    var reason = ""
    for character in text.unicodeScalars where reason.utf8.count < 118 { reason.unicodeScalars.append(character) }
    return reason
  }
}
