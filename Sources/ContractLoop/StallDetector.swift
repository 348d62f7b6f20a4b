/// A detector of loops that are blocked by their own activity, based on observations. It performs no I/O.
///
/// On a machine with too little processor time, threads wait although no code blocks them. So the time between two
/// observations counts only as far as the thread has used a processor, or fully when it blocks itself, as in `read` or
/// `sleep`.
struct StallDetector {
  /// The result of an observation.
  enum Event: Hashable, Sendable {
    /// The loop has been blocked for this time. `isKnown` is true when the current activity exceeded the threshold, and
    /// false when several activities did so together.
    case stalled(LoopInstant, nanoseconds: Int64, isKnown: Bool)
    /// The stall that began at this time has ended after this duration.
    case over(LoopInstant, nanoseconds: Int64)
  }

  /// The state of a loop during an iteration.
  struct Look: Hashable, Sendable {
    /// The start of the iteration.
    let start: LoopInstant
    /// A number that changes with each activity of the loop.
    let run: UInt
    /// The processor time of the thread, in nanoseconds.
    let processorTime: Int64
    /// True when the thread waits for something other than a processor.
    let waits: Bool
  }

  /// The threshold in nanoseconds.
  let threshold: Int64
  private var stalled: LoopInstant?
  private var last: (look: Look, moment: LoopInstant)?
  /// The time counted for the iteration since it was first observed.
  private var turnTime: Int64 = 0
  /// The time counted for the current activity since it was first observed.
  private var runTime: Int64 = 0

  init(threshold: Int64) {
    self.threshold = max(1, threshold)
  }

  /// Evaluates an observation.
  ///
  /// - Parameter look: nil while the loop is idle.
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
