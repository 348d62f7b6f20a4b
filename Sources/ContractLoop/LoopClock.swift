/// The clock of a loop.
struct LoopClock {
  /// The last reading.
  private(set) var now: LoopInstant
  var horizon: LookHorizon

  init() {
    now = .read()
    horizon = LookHorizon(now)
  }

  mutating func read() { now = .read() }
}

/// The time up to which a loop has seen all events. Later events may be unseen, so a timeout counts only up to this
/// time.
///
/// One poll returns a limited number of events, the longest-waiting first. A poll that returns fewer has seen all
/// events. After a full poll, events may remain. They have been seen once consecutive full polls have returned as many
/// events as there were descriptors at the first of these polls, so the horizon advances however busy the loop is.
struct LookHorizon {
  /// The time up to which all events have been seen.
  private(set) var moment: LoopInstant
  /// The start of the first of the consecutive full polls.
  private var began: LoopInstant
  /// The number of descriptors at the first of the consecutive full polls.
  private var wanted = 0
  /// The number of events that the consecutive full polls have returned.
  private var brought = 0

  init(_ moment: LoopInstant) {
    self.moment = moment
    began = moment
  }

  /// Evaluates a poll that began no earlier than `start` and returned `count` events of at most `capacity`.
  /// `descriptors` is the number of polled descriptors.
  mutating func looked(from start: LoopInstant, count: Int, capacity: Int, descriptors: @autoclosure () -> Int) {
    guard count == capacity else {
      moment = start
      brought = 0
      return
    }
    if brought == 0 {
      began = start
      wanted = descriptors()
    }
    brought += count
    guard brought >= wanted else { return }
    moment = began
    brought = 0
  }
}
