/// The clock of a loop.
struct LoopClock {
  /// The last reading.
  private(set) var now: LoopInstant
  var horizon: EventHorizon

  init() {
    now = .read()
    horizon = EventHorizon(now)
  }

  mutating func read() { now = .read() }
}

/// The time up to which a loop has seen all events. Later events may be unseen, so a timeout counts only up to this
/// time.
///
/// One poll returns a limited number of events, the longest-waiting first. A poll that returns fewer has seen all
/// events. After a full poll, events may remain. They have been seen once consecutive full polls have returned as many
/// events as there were descriptors at the first of these polls, so the horizon advances however busy the loop is.
struct EventHorizon {
  /// The time up to which all events have been seen.
  private(set) var moment: LoopInstant
  /// The start of the first of the consecutive full polls.
  private var firstPoll: LoopInstant
  /// The number of descriptors at the first of the consecutive full polls.
  private var descriptorCount = 0
  /// The number of events that the consecutive full polls have returned.
  private var eventCount = 0

  init(_ moment: LoopInstant) {
    self.moment = moment
    firstPoll = moment
  }

  /// Evaluates a poll that began no earlier than `start` and returned `count` events of at most `capacity`.
  /// `descriptors` is the number of polled descriptors.
  mutating func polled(from start: LoopInstant, count: Int, capacity: Int, descriptors: @autoclosure () -> Int) {
    guard count == capacity else {
      moment = start
      eventCount = 0
      return
    }
    if eventCount == 0 {
      firstPoll = start
      descriptorCount = descriptors()
    }
    eventCount += count
    guard eventCount >= descriptorCount else { return }
    moment = firstPoll
    eventCount = 0
  }
}
