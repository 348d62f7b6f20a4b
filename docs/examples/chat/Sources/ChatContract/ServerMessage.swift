public import Contract

/// A message to a member.
@Schema @Tagged("type")
public enum ServerMessage: Hashable, Sendable {
  /// The first message, with all members of the room.
  case welcome(Room)
  case joined(name: String)
  case left(name: String)
  case said(by: String, text: String)
  /// A whisper, which its sender gets too.
  case whispered(by: String, to: String, text: String)
  /// The last message of this member had no effect.
  case refused(reason: String)
  /// A message of a newer server.
  case unknown(JSONValue)
}
