import ChatContract
import ChatService
import Contract
import ContractTesting
import FoundationEssentials
import Testing

/// Both ends, in process and over sockets.
@Suite("End to end")
struct EndToEndTests {
  @Test("Two clients talk in process", .timeLimit(.minutes(1)))
  func inProcess() async throws {
    try await talk(ChatAPI(Server.chat(ChatRooms(), port: 0).inProcess))
  }

  @Test("Two clients talk over sockets", .timeLimit(.minutes(1)))
  func overSockets() async throws {
    try await withServer(Server.chat(ChatRooms(), port: 0, threads: 2)) { client in try await talk(ChatAPI(client)) }
  }

  private func talk(_ chat: any Chat) async throws {
    let ann = try await chat.enter(room: "a b", name: "ann")
    #expect(try await ann.receive() == .welcome(Room(name: "a b", members: ["ann"])))
    let bob = try await chat.enter(room: "a b", name: "bob")
    #expect(try await bob.receive() == .welcome(Room(name: "a b", members: ["ann", "bob"])))
    #expect(try await ann.receive() == .joined(name: "bob"))
    try await ann.send(.say(Line(text: "grün 🌈")))
    #expect(try await bob.receive() == .said(by: "ann", text: "grün 🌈"))
    #expect(try await chat.rooms() == [Room(name: "a b", members: ["ann", "bob"])])
    await #expect(throws: ChatError.nameTaken(name: "ann")) { try await chat.enter(room: "a b", name: "ann") }
    try await bob.close()
    #expect(try await ann.receive() == .said(by: "ann", text: "grün 🌈"))
    #expect(try await ann.receive() == .left(name: "bob"))
    try await ann.close()
  }

  @Test("An invalid message is refused, and the channel stays open")
  func invalid() async throws {
    try await withServer(Server.chat(ChatRooms(), port: 0, threads: 1)) { client in
      let ann = try await ChatAPI(client).enter(room: "r", name: "ann")
      _ = try await ann.receive()
      for text in ["", String(repeating: "x", count: 501)] {
        try await ann.send(.say(Line(text: text)))
        #expect(try await ann.receive() == .refused(reason: "the message is invalid"))
      }
      try await ann.send(.say(Line(text: "fine")))
      #expect(try await ann.receive() == .said(by: "ann", text: "fine"))
      try await ann.close()
    }
  }

  @Test("Members get 1001 from a stopping server and end normally")
  func draining() async throws {
    let server = Server.chat(ChatRooms(), port: 0, threads: 1)
    let address = try await server.start()
    let ann = try await ChatAPI(APIClient(baseURL: address.url)).enter(room: "r", name: "ann")
    _ = try await ann.receive()
    await server.stop(drain: .seconds(10))
    #expect(try await ann.receive() == nil)
  }

  @Test("The contract is valid, and its document has all messages")
  func contract() throws {
    #expect(ChatEndpoints.all.verify().isEmpty)
    let document = try OpenAPI(title: "Chat", version: "1.0.0", ChatEndpoints.all).export()
    let messages = document.document["paths"]?["/rooms/{room}"]?["get"]?["x-websocket"]
    #expect(messages?["sent"]?["application/json"] != nil && messages?["received"]?["application/json"] != nil)
  }
}
