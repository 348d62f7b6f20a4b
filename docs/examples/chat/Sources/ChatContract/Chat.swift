public import Contract

/// A chat with rooms.
@API @Mock
public protocol Chat: Sendable {
  /// Enters a room until the channel is closed. The first message is the welcome.
  ///
  /// - Parameter name: the name of the new member, which must be unique in the room.
  @WebSocket("/rooms/:room") @Throws(ChatError.self)
  @Validate("room", .length(1...40)) @Validate("name", .length(1...20))
  func enter(room: String, name: String) async throws -> Channel<ClientMessage, ServerMessage>

  /// Lists the rooms that have members.
  @GET("/rooms")
  func rooms() async throws -> [Room]
}

/// A room with its members, in alphabetical order.
@Schema
public struct Room: Hashable, Sendable {
  /// The name in the path.
  public var name: String
  /// The names of the members.
  public var members: [String]

  /// Creates a room.
  public init(name: String, members: [String]) {
    self.name = name
    self.members = members
  }
}

/// A refusal before the channel is open.
@APIError
public enum ChatError: Hashable {
  /// A member of the room has this name.
  @Status(409) case nameTaken(name: String)
}
