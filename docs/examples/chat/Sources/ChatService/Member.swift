internal import ChatContract
internal import ContractServer

/// A member of a room, with a bounded queue of messages to it.
final class Member: Sendable {
  let name: String
  /// The messages to the member; ends early if the member is dropped.
  let messages: AsyncStream<ServerMessage>

  private let queue: AsyncStream<ServerMessage>.Continuation
  private let drops: AsyncStream<Void>
  private let dropping: AsyncStream<Void>.Continuation

  /// - Parameter maxWaiting: the maximum number of waiting messages; a member with more is dropped.
  init(name: String, maxWaiting: Int) {
    self.name = name
    (messages, queue) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(maxWaiting))
    (drops, dropping) = AsyncStream.makeStream()
  }

  /// Adds a message without waiting. A member whose queue is full is dropped, so that a slow client neither delays
  /// other members nor uses memory.
  func post(_ message: ServerMessage) {
    guard case .dropped = queue.yield(message) else { return }
    dropping.yield()
    end()
  }

  /// Ends the messages.
  func end() {
    queue.finish()
    dropping.finish()
  }

  /// Waits for the end. Returns true if the member was dropped.
  func dropped() async -> Bool {
    for await _ in drops { return true }
    return false
  }
}
