/// Finds out from looks at a loop when it has not turned for too long by its own doing, and when it turns again. Pure.
///
/// A machine with too little processor time keeps threads waiting that do nothing wrong. So what counts of the time between
/// two looks is what the thread has used of a processor, or all of it when the thread waits by itself, as in `read` or
/// `sleep`.
struct StallDetector {
  /// What a look at the loop says.
  enum Event: Hashable, Sendable {
    /// The loop has not turned for that long, and what runs has had the threshold of it when `isKnown` says so; otherwise
    /// several have had more together.
    case stalled(LoopInstant, nanoseconds: Int64, isKnown: Bool)
    /// The stall that began then is over, after that long.
    case over(LoopInstant, nanoseconds: Int64)
  }

  /// What is seen of a loop in a turn.
  struct Look: Hashable, Sendable {
    /// When the turn began.
    let start: LoopInstant
    /// Changes with each thing that the loop runs.
    let run: UInt
    /// Of the thread, in nanoseconds.
    let processorTime: Int64
    /// True when the thread waits for something else than a processor.
    let waits: Bool
  }

  /// In nanoseconds.
  let threshold: Int64
  private var stalled: LoopInstant?
  private var last: (look: Look, moment: LoopInstant)?
  /// What the turn, and what runs in it, has had since it was seen first.
  private var turnTime: Int64 = 0
  private var runTime: Int64 = 0

  init(threshold: Int64) {
    self.threshold = max(1, threshold)
  }

  /// Looks at the loop.
  ///
  /// - Parameter look: nil while the loop waits.
  mutating func look(_ look: Look?, at now: LoopInstant) -> [Event] {
    var events: [Event] = []
    if let start = stalled, look?.start != start {
      stalled = nil
      events.append(.over(start, nanoseconds: (look?.start ?? now).nanoseconds - start.nanoseconds))
    }
    count(look, now)
    last = look.map { ($0, now) }
    guard stalled == nil, let look, runTime >= threshold || turnTime >= 2 * threshold else { return events }
    stalled = look.start
    let nanoseconds = now.nanoseconds - look.start.nanoseconds
    events.append(.stalled(look.start, nanoseconds: nanoseconds, isKnown: runTime >= threshold))
    return events
  }

  private mutating func count(_ look: Look?, _ now: LoopInstant) {
    guard let look, let last, look.start == last.look.start else {
      (turnTime, runTime) = (0, 0)
      return
    }
    let used = max(0, look.processorTime - last.look.processorTime)
    let time = look.waits ? max(used, now.nanoseconds - last.moment.nanoseconds) : used
    turnTime += time
    runTime = look.run == last.look.run ? runTime + time : 0
  }
}
