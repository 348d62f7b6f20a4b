import ChatContract
import Contract
import ContractTesting
import Testing

@testable import chat

/// The terminal client against a mock: no server, no sockets.
@Suite("Sessions")
struct SessionTests {
  @Test(
    "A line becomes a message",
    arguments: [
      ("hello all", .say(Line(text: "hello all"))),
      ("/to bob hello you", .whisper(Whisper(to: "bob", text: "hello you"))),
      ("/to bob", .say(Line(text: "/to bob"))), ("/tobob a b", .say(Line(text: "/tobob a b"))),
    ] as [(String, ClientMessage)])
  func parsing(line: String, message: ClientMessage) { #expect(ChatSession.message(for: line) == message) }

  @Test("Lines are sent, messages are printed, and the end of the lines ends the session")
  func session() async throws {
    let sent = Lock<[ClientMessage]>([])
    let mock = ChatMock()
    mock.mockEnter { room, name in
      Channel { connection in
        try await connection.send(.welcome(Room(name: room, members: [name])))
        for try await message in connection {
          sent.withLock { $0.append(message) }
          try await connection.send(.said(by: name, text: "heard"))
        }
      }
    }
    let (lines, input) = AsyncStream<String>.makeStream()
    let printed = Lock<[String]>([])
    input.yield("one")
    let session = ChatSession(channel: try await mock.enter(room: "r", name: "ann"))
    try await session.run(lines) { line in
      printed.withLock { $0.append(line) }
      // The input ends after the response to its only line.
      if line == "ann: heard" { input.finish() }
    }
    #expect(sent.withLock { $0 } == [.say(Line(text: "one"))])
    #expect(printed.withLock { $0 } == ["in r: ann", "ann: heard"])
  }

  @Test("The closure of a server ends the session with its code")
  func closure() async throws {
    let mock = ChatMock()
    mock.mockEnter { _, _ in
      Channel { _ in throw WebSocketClosure(.tryAgainLater, reason: "later") }
    }
    let (lines, input) = AsyncStream<String>.makeStream()
    defer { input.finish() }
    let session = ChatSession(channel: try await mock.enter(room: "r", name: "ann"))
    let error = await #expect(throws: ClientError.self) { try await session.run(lines) { _ in } }
    #expect((error?.cause as? WebSocketClosure)?.code == .tryAgainLater)
  }
}
