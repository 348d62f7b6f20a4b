public import ChatContract
public import ContractServer

/// The chat in this process.
public struct ChatService: Chat {
  private let store: ChatRooms

  /// Creates the service of some rooms.
  public init(_ store: ChatRooms) { self.store = store }

  /// Lists the rooms that have members.
  public func rooms() -> [Room] { store.all }

  /// Enters a room. A name that is taken is refused before the channel opens, with 409.
  public func enter(room: String, name: String) throws -> Channel<ClientMessage, ServerMessage> {
    try store.check(name, in: room)
    var options = WebSocketOptions.serving
    options.maxMessageBytes = 8192
    options.sendTimeout = .seconds(10)
    return Channel(options: options) { [store] connection in
      let member: Member
      do {
        member = try store.join(name, room)
      } catch {
        // Another client took the name after the check.
        throw WebSocketClosure(.policyViolation, reason: "the name is taken")
      }
      defer { store.leave(member, room) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for await message in member.messages { try await connection.send(message) } }
        group.addTask {
          guard await member.dropped() else { return }
          store.leave(member, room)
          try await connection.close(.tryAgainLater, reason: "this client reads too slowly")
        }
        // `member.end()` lets the other two tasks end by themselves, because cancelling them could cut off the Close frame.
        defer { member.end() }
        try await Self.receive(connection, member) { store.pass($0, from: member, in: room) }
      }
    }
  }

  /// Receives messages until the client leaves. An invalid message gets a reply, and the next one is received.
  private static func receive(
    _ connection: Channel<ServerMessage, ClientMessage>, _ member: Member,
    _ pass: @Sendable (ClientMessage) -> Void
  ) async throws {
    while true {
      do {
        guard let message = try await connection.receive() else { return }
        pass(message)
      } catch let error as WebSocketError where error.code == .unreadableMessage {
        member.post(.refused(reason: "the message is invalid"))
      }
    }
  }
}
