import ChatContract
import ChatService
import Contract
import ContractTesting
import Testing

/// The service by itself: its channels run in this process.
@Suite("The service")
struct ServiceTests {
  private let service = ChatService(ChatRooms())

  @Test("Members see joins, messages and departures in one order")
  func conversation() async throws {
    let ann = try service.enter(room: "r", name: "ann")
    #expect(try await ann.receive() == .welcome(Room(name: "r", members: ["ann"])))
    let bob = try service.enter(room: "r", name: "bob")
    #expect(try await bob.receive() == .welcome(Room(name: "r", members: ["ann", "bob"])))
    try await bob.send(.say(Line(text: "hi")))
    #expect(try await ann.receive() == .joined(name: "bob"))
    for channel in [ann, bob] { #expect(try await channel.receive() == .said(by: "bob", text: "hi")) }
    try await bob.close()
    #expect(try await ann.receive() == .left(name: "bob"))
    #expect(service.rooms() == [Room(name: "r", members: ["ann"])])
  }

  @Test("A whisper reaches one member and its sender")
  func whisper() async throws {
    let channels = try ["ann", "bob", "cid"].map { try service.enter(room: "r", name: $0) }
    for channel in channels {
      if case .welcome = try await channel.receive() { continue }
      Issue.record("the first message is not a welcome")
    }
    try await channels[0].send(.whisper(Whisper(to: "cid", text: "psst")))
    try await channels[0].send(.whisper(Whisper(to: "dan", text: "psst")))
    try await channels[0].send(.say(Line(text: "end")))
    let whispered = ServerMessage.whispered(by: "ann", to: "cid", text: "psst")
    #expect(
      try await messages(of: channels[0]) == [
        .joined(name: "bob"), .joined(name: "cid"), whispered, .refused(reason: "dan is not in the room"),
      ])
    #expect(try await messages(of: channels[1]) == [.joined(name: "cid")])
    #expect(try await messages(of: channels[2]) == [whispered])
  }

  /// Returns the messages before the one that says "end".
  private func messages(of channel: Channel<ClientMessage, ServerMessage>) async throws -> [ServerMessage] {
    var messages: [ServerMessage] = []
    for try await message in channel {
      if message == .said(by: "ann", text: "end") { break }
      messages.append(message)
    }
    return messages
  }

  @Test("A name is reserved in its room until its member leaves")
  func names() async throws {
    let ann = try service.enter(room: "r", name: "ann")
    _ = try await ann.receive()
    #expect(throws: ChatError.nameTaken(name: "ann")) { try service.enter(room: "r", name: "ann") }
    let other = try service.enter(room: "s", name: "ann")
    #expect(try await other.receive() == .welcome(Room(name: "s", members: ["ann"])))
    #expect(service.rooms().map(\.name) == ["r", "s"])
  }

  @Test("One of two clients that claim a name at once is closed")
  func race() async throws {
    let (first, second) = (try service.enter(room: "r", name: "ann"), try service.enter(room: "r", name: "ann"))
    _ = try await first.receive()
    let error = await #expect(throws: ClientError.self) { try await second.receive() }
    #expect((error?.cause as? WebSocketClosure)?.code == .policyViolation)
  }

  @Test("A member that does not read is dropped, and the others continue")
  func slow() async throws {
    let service = ChatService(ChatRooms(maxWaiting: 4))
    let slow = try service.enter(room: "r", name: "slow")
    try await slow.send(.say(Line(text: "here")))
    let ann = try service.enter(room: "r", name: "ann")
    let text = String(repeating: "x", count: 500)
    var isAlone = false
    while !isAlone {
      try await ann.send(.say(Line(text: text)))
      while true {
        let message = try await ann.receive()
        if message == .left(name: "slow") { isAlone = true }
        if message == .said(by: "ann", text: text) || isAlone { break }
      }
    }
    let error = await #expect(throws: ClientError.self) { while try await slow.receive() != nil {} }
    #expect((error?.cause as? WebSocketClosure)?.code == .tryAgainLater)
  }
}
