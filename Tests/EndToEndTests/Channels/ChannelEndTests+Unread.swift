import ContractTestSupport
import ContractTesting
import Testing

/// Clients that leave while their messages wait to be received, so that the server reads nothing.
extension ChannelEndTests {
  /// More messages than may wait, in less bytes than the kernel's buffers hold.
  private static let unreadCount = 1500
  private static let unread = (0..<unreadCount).flatMap { _ in [0x81, 0x80, 0, 0, 0, 0] as [UInt8] }

  /// A closure that receives nothing before it may, or is cancelled.
  private struct LateReader: Sendable {
    var options = WebSocketOptions.serving
    let mayRead = Gate()
    let left = Gate()
    /// The number of received messages, and the error at their end.
    let result = Lock<(count: Int, code: WebSocketError.Code?, wasCancelled: Bool)>((0, nil, false))

    var route: Route {
      Route(Endpoint<Empty, Channel<String, String>>(.get, "/late")) { _ in
        Channel(options: self.options) { connection in
          defer { self.left.open() }
          try? await self.mayRead.waitUnlessCancelled()
          self.result.withLock { $0.wasCancelled = Task.isCancelled }
          if !Task.isCancelled { try await connection.send("late") }
          do {
            while try await connection.receive() != nil { self.result.withLock { $0.count += 1 } }
          } catch let error as WebSocketError {
            self.result.withLock { $0.code = error.code }
          }
        }
      }
    }
  }

  @Test(
    "A closure with unread messages is cancelled when its client is gone, and can still receive the messages",
    arguments: [false, true])
  func unreadMessages(byReset: Bool) async throws {
    let reader = LateReader()
    let server = Server(port: 0, threads: 1) { reader.route }
    let connection = try Self.opened(try await server.start().port, "/late")
    try connection.write(Self.unread)
    if byReset { connection.reset() } else { connection.close() }
    await reader.left.wait()
    #expect(reader.result.withLock { $0 } == (Self.unreadCount, .lostConnection, true))
    await server.stop(drain: .zero)
  }

  @Test("A half-closed client gets a Pong while its messages are unread, and then the server's messages")
  func halfClosed() async throws {
    let reader = LateReader()
    let server = Server(port: 0, threads: 1) { reader.route }
    let connection = try Self.opened(try await server.start().port, "/late")
    try connection.write(Self.unread)
    connection.finishWriting()
    #expect(connection.read(count: 2) == [0x8A, 0x00])
    reader.mayRead.open()
    #expect(connection.read(count: 6) == [0x81, 0x04] + Array("late".utf8))
    await reader.left.wait()
    #expect(reader.result.withLock { $0 } == (Self.unreadCount, .lostConnection, false))
    await server.stop(drain: .zero)
  }

  @Test("A client whose messages are unread gets Pongs at the interval of Pings")
  func beats() async throws {
    var reader = LateReader()
    reader.options.pingInterval = .milliseconds(20)
    let server = Server(port: 0, threads: 1) { [reader] in reader.route }
    let connection = try Self.opened(try await server.start().port, "/late")
    try connection.write(Self.unread)
    var frame: [UInt8] = []
    // A Ping may precede the messages.
    repeat { frame = connection.read(count: 2) } while frame == [0x89, 0x00]
    #expect(frame == [0x8A, 0x00])
    #expect(connection.read(count: 2) == [0x8A, 0x00])
    connection.close()
    await reader.left.wait()
    await server.stop(drain: .zero)
  }
}
