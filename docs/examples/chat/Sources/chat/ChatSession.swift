import ChatContract
import Contract

/// A conversation in a terminal: lines become messages, and messages become lines.
struct ChatSession: Sendable {
  let channel: Channel<ClientMessage, ServerMessage>

  /// Sends lines and prints messages until the lines or the channel end.
  ///
  /// - Throws: The errors of the channel, such as the closure of the server.
  func run(_ lines: AsyncStream<String>, print: @escaping @Sendable (String) -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for try await message in channel { print(Self.text(of: message)) }
      }
      group.addTask {
        for await line in lines where !line.isEmpty { try await channel.send(Self.message(for: line)) }
        try Task.checkCancellation()
        try await channel.close()
      }
      try await group.next()
      group.cancelAll()
    }
  }

  /// Returns the message for a line: `/to NAME TEXT` is a whisper, and any other line is for all.
  static func message(for line: String) -> ClientMessage {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    if words.count == 3, words[0] == "/to" { return .whisper(Whisper(to: words[1], text: words[2])) }
    return .say(Line(text: line))
  }

  /// Returns the line for a message.
  static func text(of message: ServerMessage) -> String {
    switch message {
    case .welcome(let room): "in \(room.name): \(room.members.joined(separator: ", "))"
    case .joined(let name): "\(name) came"
    case .left(let name): "\(name) left"
    case .said(let name, let text): "\(name): \(text)"
    case .whispered(let name, let target, let text): "\(name) to \(target): \(text)"
    case .refused(let reason): "refused: \(reason)"
    case .unknown: "a message that this version does not know"
    }
  }
}
