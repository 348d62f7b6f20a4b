internal import Contract
internal import IssueContract

/// The past and future events of an issue.
struct IssueFeed: AsyncSequence, Sendable {
  let store: IssueStore
  let number: Int
  let repository: String
  /// The number of events to skip.
  let start: Int

  func makeAsyncIterator() -> Iterator { Iterator(feed: self, position: start) }

  struct Iterator: AsyncIteratorProtocol {
    let feed: IssueFeed
    /// The number of events that were returned or skipped.
    var position: Int
    private var changes: AsyncStream<Void>.Iterator?

    init(feed: IssueFeed, position: Int) {
      self.feed = feed
      self.position = position
    }

    /// Returns the next event. The id of an event is its number in the history, from 1.
    mutating func next() async throws -> ServerEvents<IssueEvent>.Event? {
      if changes == nil {
        // Subscribes before it reads the first event, so that no event is missed.
        changes = await feed.store.changes(feed.number, of: feed.repository).makeAsyncIterator()
      }
      while true {
        let events = try await feed.store.entry(feed.number, of: feed.repository).events
        if position < events.count {
          position += 1
          return ServerEvents.Event(events[position - 1], id: "\(position)")
        }
        guard await changes?.next() != nil else { return nil }
      }
    }
  }
}
