public import Contract

/// A message of a member.
@Schema @Tagged("type")
public enum ClientMessage: Hashable, Sendable {
  /// Says something to all members of the room.
  case say(Line)
  /// Says something to one member.
  case whisper(Whisper)
}

/// A text for all.
@Schema
public struct Line: Hashable, Sendable {
  /// 1 to 500 characters.
  @Validate(.length(1...500)) @Example("Hello!") public var text: String

  /// Creates a line.
  public init(text: String) { self.text = text }
}

/// A text for one member.
@Schema
public struct Whisper: Hashable, Sendable {
  /// The name of the member.
  public var to: String
  /// 1 to 500 characters.
  @Validate(.length(1...500)) @Example("Psst!") public var text: String

  /// Creates a whisper.
  public init(to: String, text: String) {
    self.to = to
    self.text = text
  }
}
